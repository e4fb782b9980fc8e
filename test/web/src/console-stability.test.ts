import { beforeAll, expect, it, vi } from 'vitest';
import { CONSOLE_PAGES } from './support/console-pages.ts';
import { Customers, type Placed } from './support/customers.ts';
import { Operator, operatorInside } from './support/operator.ts';
import { describePages } from './support/web-world.ts';

/** Below this, browsers call a page stable. Ours does not move at all. */
const MOST_SHIFT = 0.001;

// A whole story, with commands of the command line in it, on a machine that has much else to do.
vi.setConfig({ testTimeout: 300_000 });

describePages('nothing moves by itself in the console', (world) => {
  let frozen: Placed;

  beforeAll(async () => {
    const customers = new Customers(world());
    frozen = await customers.order({ mode: 'fixed' });
    await customers.pay(frozen, 60);
    await customers.until(frozen, 7);
  });

  /** Opens each page anew, with answers that come one by one, and says how far things moved on it. */
  async function shifts(operator: Operator): Promise<Record<string, number>> {
    const pages = [
      ...CONSOLE_PAGES.map(({ path, shows }) => [path, shows] as const),
      [`/orders/${frozen.no}`, 'Receivers'] as const,
    ];
    const found: Record<string, number> = {};
    for (const [path, shows] of pages) {
      await operator.opens(`/console${path}`);
      await operator.sees(shows);
      await operator.page.waitForLoadState('networkidle');
      found[path] = await operator.layoutShift();
    }
    return found;
  }

  it.each(['desktop', 'phone'] as const)('on a %s, while its pages load over a slow line', async (device) => {
    const operator = await operatorInside(world(), `sara-${device}`, 'admin', { device });
    await operator.hasASlowLine();
    const found = await shifts(operator);
    const moved = Object.entries(found).filter(([, shift]) => shift >= MOST_SHIFT);
    expect(moved).toEqual([]);
  });

  it('nor where one signs in', async () => {
    const operator = await world().visitor(Operator);
    await operator.hasASlowLine();
    await operator.opens('/console');
    await operator.sees('Sign in to the console');
    expect(await operator.layoutShift()).toBeLessThan(MOST_SHIFT);
  });
});
