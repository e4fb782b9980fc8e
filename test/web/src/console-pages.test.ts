import { beforeAll, expect, it, vi } from 'vitest';
import { CONSOLE_PAGES } from './support/console-pages.ts';
import { Customers, ETHEREUM_ADDRESS, type Placed } from './support/customers.ts';
import { type Operator, operatorInside } from './support/operator.ts';
import { describePages } from './support/web-world.ts';

// A whole story, with commands of the command line in it, on a machine that has much else to do.
vi.setConfig({ testTimeout: 300_000 });

describePages('the console', (world) => {
  let done: Placed;
  let short: Placed;

  beforeAll(async () => {
    await world().swapdesk('asset', 'set', 'Bitcoin', 'BTC', '--target', '80');
    await world().swapdesk('asset', 'set', 'Ethereum', 'USDT', '--target', '8000000');
    await world().swapdesk('asset', 'set', 'Solana', 'SOL', '--target', '200000');
    const customers = new Customers(world());
    done = await customers.order();
    short = await customers.order({ mode: 'fixed' });
    await customers.order();
    await customers.pay(done);
    await customers.pay(short, 60);
    await customers.until(done, 4);
    await customers.until(short, 7);
  });

  it('shows every page to everybody, without barriers, in light and dark', async () => {
    const operator = await operatorInside(world(), 'ada', 'admin');
    for (const { path, shows, picture } of CONSOLE_PAGES) {
      await operator.opens(`/console${path}`);
      await operator.sees(shows);
      await operator.findsNoBarrier();
      await operator.isPictured(picture);
      await isUsableOnPhones(operator);
    }
    await operator.opensTheOrder(done.no);
    await isUsableOnPhones(operator);
    await operator.seesTheState('Completed');
    await operator.isPictured('console-order');
    for (const tab of ['Money', 'History', 'Ledger', 'Screening']) {
      await operator.opensTheTab(tab);
      await operator.findsNoBarrier();
    }
    await operator.opens('/console/nowhere');
    await operator.sees('There is no such page.');
    await operator.findsNoBarrier();
  });

  it('shows at 1280 pixels what can be changed, and where the treasury is, without scrolling', async () => {
    const operator = await operatorInside(world(), 'wim', 'admin');
    for (const [page, shown] of [
      ['/assets', 'td[data-act] button'],
      ['/chains', 'td:last-child .long-text'],
    ] as const) {
      await operator.opens(`/console${page}`);
      await operator.page.locator(shown).first().waitFor();
      const [all, inSight] = await operator.page.evaluate<[number, number]>(`(() => {
        const found = [...document.querySelectorAll(${JSON.stringify(shown)})];
        const isInSight = (element) => {
          const [inner, frame] = [element, element.closest('.table-frame')].map((each) => each.getBoundingClientRect());
          return inner.left >= frame.left && inner.right <= frame.right && frame.right <= innerWidth;
        };
        return [found.length, found.filter(isInSight).length];
      })()`);
      expect(all).toBeGreaterThan(5);
      expect([page, inSight]).toEqual([page, all]);
    }
  });

  it('says what was earned: by day, by order, and on a phone that is 320 pixels wide', async () => {
    const operator = await operatorInside(world(), 'clara', 'support');
    await operator.opens('/console/profit?by=order');
    await operator.sees('Result added up over these days, USDT');
    await operator.sees(done.no);
    await operator.findsNoBarrier();
    const csv = operator.page.getByRole('link', { name: 'CSV' });
    expect(await csv.getAttribute('href')).toMatch(/^\/console\/api\/profit\/csv\?kind=order&from=/);
    await operator.page.setViewportSize({ width: 320, height: 700 });
    await operator.sees('Inventory');
    const isWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
    expect(await operator.page.evaluate(isWide)).toBe(false);
    await operator.stillFindsNoBarrier();
  });

  it('can be used on a phone', async () => {
    const operator = await operatorInside(world(), 'phone', 'support', { device: 'phone' });
    await operator.sees('Treasury against targets');
    await operator.isPictured('console-overview-phone');
    await operator.presses('Menu');
    await operator.goesTo('Orders');
    await operator.sees('orders shown');
    await operator.findsNoBarrier();
    await operator.isPictured('console-orders-phone');
    await operator.opensTheOrder(short.no);
    await operator.presses('Refund');
    await operator.types('Refund to', ETHEREUM_ADDRESS);
    expect(await operator.readsWhatItLeadsTo()).toContain('The order becomes: Refunded.');
    await operator.findsNoBarrier();
    const isWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
    expect(await operator.page.evaluate(isWide)).toBe(false);
    await operator.isPictured('console-refund-phone');
  });
});

/** Nothing of the page has to be scrolled sideways on a phone, nor on a small one. */
async function isUsableOnPhones({ page }: Operator): Promise<void> {
  const before = page.viewportSize();
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 });
    const [wide, shown] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    );
    expect([page.url(), width, wide]).toEqual([page.url(), width, shown]);
  }
  if (before !== null) await page.setViewportSize(before);
}
