import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import type { DeskStore } from '../../support/desk-store.ts';
import { type ForeignSite, openForeignSite } from './support/foreign-site.ts';
import { ShopVisitor, showTheWidget } from './support/shop.ts';
import { describePages } from './support/web-world.ts';

/** Of nobody: from the words "abandon … about" of every wallet's documentation. */
const BITCOIN_ADDRESS = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const OF_OTHERS = /asked http:\/\/localhost/;
const WIDTHS = [320, 390, 768, 1280, 1920];
/** As a browser that keeps nothing for frames has it. */
const KEEP_NOTHING = `
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError'); } });`;

let shop: ForeignSite;

async function listAnybody({ folder }: DeskStore): Promise<void> {
  shop = await openForeignSite();
  const file = { network: 'test', widget: { origins: ['*'] } };
  await writeFile(join(folder, 'swapdesk.config.json'), JSON.stringify(file));
}

/** Places an order in the widget of a page; gives the address that the frame has then. */
async function ordersIn(page: Page): Promise<string> {
  const widget = page.frameLocator('iframe');
  await widget.getByRole('button', { name: 'Use a sample address' }).click();
  await widget.getByText('A valid address on Ethereum').waitFor();
  await widget.getByRole('button', { name: 'Place the order' }).click();
  await widget.getByText('Send this amount').waitFor();
  return page.frames()[1]?.url() as string;
}

