import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { BLOCK_PAUSE_MS } from '../../support/block-pause.ts';
import type { DeskStore } from '../../support/desk-store.ts';
import { IS_LONG } from '../../support/volume.ts';
import { type ForeignSite, openForeignSite } from './support/foreign-site.ts';
import { ShopVisitor, showTheWidget } from './support/shop.ts';
import { Shopper } from './support/shopper.ts';
import { describePages } from './support/web-world.ts';

/** Of nobody: from the words "abandon … about" of every wallet's documentation. */
const BITCOIN_ADDRESS = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const FIXED = `data-from="Ethereum/ETH" data-to="Bitcoin/BTC" data-amount="0.5" data-address="${BITCOIN_ADDRESS}"
  data-fixed="from to address" data-ref="harbour" data-reference="bill 7" data-theme="dark" data-accent="#0b4fd0" data-lang="en"`;
/** What a test does to meet it: pages of others, and what a browser says of what it refuses. */
const OF_OTHERS = /asked http:\/\/localhost/;

let shop: ForeignSite;
let stranger: ForeignSite;

async function listTheShop({ folder }: DeskStore): Promise<void> {
  [shop, stranger] = await Promise.all([openForeignSite(), openForeignSite()]);
  const file = { network: 'test', widget: { origins: [shop.url] } };
  await writeFile(join(folder, 'swapdesk.config.json'), JSON.stringify(file));
}

