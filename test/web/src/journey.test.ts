import { readFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { formatManageCode } from '../../../packages/contract/src/index.ts';
import { Newcomer } from './support/newcomer.ts';
import { printsAsAReceipt } from './support/receipt.ts';
import { describePages } from './support/web-world.ts';
import { headlineOf, paidHeadlines, wordsIn } from './support/wording.ts';

// A whole story, on a phone that is made slow, on a machine that has much else to do.
vi.setConfig({ testTimeout: 600_000 });

const BITCOIN_ADDRESS = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
/** As a friend would send it: the pair, the amount, and where the coins are to go. */
const LINK = `/?from=Ethereum/ETH&amount=0.5&to=Bitcoin/BTC&address=${BITCOIN_ADDRESS}`;

/** Of the interface's answer to a query, what is looked at here. */
interface Queried {
  readonly no: string;
  readonly address: string;
  readonly status: number;
  readonly odr_volume: number;
  readonly input: readonly object[];
  readonly output: readonly { readonly volume: number }[];
}

const READERS = [
  { language: 'de', locale: 'de-DE', half: '0,5' },
  { language: 'ar', locale: 'ar-EG', half: '0.5' },
] as const;

describePages('somebody who has never been here,', (world) => {
  it.each(READERS)(
    'with a slow phone and in $language, gets from a link to the receipt, though the line and then the link are lost',
    async ({ language, locale, half }) => {
      const words = await wordsIn(language);
      const { swap, shell, order, orders, find } = words;
      const newcomer = await world().visitor(Newcomer, { device: 'phone', locale });
      const { page } = newcomer;
      await newcomer.hasASlowPhone();
      const query = () => newcomer.asks<Queried>(`/openapi/order/query?query_code=${newcomer.code}`);

      // What the link says is filled in, and what one gets is what the service answers, to the last digit.
      await newcomer.opens(LINK);
      await newcomer.sees(swap.receivers.right('Bitcoin'));
      expect(await newcomer.reads(swap.send)).toBe(half);
      expect(await newcomer.reads(swap.receivers.address('Bitcoin'))).toBe(BITCOIN_ADDRESS);
      await newcomer.sees(swap.countdown.live);
      await newcomer.until(async () => (await newcomer.readsAmount(swap.receive)) === newcomer.promised);
      await newcomer.canReadAll(language);
      await newcomer.sawNothingMove();

      // Before anything is paid, both codes are there to be kept, and this browser has kept them.
      await newcomer.presses(swap.place);
      await page.waitForURL('**/order/*');
      await newcomer.sees(headlineOf(words, 1));
      const { code, manageCode } = newcomer.notesTheCodes();
      await newcomer.sees(order.keep.beforePaying);
      const codes = await page.locator('.keep-codes dd').allInnerTexts();
      expect(codes).toEqual([code, formatManageCode(manageCode)]);
      const topOf = async (what: string) => (await page.locator(what).boundingBox())?.y ?? Number.NaN;
      expect(await topOf('.keep-codes')).toBeLessThan(await topOf('.pay-facts'));
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        newcomer.presses(order.keep.save),
      ]);
      const { origin } = new URL(page.url());
      const link = `${origin}/order/${code}#${manageCode}`;
      expect(await readFile(await download.path(), 'utf8')).toBe(order.keep.file(code, manageCode, link));
      expect(await page.evaluate("localStorage.getItem('orders')")).toContain(manageCode);
      expect(await query()).toMatchObject({ status: 1, input: [] });
      await newcomer.canReadAll(language);
      await newcomer.sawNothingMove();

      // What to pay, and where to.
      const toPay = await newcomer.readsNumber('.pay-amount strong');
      const { address, odr_volume, no } = await query();
      expect([toPay, await page.locator('.pay-address').innerText()]).toEqual([String(odr_volume), address]);

      // In a lift: it says so. What was paid meanwhile is seen as soon as there is a line again, without a finger moved.
      await newcomer.losesTheLine();
      await newcomer.sees(order.reconnecting);
      await newcomer.paysFromAWallet(Number(toPay));
      await newcomer.until(async () => (await query()).status > 1);
      expect(await page.getByText(headlineOf(words, 1)).isVisible()).toBe(true);
      await newcomer.hasTheLineAgain();
      await newcomer.sees(paidHeadlines(words));
      await newcomer.until(async () => (await page.getByText(order.reconnecting).count()) === 0);
      await newcomer.canReadAll(language);

      // The tab is closed, the link is gone: one way back is what this browser remembers, the other what its owner does.
      newcomer.forgives(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource/);
      await newcomer.opensANewTab();
      await newcomer.hasASlowPhone();
      if (language === 'de') {
        await newcomer.opens('/orders');
        await newcomer.page.locator('.orders-status .badge').waitFor();
        await newcomer.canReadAll(language);
        await newcomer.sawNothingMove();
        const sent = `${half} ${shell.asset('ETH', 'Ethereum')}`;
        await newcomer.page
          .getByRole('link', { name: orders.exchange(sent, shell.asset('BTC', 'Bitcoin')) })
          .click();
      } else {
        await newcomer.opens('/find');
        await newcomer.types(find.fact, address);
        await newcomer.types(find.other, no);
        await newcomer.canReadAll(language);
        await newcomer.sawNothingMove();
        await newcomer.presses(find.go);
      }
      await newcomer.page.waitForURL(`**/order/${code}*`);
      await newcomer.sees(paidHeadlines(words));
      // Not only to be looked at: the browser that placed it knows how to decide about it.
      expect(await newcomer.page.getByText(order.manage.onlyLooking).count()).toBe(0);
      await newcomer.canReadAll(language);
      await newcomer.sawNothingMove();

      // The end, and a receipt that can be shown to anybody.
      await newcomer.waitsFor(headlineOf(words, 4));
      const { output } = await query();
      expect(await newcomer.readsNumber('.arrived-amount strong')).toBe(String(output[0]?.volume));
      expect(await newcomer.readsReceipt()).toContain(no);
      await newcomer.canReadAll(language);
      await printsAsAReceipt(newcomer, words, `${half} ETH`);
    },
  );
});
