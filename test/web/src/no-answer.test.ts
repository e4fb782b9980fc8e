import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { Customer } from './support/customer.ts';
import { operatorInside } from './support/operator.ts';
import { Shopper } from './support/shopper.ts';
import { describePages } from './support/web-world.ts';

const ETHEREUM_ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const LINK = `/?from=Bitcoin/BTC&to=Ethereum/ETH&amount=0.0421&address=${ETHEREUM_ADDRESS}`;
const QUERY = '**/openapi/order/query*';
const CALCULATE = '**/openapi/order/calculate';
const PLACE = '**/openapi/order/place';
const BROKEN = 'The connection is broken.';
/** Longer than any page waits for an answer. */
const LONG_MS = 16_000;

/** As on a line that has fallen silent: nothing comes, and nothing says that nothing will. */
const hangs = () => new Promise<void>(() => {});
const answers = (status: number, msg: string) => (route: Route) =>
  route.fulfill({ status, json: { code: 1, msg, data: null } });
const FAULTS = [
  ['hangs', hangs],
  ['is busy', answers(500, 'server is busy, please try again later')],
  ['is away behind its proxy', answers(503, 'Service Unavailable')],
  ['is asked too much', answers(429, 'too many requests')],
] as const;
const OF_FAULTS = /Failed to load resource|ERR_/;

/** Lets the page's time pass, piece by piece: a timer that starts another at its end takes as long as both. */
async function passes(page: Page, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) await page.clock.runFor(1_000);
}

describePages('while the service does not answer', (world) => {
  it.each(FAULTS)(
    'as it %s, the page of an order says that it may be old, and goes on by itself',
    async (_, fault) => {
      const customer = await world().visitor(Customer);
      const { page } = customer;
      await page.clock.install();
      await customer.hasOrdered();
      await customer.sees('Waiting for your payment');
      await page.route(QUERY, fault);
      await passes(page, 2 * LONG_MS);
      await customer.until(async () => {
        await passes(page, 2_000);
        return page.getByText(BROKEN).isVisible();
      });
      await customer.findsNoBarrier();
      await page.unroute(QUERY);
      await customer.until(async () => {
        await passes(page, 2_000);
        return !(await page.getByText(BROKEN).isVisible());
      });
      customer.forgives(OF_FAULTS);
    },
  );

  it('whoever comes back to an order does not wait for what was asked before', async () => {
    const customer = await world().visitor(Customer);
    await customer.hasOrdered();
    await customer.sees('Waiting for your payment');
    let hung = 0;
    const once = () => {
      hung += 1;
      return hangs();
    };
    await customer.page.route(QUERY, once, { times: 1 });
    await customer.paysFromAWallet();
    await customer.until(async () => hung === 1);
    await customer.looksAway(true);
    await customer.looksAway(false);
    await customer.sees(/^(Your payment is on its way|Paid\.|Done\.)/);
    customer.forgives(OF_FAULTS);
  });

  it.each(FAULTS)('as it %s, no price is called live', async (_, fault) => {
    const shopper = await world().visitor(Shopper);
    const { page } = shopper;
    await page.clock.install();
    await shopper.opens(LINK);
    await shopper.seesAPrice();
    await page.route(CALCULATE, fault);
    await passes(page, 10_000);
    await page.getByText('Live price').waitFor({ state: 'detached' });
    await page.unroute(CALCULATE);
    await passes(page, 2 * LONG_MS);
    await shopper.seesAPrice();
    shopper.forgives(OF_FAULTS);
  });

  it('the first page says so when its lists hang, and goes on by itself', async () => {
    const shopper = await world().visitor(Shopper);
    const { page } = shopper;
    await page.clock.install();
    await page.route('**/openapi/abbr/lists', hangs);
    await shopper.opens(LINK);
    await shopper.sees('Swap coins, with every fee in view');
    await passes(page, LONG_MS);
    await shopper.sees('The service cannot be reached.');
    await page.unroute('**/openapi/abbr/lists');
    await passes(page, LONG_MS);
    await shopper.seesAPrice();
    shopper.forgives(OF_FAULTS);
  });

  it('an order whose answer was lost is asked for once more, and is one', async () => {
    const shopper = await world().visitor(Shopper);
    await shopper.opens(LINK);
    await shopper.seesAPrice();
    const keys: (string | undefined)[] = [];
    shopper.page.on('request', (request) => {
      if (request.url().endsWith('/place')) keys.push(request.headers()['idempotency-key']);
    });
    const lost = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await shopper.page.route(PLACE, lost, { times: 1 });
    await shopper.placesTheOrder();
    await shopper.sees('Waiting for your payment');
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    shopper.forgives(OF_FAULTS);
  });

  it('an order that nobody answers for is said not to be known, and can be placed again', async () => {
    const shopper = await world().visitor(Shopper);
    const { page } = shopper;
    await page.clock.install();
    await shopper.opens(LINK);
    await shopper.seesAPrice();
    await page.route(PLACE, hangs);
    await shopper.presses('Place the order');
    await shopper.sees('Placing the order…');
    await passes(page, 2 * LONG_MS);
    await shopper.sees('whether the order is placed is not known yet');
    await shopper.findsNoBarrier();
    await page.unroute(PLACE);
    await shopper.placesTheOrder();
    await shopper.sees('Waiting for your payment');
    shopper.forgives(OF_FAULTS);
  });

  it('my orders are looked at again, by themselves and by who comes back, and say so when nobody answers', async () => {
    const customer = await world().visitor(Customer);
    const { page } = customer;
    await customer.hasOrdered();
    await customer.presses('Remember it in this browser');
    await page.clock.install();
    await customer.opens('/orders');
    const status = (text: string) => page.locator('.orders-status').getByText(text).waitFor();
    await status('Waiting');
    await customer.paysFromAWallet();
    await customer.until(async () => {
      await passes(page, 3_000);
      return (await page.locator('.orders-status').innerText()) !== 'Waiting';
    });
    await page.route(QUERY, answers(503, 'Service Unavailable'));
    await passes(page, LONG_MS);
    await customer.sees(BROKEN);
    await customer.findsNoBarrier();
    await page.unroute(QUERY);
    await customer.looksAway(true);
    await customer.looksAway(false);
    await page.getByText(BROKEN).waitFor({ state: 'detached' });
    customer.forgives(OF_FAULTS);
  });

  it('the live parts of the console say so, and go on', async () => {
    const operator = await operatorInside(world(), 'ada', 'admin');
    const { page } = operator;
    const API = '**/console/api/**';
    const REFUSED = 'server is busy, please try again later';
    for (const path of ['/console/orders', '/console/treasury']) {
      await operator.opens(path);
      await page.getByRole('table').first().waitFor();
      const notice = page.locator('main').getByText(REFUSED).first();
      await page.route(API, answers(500, REFUSED));
      await notice.waitFor();
      await page.unroute(API);
      await notice.waitFor({ state: 'detached' });
    }
    let asked = 0;
    await page.route('**/console/api/treasury', () => {
      asked += 1;
      return hangs();
    });
    await operator.until(async () => asked === 1);
    // Somebody looks away and back.
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await operator.until(async () => asked === 2);
    operator.forgives(OF_FAULTS);
  });
});