describePages({ title: 'the widget', prepare: listAnybody }, (world) => {
  afterAll(() => shop?.close());

  it.each(['light', 'dark'])(
    'is seen whole and has no barrier in the %s theme, from 320 to 1920, from either side',
    async (theme) => {
      for (const language of ['en', 'ar']) {
        const visitor = await world().visitor(ShopVisitor);
        showTheWidget(
          shop,
          world().service.url,
          `data-theme="${theme}" data-lang="${language}" data-accent="ffd400"`,
        );
        await visitor.comesTo(shop);
        await visitor.frame.locator('.costs-sum').waitFor();
        for (const width of WIDTHS) {
          await visitor.page.setViewportSize({ width, height: 700 });
          await visitor.until(() => visitor.seesAllOfTheWidget());
          await visitor.findsNoBarrier(visitor.frame);
        }
        visitor.forgives(OF_OTHERS);
      }
    },
  );

  it('works where the browser keeps nothing in frames', async () => {
    const visitor = await world().visitor(ShopVisitor);
    await visitor.page.addInitScript(KEEP_NOTHING);
    showTheWidget(shop, world().service.url, '');
    await visitor.comesTo(shop);
    await visitor.widget.getByRole('button', { name: 'Use a sample address' }).click();
    await visitor.widget.getByText('A valid address on Ethereum').waitFor();
    await visitor.widget.getByRole('button', { name: 'Place the order' }).click();
    await visitor.widget.getByText('Send this amount').waitFor();
    await visitor.widget.getByRole('button', { name: 'Cancel the order' }).waitFor();
    await visitor.widget.getByRole('button', { name: 'Copy the address', exact: true }).click();
    await visitor.widget.getByText('Copied').first().waitFor();
    visitor.forgives(OF_OTHERS);
  });

  it('opens the search for a coin where its button is, though the frame is higher than the screen', async () => {
    const visitor = await world().visitor(ShopVisitor, { device: 'phone' });
    showTheWidget(shop, world().service.url, '');
    await visitor.comesTo(shop);
    await visitor.widget.getByRole('button', { name: /^Coin to receive/ }).tap();
    const box = await visitor.widget.getByRole('dialog').boundingBox();
    const { height } = visitor.page.viewportSize() ?? { height: 0 };
    expect(box?.y).toBeLessThan(height / 2);
    // What one types goes into the search at once.
    expect(await visitor.frame.evaluate('document.activeElement.getAttribute("role")')).toBe('combobox');
    await visitor.widget.getByRole('combobox').fill('tron usdt');
    await visitor.widget.getByRole('combobox').press('Enter');
    await visitor.widget.getByRole('button', { name: 'Coin to receive: USDT on TRON' }).waitFor();
    visitor.forgives(OF_OTHERS);
  });

  it('stands on a page several times, each with what it was asked for, and beside a plain frame', async () => {
    const { url } = world().service;
    const visitor = await world().visitor(ShopVisitor);
    shop.shows(
      `<html lang="en"><div id="second"></div>
         <script src="${url}/widget.js" data-into="#second" data-to="TRON/USDT" data-title="Second"></script>
         <script src="${url}/widget.js" data-to="Bitcoin/BTC"></script>
         <iframe src="${url}/widget?to=Ethereum/USDT&host=${shop.url}" sandbox="allow-scripts allow-same-origin"></iframe>`,
    );
    await visitor.comesTo(shop);
    const seen = async (frame: string, coin: string) =>
      visitor.page
        .frameLocator(frame)
        .getByRole('button', { name: `Coin to receive: ${coin}` })
        .waitFor();
    await seen('#second iframe[title="Second"]', 'USDT on TRON');
    await seen('body > iframe >> nth=0', 'BTC on Bitcoin');
    await seen('body > iframe >> nth=1', 'USDT on Ethereum');
    visitor.forgives(OF_OTHERS);
  });

  it('remembers an order for the very widget in which it was placed, and for no other', async () => {
    const { url } = world().service;
    const visitor = await world().visitor(ShopVisitor);
    const bill = (number: number) => showTheWidget(shop, url, `data-reference="bill ${number}"`);
    bill(1);
    await visitor.comesTo(shop);
    await visitor.widget.getByRole('button', { name: 'Use a sample address' }).click();
    await visitor.widget.getByText('A valid address on Ethereum').waitFor();
    await visitor.widget.getByRole('button', { name: 'Place the order' }).click();
    await visitor.widget.getByText('Send this amount').waitFor();
    bill(2);
    await visitor.page.reload();
    await visitor.widget.getByText('Reference: bill 2').waitFor();
    bill(1);
    await visitor.page.reload();
    await visitor.widget.getByText('Send this amount').waitFor();
    await visitor.widget.getByRole('link', { name: 'Make another swap' }).click();
    await visitor.widget.getByText('Reference: bill 1').waitFor();
    visitor.forgives(OF_OTHERS);
  });

  it('keeps an order though another one ends in another tab, and though somebody goes on to the next', async () => {
    const visitor = await world().visitor(ShopVisitor);
    showTheWidget(shop, world().service.url, '');
    await visitor.comesTo(shop);
    const first = await ordersIn(visitor.page);
    const tab = await visitor.page.context().newPage();
    await tab.goto(shop.url);
    const other = tab.frameLocator('iframe');
    await other.getByText('Send this amount').waitFor();
    await other.getByRole('link', { name: 'Make another swap' }).click();
    // The one that is left may have been paid by now.
    await other.getByRole('link', { name: /^Back to order / }).click();
    await other.getByText('Send this amount').waitFor();
    expect(tab.frames()[1]?.url()).toBe(first);
    await other.getByRole('link', { name: 'Make another swap' }).click();
    const second = await ordersIn(tab);
    await visitor.page.bringToFront();
    await visitor.widget.getByRole('button', { name: 'Cancel the order' }).click();
    await visitor.widget.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click();
    await visitor.widget.getByText('This order was cancelled').waitFor();
    await tab.bringToFront();
    await tab.reload();
    await other.getByText('Send this amount').waitFor();
    expect(tab.frames()[1]?.url()).toBe(second);
    await other.getByRole('link', { name: 'Make another swap' }).click();
    await other.getByRole('link', { name: /^Back to order / }).waitFor();
    expect(await other.getByRole('link', { name: /^Back to order / }).count()).toBe(1);
    visitor.forgives(OF_OTHERS);
  });

  it('leads from an order that cannot be read to the form, and not back to it', async () => {
    const visitor = await world().visitor(ShopVisitor);
    showTheWidget(shop, world().service.url, '');
    await visitor.comesTo(shop);
    await ordersIn(visitor.page);
    await visitor.page.route('**/openapi/order/query*', (route) => route.abort());
    await visitor.page.reload();
    await visitor.widget.getByText('The service cannot be reached').waitFor();
    await visitor.widget.locator('.order-lost').getByRole('link', { name: 'Make another swap' }).click();
    await visitor.widget.getByRole('link', { name: /^Back to order / }).waitFor();
    await visitor.widget.getByRole('button', { name: 'Place the order' }).waitFor();
    visitor.forgives(/asked http:\/\/localhost|ERR_FAILED/);
  });

  it('comes back to an order though its page has changed colours and language', async () => {
    const { url } = world().service;
    const visitor = await world().visitor(ShopVisitor);
    showTheWidget(shop, url, 'data-theme="light"');
    await visitor.comesTo(shop);
    await ordersIn(visitor.page);
    showTheWidget(shop, url, 'data-theme="dark" data-lang="de" data-accent="ffd400"');
    await visitor.page.reload();
    await visitor.widget.getByText('Senden Sie diesen Betrag').waitFor();
    expect(visitor.frame.url()).toContain('theme=dark');
    visitor.forgives(OF_OTHERS);
  });

  it('is shown though the colours that it was asked for do not come', async () => {
    const visitor = await world().visitor(ShopVisitor);
    await visitor.page.route('**/widget.css*', () => {});
    showTheWidget(shop, world().service.url, 'data-accent="ffd400"');
    await visitor.comesTo(shop);
    await visitor.widget.getByRole('button', { name: 'Place the order' }).waitFor();
    visitor.forgives(OF_OTHERS);
  });

  it('knows an order that was placed in it, by the name that the bill had then, and says of another that it does not', async () => {
    const { url } = world().service;
    const visitor = await world().visitor(ShopVisitor);
    const { widget } = visitor;
    const unknown = widget.getByText('This browser does not know this order');
    const agreed = widget.locator('.order-agreed', { hasText: 'Order number' });
    showTheWidget(shop, url, 'data-reference="bill 1"');
    await visitor.comesTo(shop);
    await widget.getByRole('button', { name: 'Use a sample address' }).click();
    await widget.getByText('A valid address on Ethereum').waitFor();
    await widget.getByRole('button', { name: 'Place the order' }).click();
    expect(await agreed.innerText()).toMatch(/Reference\s+bill 1/);
    expect(await unknown.count()).toBe(0);
    // The page shows one that it has from elsewhere, under the name of the bill.
    const eth = { from_chain: 'Ethereum', from_abbr: 'ETH', from_quantity: 0.5 };
    const to = { to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: BITCOIN_ADDRESS };
    const placed = await visitor.page.request.post('/openapi/order/place', {
      data: { exchange_mode: 'float', ...eth, to_address: [to] },
    });
    const { data } = (await placed.json()) as { data: { query_code: string } };
    shop.shows(`<iframe src="${url}/widget/${data.query_code}?reference=bill+1&host=${shop.url}"></iframe>`);
    await visitor.page.goto(shop.url);
    await unknown.waitFor();
    expect(await agreed.innerText()).not.toContain('bill 1');
    visitor.forgives(OF_OTHERS);
  });

  it('tells nobody but the page that has said its name, and believes nobody who says another', async () => {
    const { url } = world().service;
    const visitor = await world().visitor(ShopVisitor);
    shop.shows(
      ['', '?host=https://another.example', '?host=javascript:0', `?host=${shop.url}`]
        .map((search) => `<iframe src="${url}/widget${search}"></iframe>`)
        .join(''),
    );
    // Which of the frames was heard.
    await visitor.page.addInitScript(`
      window.heard = new Set();
      addEventListener('message', ({ source }) => {
        window.heard.add([...document.querySelectorAll('iframe')].findIndex((each) => each.contentWindow === source));
      });`);
    await visitor.page.goto(shop.url);
    await Promise.all(
      visitor.page
        .frames()
        .slice(1)
        .map((frame) => frame.getByText(/^Live price/).waitFor()),
    );
    expect(await visitor.page.evaluate('[...window.heard]')).toEqual([3]);
    visitor.forgives(OF_OTHERS);
  });
});
