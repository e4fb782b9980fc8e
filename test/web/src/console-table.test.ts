import { beforeAll, expect, it, vi } from 'vitest';
import { seedOrders } from '../../support/seeded-orders.ts';
import { type Operator, operatorInside } from './support/operator.ts';
import { describePages } from './support/web-world.ts';

const ORDERS = 3_050;
/** What is drawn of a long table: what fits the window, and some rows above and below. */
const MOST_DRAWN = 150;

// A whole story, with commands of the command line in it, on a machine that has much else to do.
vi.setConfig({ testTimeout: 300_000 });

describePages('a table of thousands of orders', (world) => {
  /** The numbers of all orders, newest first. */
  let numbers: string[];

  beforeAll(async () => {
    const { service, store } = world();
    await service.stop();
    await seedOrders(store.url, ORDERS);
    await world().restart();
    const { rows } = await store.database.query<{ no: string }>(
      'SELECT no FROM orders ORDER BY position DESC',
    );
    numbers = rows.map(({ no }) => no);
  });

  /** The rows that are there are in sight or nearly, one after the other, and each is the order of its number. */
  async function drawsWhatIsInSight(operator: Operator): Promise<void> {
    await operator.until(async () => {
      const { top, bottom, height } = await operator.readsDrawnRows();
      return top <= height && bottom >= 0 && bottom - top > height / 2;
    });
    const { rows } = await operator.readsDrawnRows();
    expect(rows.length).toBeLessThan(MOST_DRAWN);
    const first = rows[0]?.index as number;
    expect(rows).toEqual(rows.map((_, n) => ({ index: first + n, no: numbers[first + n - 2] })));
  }

  it('holds only the rows in sight, and scrolling reaches the last', async () => {
    const operator = await operatorInside(world(), 'ada', 'viewer');
    await operator.goesTo('Orders');
    await operator.showsAllOrders(ORDERS);
    // Whoever hears the page learns how many rows there are, and at which one they are. The head is the first.
    const table = operator.page.getByRole('table', { name: 'Orders' });
    expect(await table.getAttribute('aria-rowcount')).toBe(String(ORDERS + 1));
    expect(await table.locator('thead tr').getAttribute('aria-rowindex')).toBe('1');

    for (const part of [0, 0.1, 0.5, 0.9, 0.3]) {
      await operator.scrollsTo(part);
      await drawsWhatIsInSight(operator);
    }
    await operator.scrollsTo(1);
    await operator.page.getByRole('link', { name: numbers.at(-1) as string }).waitFor();
    await drawsWhatIsInSight(operator);
    expect((await operator.readsDrawnRows()).rows.at(-1)).toEqual({ index: ORDERS + 1, no: numbers.at(-1) });
    await operator.findsNoBarrier();
  });

  it('is gone through with the Tab key, row after row', async () => {
    const operator = await operatorInside(world(), 'kim', 'viewer');
    await operator.goesTo('Orders');
    await operator.showsAllOrders(ORDERS);
    await operator.scrollsTo(0);
    await operator.page.getByRole('link', { name: numbers[0] as string }).focus();
    for (const no of numbers.slice(1, 120)) {
      await operator.page.keyboard.press('Tab');
      expect(await operator.focused()).toBe(no);
    }
    const place = await operator.page.locator(':focus').boundingBox();
    expect(place?.y).toBeGreaterThanOrEqual(0);
    expect(place?.y).toBeLessThan(operator.page.viewportSize()?.height as number);
  });

  it('does the same as cards on a phone', async () => {
    const operator = await operatorInside(world(), 'phone', 'viewer', { device: 'phone' });
    await operator.opens('/console/orders');
    await operator.showsAllOrders(ORDERS);
    for (const part of [0.5, 0.2]) {
      await operator.scrollsTo(part);
      await drawsWhatIsInSight(operator);
    }
    await operator.scrollsTo(1);
    await operator.page.getByRole('link', { name: numbers.at(-1) as string }).waitFor();
    await drawsWhatIsInSight(operator);
  });
});