describePages('where a file of the page does not come', (world) => {
  it('it says so, and is there after it was loaded again', async () => {
    const customer = await world().visitor(Customer);
    await customer.page.route('**/assets/order-page-*.js', (route) => route.abort());
    await customer.hasOrdered();
    await customer.sees('This page has not come whole');
    await customer.findsNoBarrier();
    await customer.page.unroute('**/assets/order-page-*.js');
    await customer.presses('Load it again');
    await customer.sees('Waiting for your payment');
    // The manage code of its address is not lost by that.
    await customer.page.getByRole('button', { name: 'Cancel the order' }).waitFor();
    customer.forgives(OF_FAULTS);
  });

  it('it says so too where a file hangs that nothing waits for in words', async () => {
    const shopper = await world().visitor(Shopper);
    await shopper.page.route('**/assets/shared-*.js', hangs);
    await shopper.page.goto('/', { waitUntil: 'commit' });
    await shopper.sees('This page has not come whole');
    await shopper.page.unrouteAll({ behavior: 'ignoreErrors' });
    shopper.forgives(OF_FAULTS);
  });

  it('it is in English where the texts of a language are what is missing', async () => {
    const shopper = await world().visitor(Shopper, { locale: 'de-DE' });
    const isGerman = /\/assets\/de-[^/]*\.js/;
    await shopper.page.route(isGerman, (route) => route.abort());
    await shopper.opens('/');
    await shopper.seesAPrice();
    expect(await shopper.page.locator('html').getAttribute('lang')).toBe('en');
    await shopper.page.unroute(isGerman);
    await shopper.page.reload();
    await shopper.sees('Marktpreis');
    shopper.forgives(OF_FAULTS);
  });
});