describePages({ title: 'in pages of others:', prepare: listTheShop }, (world) => {
  afterAll(async () => {
    await Promise.all([shop?.close(), stranger?.close()]);
  });

  it('the widget places and follows a swap to its end in a page of a listed shop, which is told of it and never the manage code', async () => {
    const customer = await world().visitor(ShopVisitor);
    await customer.page.setViewportSize({ width: 320, height: 640 });
    showTheWidget(shop, world().service.url, FIXED);
    await customer.comesTo(shop);
    const { widget } = customer;
    await widget.getByText(/^Live price/).waitFor();
    // What the page has fixed is shown, and cannot be changed.
    expect(await widget.getByLabel('Receiver’s address on Bitcoin').getAttribute('readonly')).not.toBeNull();
    expect(await widget.getByRole('button', { name: /^Coin to/ }).count()).toBe(0);
    await widget.getByText('Reference: bill 7').waitFor();
    await customer.until(() => customer.seesAllOfTheWidget());
    expect(await customer.frame.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    const accent = "getComputedStyle(document.documentElement).getPropertyValue('--accent')";
    expect(await customer.frame.evaluate(accent)).toMatch(/^light-dark\(#0b4fd0, #/);
    await customer.findsNoBarrier(customer.frame);
    await customer.isPictured('widget');

    // With the keyboard alone, from the page around.
    const focused = 'document.activeElement.textContent';
    for (let presses = 0; presses < 40; presses++) {
      await customer.page.keyboard.press('Tab');
      if ((await customer.frame.evaluate(focused)) === 'Place the order') break;
    }
    expect(await customer.frame.evaluate(focused)).toBe('Place the order');
    await customer.page.keyboard.press('Enter');
    await widget.getByText('Send this amount').waitFor();
    await customer.isTold(({ type, page }) => type === 'ready' && page === 'order');
    const placed = (await customer.told()).find(({ type }) => type === 'placed');
    expect(placed).toMatchObject({
      query_code: expect.stringMatching(/^[A-Z0-9]{12}$/),
      reference: 'bill 7',
    });
    await customer.until(() => customer.seesAllOfTheWidget());
    if (IS_LONG) await customer.findsNoBarrier(customer.frame);

    const toldBefore = await customer.told();
    // Whoever loads the page again comes back to it, with what lets one decide.
    await customer.page.reload();
    await widget.getByText('Send this amount').waitFor();
    await widget.getByRole('button', { name: 'Cancel the order' }).waitFor();
    const manageCode = new URL(customer.frame.url()).hash.slice(1);
    expect(manageCode).toMatch(/^[A-Z0-9]{20}$/);
    const opened = customer.page.context().waitForEvent('page');
    await widget.getByRole('link', { name: 'Open in a tab of its own' }).click();
    const tab = await opened;
    await tab.getByText('Waiting for your payment').waitFor();
    expect(new URL(tab.url())).toMatchObject({
      hash: `#${manageCode}`,
      pathname: expect.stringMatching(/^\/order\//),
    });
    await tab.close();

    await widget.getByRole('button', { name: 'Pay it' }).click();
    await customer.waitsInTheWidget('Done. Your coins have arrived', ['Ethereum', 'Bitcoin'], BLOCK_PAUSE_MS);
    await customer.isTold(({ type, status }) => type === 'status' && status === 4);
    const told = await customer.told();
    const statuses = told.filter(({ type }) => type === 'status').map(({ status }) => status);
    expect(statuses[0]).toBe(1);
    expect(statuses).toEqual([...new Set(statuses)].sort());
    const around = await customer.page.content();
    for (const each of [JSON.stringify([...toldBefore, ...told]), around])
      expect(each).not.toContain(manageCode);
    // It is over: the page shows the form again.
    await customer.page.reload();
    await widget.getByRole('button', { name: 'Place the order' }).waitFor();
    customer.forgives(OF_OTHERS);
  });

  it('the widget is shown by no page that is not listed, and nothing but the widget by any', async () => {
    const { url } = world().service;
    const visitor = await world().visitor(ShopVisitor);
    showTheWidget(stranger, url, FIXED);
    const refused = visitor.page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()));
    await visitor.comesTo(stranger);
    await refused;
    expect(await visitor.told()).toEqual([]);

    const paths = ['/', '/order/ABCD-EFGH-JKLM', '/orders', '/console', '/console/preview', '/docs'];
    shop.shows(paths.map((path) => `<iframe src="${url}${path}"></iframe>`).join(''));
    await visitor.page.goto(shop.url);
    await visitor.until(async () => {
      const frames = visitor.page.frames().slice(1);
      return (
        frames.length === paths.length && frames.every((frame) => frame.url().startsWith('chrome-error:'))
      );
    });
    visitor.forgives(OF_OTHERS);
    visitor.forgives(/frame-ancestors|asked chrome-error/);
  });

  it.runIf(IS_LONG)(
    'a payment is asked for by a link and its code, and whoever opens it cannot change what is received',
    async () => {
      const { url } = world().service;
      const owner = await world().visitor(Shopper);
      await owner.opens('/request');
      await owner.page.getByLabel('Coin that you receive').selectOption('Bitcoin/BTC');
      await owner.types('How much you receive', '0.02');
      await owner.types('Your Bitcoin address', BITCOIN_ADDRESS);
      await owner.types('Reference', 'bill 8');
      const made = owner.page.getByRole('region', { name: 'Your link' });
      const link = await made.locator('.mono').innerText();
      expect(link).toBe(`${url}/?to=Bitcoin/BTC&amount=0.02&address=${BITCOIN_ADDRESS}&reference=bill+8`);
      await made.getByRole('img', { name: 'QR code of the link' }).waitFor();
      await owner.findsNoBarrier();
      await owner.isPictured('request');

      const payer = await world().visitor(Shopper, { device: 'phone' });
      await payer.page.goto(link);
      await payer.sees('What is received is set: the coin, the amount and the address.');
      await payer.sees(/^This price holds for/);
      for (const label of ['You send', 'You receive', 'Receiver’s address on Bitcoin'])
        expect(await payer.page.getByLabel(label, { exact: true }).isEditable()).toBe(false);
      expect(await payer.reads('You receive')).toBe('0.02');
      const code = await payer.placesTheOrder();
      await payer.sees('Send exactly');
      await payer.sees('bill 8');
      const order = await payer.asks<{ children: { volume: number; address: string }[] }>(
        `/openapi/order/query?query_code=${code}`,
      );
      expect(order.children).toMatchObject([{ address: BITCOIN_ADDRESS }]);
      expect(order.children[0]?.volume).toBeGreaterThanOrEqual(0.02);
      expect(order.children[0]?.volume).toBeLessThan(0.020001);
      const { rows } = await world().store.database.query(
        "SELECT 1 FROM orders WHERE client_order_id LIKE 'bill 8/%'",
      );
      expect(rows).toHaveLength(1);
    },
  );

  it('a page asks the service for what needs no secret, and for nothing else', async () => {
    const { url } = world().service;
    const visitor = await world().visitor(Shopper);
    stranger.shows('');
    await visitor.page.goto(stranger.url);
    const exchange = {
      exchange_mode: 'float',
      from_chain: 'Ethereum',
      from_abbr: 'ETH',
      from_quantity: 0.5,
      to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: BITCOIN_ADDRESS }],
    };
    const answers = await visitor.page.evaluate<Record<string, unknown>>(`(async () => {
        const ask = (path, body) => fetch('${url}' + path, body && {
          method: 'POST', headers: { 'content-type': 'application/json', 'ref-code': 'harbour', 'idempotency-key': 'one' },
          body: JSON.stringify(body),
        }).then((response) => response.json(), () => ({ code: 'refused' }));
        const exchange = ${JSON.stringify(exchange)};
        const placed = await ask('/openapi/order/place', exchange);
        const code = placed.data.query_code;
        const stream = new EventSource('${url}/openapi/order/events?query_code=' + code);
        const events = await new Promise((resolve) => { stream.onopen = () => resolve(0); stream.onerror = () => resolve('refused'); });
        stream.close();
        const codeOf = async (path, body) => (await ask(path, body)).code;
        return {
          placed: placed.code, events,
          calculated: await codeOf('/openapi/order/calculate', exchange),
          queried: await codeOf('/openapi/order/query?query_code=' + code),
          assets: await codeOf('/openapi/abbr/lists'),
          prices: await codeOf('/openapi/abbr/recent/prices'),
          durations: await codeOf('/openapi/durations'),
          service: await codeOf('/openapi/service'),
          validated: await codeOf('/openapi/address/validate', { chain: 'Bitcoin', abbr: 'BTC', address: 'x' }),
          orders: await codeOf('/openapi/order/list'),
          referred: await codeOf('/openapi/refcode/order/list'),
          console: await codeOf('/console/api/session'),
          changed: await codeOf('/console/api/settings/set', { name: 'float_fee_ppm', value: 1 }),
        };
      })()`);
    const isAnswered = {
      placed: 0,
      events: 0,
      calculated: 0,
      queried: 0,
      assets: 0,
      prices: 0,
      durations: 0,
      service: 0,
    };
    const isRefused = { orders: 'refused', referred: 'refused', console: 'refused', changed: 'refused' };
    expect(answers).toEqual({ ...isAnswered, validated: 0, ...isRefused });
    visitor.forgives(/asked http:\/\/localhost|CORS policy|ERR_FAILED/);
  });
});
