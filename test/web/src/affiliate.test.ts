import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it, vi } from 'vitest';
import { affiliate as inArabic } from '../../../packages/web/src/texts/ar/affiliate.ts';
import { Customers, ETHEREUM_ADDRESS, type Placed } from './support/customers.ts';
import { type ReadingKey, readingKey } from './support/reading-key.ts';
import { settle } from './support/settle.ts';
import { Visitor } from './support/visitor.ts';
import { describePages } from './support/web-world.ts';

vi.setConfig({ testTimeout: 300_000 });

const HOUR_MS = 3_600_000;
const TOO_WIDE = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';

describePages('the page of an affiliate', (world) => {
  let paid: Placed;
  let open: Placed;
  let shop: ReadingKey;
  let rival: ReadingKey;

  beforeAll(async () => {
    const customers = new Customers(world());
    for (const [code, account] of [
      ['friend', 'shop'],
      ['foe', 'rival'],
    ] as const)
      await world().swapdesk('refcode', 'create', code, '--account', account, '--rate', '50%');
    paid = await customers.order({ refCode: 'friend', quantity: 5_000 });
    await customers.pay(paid);
    await customers.until(paid, 4);
    await settle(world(), customers, 'shop');
    open = await customers.order({ refCode: 'friend', quantity: 200 });
    await world().swapdesk('affiliate', 'address', 'shop', 'Ethereum', 'USDT', '--to', ETHEREUM_ADDRESS);
    const { database } = world().store;
    await vi.waitFor(
      async () => expect((await database.query('SELECT 1 FROM order_figure')).rows).toHaveLength(1),
      { timeout: 60_000, interval: 250 },
    );
    [shop, rival] = [await readingKey(world(), 'shop'), await readingKey(world(), 'rival')];
  });

  it('shows what the books have, to whoever has the key, by keyboard; the secret leaves the page in no form', async () => {
    const visitor = await world().visitor(Visitor);
    const { page } = visitor;
    const sent: string[] = [];
    page.on('request', (request) =>
      sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`),
    );
    await visitor.opens('/find');
    await page.getByRole('link', { name: 'For partners' }).click();
    await visitor.tabsTo('API key');
    await page.keyboard.type(shop.key);
    await page.keyboard.press('Tab');
    expect(await page.getByLabel('Its secret').getAttribute('type')).toBe('password');
    await page.keyboard.type(`${shop.secret}x`);
    await page.keyboard.press('Enter');
    await visitor.sees('does not know this key with this secret');
    visitor.forgives(/401/);
    await visitor.findsNoBarrier();
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your commission' }).waitFor();

    const { database } = world().store;
    const { rows } = await database.query<{ earned: string; txid: string }>(
      `SELECT trim_scale(sum(r.commission))::text AS earned,
              (SELECT a.txid FROM settlement s JOIN payout p ON p.settlement_id = s.id JOIN attempt a USING (payment_id)) AS txid
         FROM referral_order r JOIN account a ON a.id = r.account_id WHERE a.name = 'shop'`,
    );
    const { earned = '', txid = '' } = rows[0] ?? {};
    const sums = page.locator('.affiliate-sums .card');
    expect((await sums.allInnerTexts()).map((text) => text.split(/\n+/).slice(0, 2))).toEqual([
      ['Earned', `${earned} USDT`],
      ['Due to you', '0 USDT'],
      ['On its way to you', '0 USDT'],
      ['Paid to you', `${earned} USDT`],
    ]);
    const table = (name: string) => page.getByRole('table', { name, exact: true });
    expect(await table('Your codes').getByRole('link').getAttribute('href')).toBe(
      `${world().service.url}/?ref=friend`,
    );
    const payout = table('What you were paid').getByRole('row').nth(1);
    await payout.getByTitle(txid, { exact: true }).waitFor();
    await payout.getByTitle(ETHEREUM_ADDRESS, { exact: true }).waitFor();
    await visitor.sees(/^From .* on it is this one/);

    const orders = table('Orders that earn');
    await orders.getByRole('link', { name: open.no }).waitFor();
    expect(await orders.getByRole('row').count()).toBe(3);
    await page.getByLabel('Commission', { exact: true }).selectOption('Paid');
    await orders.getByRole('link', { name: open.no }).waitFor({ state: 'detached' });
    await orders.getByRole('link', { name: paid.no }).waitFor();
    await visitor.findsNoBarrier();

    const coming = page.waitForEvent('download');
    await visitor.presses('Make a CSV file');
    const file = await coming;
    const [head = '', line = ''] = (await readFile(await file.path(), 'utf8')).split('\r\n');
    const cells = new Map(head.split(',').map((name, n) => [name, line.split(',')[n]]));
    expect(Object.fromEntries(cells)).toMatchObject({
      order_no: paid.no,
      ref_code: 'friend',
      rate: '0.5',
      sent: '5000',
      commission_usdt: earned,
      state: 'settled',
      payout_txids: expect.stringMatching(/^\S{20,}$/),
    });

    // What one month came to does not stand beside another.
    const result = page.locator('section[aria-labelledby="affiliate-statement"] [role="status"]');
    expect(await result.innerText()).toContain(earned);
    await page.getByLabel('Month', { exact: true }).selectOption({ index: 3 });
    expect(await result.innerText()).toBe('');

    expect(sent.filter((each) => each.includes(shop.secret))).toEqual([]);
    expect(page.url()).toBe(`${world().service.url}/affiliate`);
    const kept = await page.evaluate<string>('JSON.stringify([localStorage, sessionStorage])');
    expect(kept).not.toContain(shop.key);
    await page.reload();
    expect(await page.getByLabel('API key').inputValue()).toBe('');
  });

  it('shows another account nothing of it, in Arabic in the dark on a small phone whose clock is an hour off', async () => {
    const visitor = await world().visitor(Visitor, { device: 'phone', theme: 'dark', locale: 'ar' });
    const { page } = visitor;
    await page.clock.setSystemTime(Date.now() + HOUR_MS);
    await page.setViewportSize({ width: 320, height: 700 });
    await visitor.opens('/affiliate');
    await visitor.types(inArabic.enter.key, rival.key);
    await visitor.types(inArabic.enter.secret, rival.secret);
    expect(await page.evaluate<boolean>(TOO_WIDE)).toBe(false);
    await visitor.presses(inArabic.enter.go);
    await visitor.sees(inArabic.orders.none);
    await page.getByText('foe', { exact: true }).first().waitFor();
    const seen = await page.locator('main').innerText();
    for (const theirs of ['friend', paid.no, open.no, ETHEREUM_ADDRESS.slice(0, 8)])
      expect(seen).not.toContain(theirs);
    expect(await page.locator('.affiliate-sums dd:first-of-type').allInnerTexts()).toEqual(
      Array.from({ length: 4 }, () => expect.stringMatching(/^\D*0 USDT$/)),
    );
    expect(await page.evaluate<boolean>(TOO_WIDE)).toBe(false);
    await visitor.findsNoBarrier();
  });

  it('says so where the browser cannot sign', async () => {
    const visitor = await world().visitor(Visitor);
    await visitor.page.addInitScript(
      "Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })",
    );
    await visitor.opens('/affiliate');
    await visitor.sees('Open it by an address that begins with https.');
    expect(await visitor.page.getByRole('button', { name: 'Show what I earn' }).isDisabled()).toBe(true);
  });
});
