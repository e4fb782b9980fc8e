import { beforeAll, expect, it, vi } from 'vitest';
import { Customers, ETHEREUM_ADDRESS, type Placed } from './support/customers.ts';
import { type Operator, operatorInside } from './support/operator.ts';
import { describePages } from './support/web-world.ts';

/** Every page of the console, by the name that the navigation has for it, and a text that it shows once it is there. */
const PAGES = [
  ['Overview', 'console-overview', 'Treasury against targets'],
  ['Orders', 'console-orders', 'orders shown'],
  ['Assets', 'console-assets', 'Transfer costs'],
  ['Prices', 'console-prices', 'fresh'],
  ['Chains', 'console-chains', 'Leases'],
  ['Keys and codes', 'console-access', 'API keys'],
  ['Operators', 'console-operators', 'enrolled'],
  ['Audit log', 'console-audit', 'operator create'],
  ['Settings', 'console-settings', 'What it is'],
] as const;

// A whole story, with commands of the command line in it, on a machine that has much else to do.
vi.setConfig({ testTimeout: 300_000 });

describePages('the console', (world) => {
  let done: Placed;
  let short: Placed;

  beforeAll(async () => {
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
    for (const [name, picture, text] of PAGES) {
      await operator.goesTo(name);
      await operator.sees(text);
      await withoutBarriers(operator, picture);
    }
    await operator.opensTheOrder(done.no);
    await operator.seesTheState('Completed');
    await withoutBarriers(operator, 'console-order');
    await operator.opens('/console/you');
    await operator.sees('What you have done');
    await withoutBarriers(operator, 'console-you');
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
    expect(await operator.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await operator.isPictured('console-refund-phone');
  });
});

async function withoutBarriers(operator: Operator, picture: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    // Without motion: a colour that is on its way from one theme to the other is neither's.
    await operator.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await operator.findsNoBarrier();
  }
  await operator.isPictured(picture);
}
