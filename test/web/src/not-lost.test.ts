import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { IS_LONG } from '../../support/volume.ts';
import { Customer } from './support/customer.ts';
import { Shopper } from './support/shopper.ts';
import { describePages } from './support/web-world.ts';

const ETHEREUM_ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const BITCOIN_ADDRESS = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
/** What a browser does that keeps nothing for a page. */
const NO_STORAGE = `Object.defineProperty(window, 'localStorage', {
  get() { throw new DOMException('The operation is insecure.', 'SecurityError'); },
});`;

/** And of one that has no room for more. */
const FULL_STORAGE = `
  const setItem = Storage.prototype.setItem;
  Storage.prototype.setItem = function (name, value) {
    if (this === localStorage) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    setItem.call(this, name, value);
  };`;

/** Notifications as they would be shown: a browser without windows shows none. */
const TOLD = `
  window.told = [];
  window.asked = 0;
  window.Notification = class extends EventTarget {
    static permission = 'default';
    static async requestPermission() {
      window.asked += 1;
      return (window.Notification.permission = 'granted');
    }
    constructor(title) { super(); window.told.push(title); }
    close() {}
  };`;

describePages('nothing is lost:', (world) => {
  it.runIf(IS_LONG)(
    'what was typed survives reload, the way back from an order, and turning round',
    async () => {
      const shopper = await world().visitor(Shopper);
      await shopper.opens('/?from=Bitcoin/BTC&to=Ethereum/ETH');
      await shopper.types('You send', '0.07');
      await shopper.types('Your Ethereum address', ETHEREUM_ADDRESS);
      await shopper.types('Refund address on Bitcoin', BITCOIN_ADDRESS);
      await shopper.chooses('Coin to receive', 'USDT on Ethereum');
      await shopper.wants('Fixed price');
      await shopper.page.waitForURL(/mode=fixed/);
      const all = {
        'You send': '0.07',
        'Your Ethereum address': ETHEREUM_ADDRESS,
        'Refund address on Bitcoin': BITCOIN_ADDRESS,
      };
      const seesAll = async () => {
        for (const [label, text] of Object.entries(all)) expect(await shopper.reads(label)).toBe(text);
        await shopper.sees('USDT on Ethereum');
        expect(await shopper.page.getByRole('radio', { name: 'Fixed price' }).isChecked()).toBe(true);
      };
      await seesAll();
      await shopper.page.reload();
      await seesAll();
      await shopper.sees('A valid address on Ethereum');
      await shopper.seesAPrice();
      await shopper.placesTheOrder();
      await shopper.sees('Waiting for your payment');
      await shopper.page.goBack();
      await seesAll();
      await shopper.presses('Swap the two coins');
      expect(await shopper.reads('You receive')).toBe('0.07');
      expect(await shopper.reads('Your Bitcoin address')).toBe(BITCOIN_ADDRESS);
      expect(await shopper.reads('Refund address on Ethereum')).toBe(ETHEREUM_ADDRESS);
    },
  );

  it.runIf(IS_LONG)(
    'a link that names what is not offered says so, and goes on saying so until one has chosen',
    async () => {
      const shopper = await world().visitor(Shopper);
      const link = `/?from=Bitcoin/DOGE&to=Arbitrum/ARB&amount=1&address=${BITCOIN_ADDRESS}&refund=${BITCOIN_ADDRESS}`;
      await shopper.opens(link);
      const words =
        'The link asks for “Bitcoin/DOGE”, which does not exist here. You would send BTC on Bitcoin';
      await shopper.sees(words);
      await shopper.findsNoBarrier();
      await shopper.page.reload();
      await shopper.sees(words);
      await shopper.chooses('Coin to send', 'LTC on Litecoin');
      expect(await shopper.page.getByText(words).count()).toBe(0);
      expect(await shopper.reads('You send')).toBe('1');
    },
  );

  it('an order is remembered by the browser that placed it, with its codes, until it is told to forget', async () => {
    const shopper = await world().visitor(Shopper);
    await shopper.opens(`/?amount=0.03&address=${ETHEREUM_ADDRESS}`);
    await shopper.seesAPrice();
    const code = await shopper.placesTheOrder();
    const manageCode = new URL(shopper.page.url()).hash.slice(1);
    // The link is lost: the tab was closed.
    await shopper.opens('/orders');
    await shopper.sees('Waiting');
    await shopper.findsNoBarrier();
    await shopper.page.getByRole('link', { name: '0.03 BTC on Bitcoin for ETH on Ethereum' }).click();
    await shopper.sees('Waiting for your payment');
    expect(new URL(shopper.page.url()).hash).toBe(`#${manageCode}`);
    // The order's code alone is enough where the browser knows the rest.
    await shopper.opens(`/order/${code}?again`);
    await shopper.sees('This browser remembers it');
    await shopper.page.getByRole('button', { name: 'Cancel the order' }).waitFor();
    // What one is told to keep is the whole of it.
    expect(new URL(shopper.page.url()).hash).toBe(`#${manageCode}`);
    // One touch beside what was meant costs nobody the manage code.
    const dialog = shopper.page.getByRole('dialog', { name: `Forget order ${code}` });
    await shopper.presses('Forget it');
    await shopper.findsNoBarrier();
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await shopper.sees('This browser remembers it');
    await shopper.presses('Forget it');
    await dialog.getByRole('button', { name: 'Forget', exact: true }).click();
    await shopper.page.reload();
    await shopper.page.getByRole('button', { name: 'Cancel the order' }).waitFor();
    await shopper.presses('Remember it in this browser');
    await shopper.opens('/orders');
    const forgets = () => shopper.page.getByRole('button', { name: `Forget order ${code}` }).click();
    await forgets();
    await shopper.findsNoBarrier();
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await dialog.waitFor({ state: 'detached' });
    await shopper.page.reload();
    expect(await shopper.page.locator('.orders-one').count()).toBe(1);
    await forgets();
    await dialog.getByRole('button', { name: 'Forget', exact: true }).click();
    await shopper.sees('This browser remembers no orders.');
    await shopper.opens(`/order/${code}?once-more#${manageCode}`);
    await shopper.presses('Remember it in this browser');
    await shopper.opens('/orders');
    await shopper.presses('Forget all');
    await shopper.page.getByRole('dialog').getByRole('button', { name: 'Forget all' }).click();
    await shopper.sees('This browser remembers no orders.');
    await shopper.page.reload();
    await shopper.sees('This browser remembers no orders.');
    await shopper.opens(`/order/${code}`);
    await shopper.sees('You can look at this order.');
  });

  it('a wrong manage code in a link hides none that the browser remembers', async () => {
    const shopper = await world().visitor(Shopper);
    await shopper.opens(`/?amount=0.03&address=${ETHEREUM_ADDRESS}`);
    await shopper.seesAPrice();
    const code = await shopper.placesTheOrder();
    const manageCode = new URL(shopper.page.url()).hash;
    const unproven = shopper.page.getByText('Whether this manage code is the right one');
    const shown = shopper.page.locator('.keep-codes');
    const seesIt = async () => {
      await shown.waitFor();
      expect((await shown.innerText()).replaceAll('-', '')).toContain(manageCode.slice(1));
      expect(new URL(shopper.page.url()).hash).toBe(manageCode);
      expect(await unproven.count()).toBe(0);
    };
    await shopper.opens(`/order/${code}?again#${'0'.repeat(20)}`);
    await seesIt();
    // Nor where the page is open already.
    await shopper.page.evaluate(`location.hash = '${'1'.repeat(20)}'`);
    await shopper.until(async () => new URL(shopper.page.url()).hash === manageCode);
    await seesIt();
    await shopper.presses('Cancel the order');
    await shopper.page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click();
    await shopper.sees('This order was cancelled');
  });

  it('a manage code that a link alone says is called no right one, and gives way to the right one', async () => {
    const customer = await world().visitor(Customer);
    await customer.hasOrdered();
    const right = customer.manageCode;
    await customer.opens(`/order/${customer.code}?again#${'0'.repeat(20)}`);
    await customer.sees('Whether this manage code is the right one shows only when it is used');
    await customer.findsNoBarrier();
    // Remembered it is no better, and stands in the way of none that comes with a link.
    await customer.presses('Remember it in this browser');
    await customer.opens(`/order/${customer.code}?once-more#${right}`);
    await customer.sees('Whether this manage code is the right one shows only when it is used');
    expect(new URL(customer.page.url()).hash).toBe(`#${right}`);
    await customer.opens(`/order/${customer.code}?and-again`);
    await customer.presses('Cancel the order');
    const dialog = customer.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel the order' }).click();
    await customer.sees('You can look at this order.');
    await customer.types('Manage code', right);
    await customer.presses('Continue');
    await customer.page.getByRole('button', { name: 'Cancel the order' }).waitFor();
    expect(new URL(customer.page.url()).hash).toBe(`#${right}`);
    customer.forgives(/403/);
  });

  it('what a bill is called stands on the order it was placed for, among my orders and on the receipt, whoever comes back', async () => {
    const shopper = await world().visitor(Shopper);
    await shopper.opens(`/?to=Ethereum/ETH&amount=0.5&address=${ETHEREUM_ADDRESS}&reference=bill+8`);
    await shopper.seesAPrice();
    const code = await shopper.placesTheOrder();
    // Nothing reads it from an address, and addresses are logged.
    expect(new URL(shopper.page.url()).search).toBe('');
    const seesIt = async () => {
      await shopper.sees('Order number');
      expect(await shopper.page.locator('.order-agreed').innerText()).toMatch(/Reference\s+bill 8/);
    };
    await seesIt();
    await shopper.presses('Copy the address of this page');
    const link = await shopper.page.evaluate<string>('navigator.clipboard.readText()');
    await shopper.opensANewTab();
    await shopper.opens(link);
    await seesIt();
    await shopper.presses('Copy the receipt as text');
    expect(await shopper.page.evaluate<string>('navigator.clipboard.readText()')).toContain(
      'Reference: bill 8\n',
    );
    await shopper.opens('/orders');
    await shopper.sees('Reference: bill 8');
    await shopper.page.getByRole('link', { name: /^[\d.]+ BTC on Bitcoin for ETH/ }).click();
    await seesIt();
    // Another name in the address is nobody's bill.
    await shopper.opens(`/order/${code}?reference=bill+9`);
    await seesIt();
  });

  it.runIf(IS_LONG)(
    'the codes stand above the address to pay to, can be saved, and a browser that keeps nothing says so',
    async () => {
      const customer = await world().visitor(Customer, { device: 'phone' });
      await customer.page.setViewportSize({ width: 320, height: 800 });
      await customer.page.addInitScript(NO_STORAGE);
      await customer.hasOrdered();
      await customer.sees('Before you pay, keep the address of this page');
      const top = async (text: string) => (await customer.page.getByText(text).first().boundingBox())?.y ?? 0;
      const shown = customer.manageCode.replace(/(.{5})(?=.)/g, '$1-');
      expect(await top(shown)).toBeGreaterThan(0);
      expect(await top(shown)).toBeLessThan(await top('Send this amount'));
      const [download] = await Promise.all([
        customer.page.waitForEvent('download'),
        customer.presses('Save as a file'),
      ]);
      const saved = await readFile(await download.path(), 'utf8');
      expect(saved).toContain(`/order/`);
      expect(saved).toContain(`#${customer.manageCode}`);
      await customer.presses('Remember it in this browser');
      await customer.sees('This browser keeps nothing, as in a private window.');
      expect(await customer.hasToScrollSideways()).toBe(false);
      await customer.findsNoBarrier();
      await customer.presses('Dark theme');
      await customer.opens('/orders');
      await customer.sees('This browser keeps nothing, as in a private window.');
      await customer.opens(`/?address=${ETHEREUM_ADDRESS}`);
      await customer.seesAPrice();
      await customer.placesTheOrder();
      await customer.sees('Waiting for your payment');
    },
  );

  it('a browser that keeps nothing says of no order that was placed in it that it does not know it', async () => {
    const places = async (storage: string) => {
      const shopper = await world().visitor(Shopper);
      await shopper.page.addInitScript(storage);
      await shopper.opens(`/?amount=0.03&address=${ETHEREUM_ADDRESS}`);
      await shopper.seesAPrice();
      await shopper.placesTheOrder();
      await shopper.sees('Send this amount');
      expect(await shopper.page.getByText('does not know this order').count()).toBe(0);
      return shopper.page.getByText('This browser keeps nothing, so this page cannot know');
    };
    // The tab still knows what was done in it.
    expect(await (await places(NO_STORAGE)).count()).toBe(0);
    expect(await (await places(FULL_STORAGE)).count()).toBe(0);
    await (await places(`${NO_STORAGE}${NO_STORAGE.replace('localStorage', 'sessionStorage')}`)).waitFor();
  });

  it('an order whose link is lost is found by two facts, and with its manage code decided about', async () => {
    const customer = await world().visitor(Customer);
    await customer.hasOrdered();
    const { address, no } = await customer.asks<{ address: string; no: string }>(
      `/openapi/order/query?query_code=${customer.code}`,
    );
    await customer.opens('/order/ZZZZ-ZZZZ-ZZZZ');
    await customer.page.getByRole('link', { name: 'Find an order by other facts' }).click();
    await customer.page.getByRole('heading', { name: 'Find an order' }).waitFor();
    await customer.findsNoBarrier();
    const fact = 'Deposit address, transaction or order number';
    await customer.types(fact, ` ${address} `);
    await customer.presses('Find it');
    await customer.sees('Enter this too.');
    await customer.types('One more fact', '00000000');
    await customer.presses('Find it');
    await customer.sees('No order was found with these two facts.');
    await customer.findsNoBarrier();
    await customer.types('One more fact', no);
    await customer.presses('Find it');
    await customer.sees('You can look at this order.');
    // A receipt's link fills in the number.
    await customer.opens(`/find?order=${no}`);
    expect(await customer.reads(fact)).toBe(no);
    await customer.types('One more fact', customer.manageCode.toLowerCase());
    await customer.presses('Find it');
    await customer.page.getByRole('button', { name: 'Cancel the order' }).waitFor();
  });

  it('whoever does something else meanwhile is told by the title of the tab, and by a notification if asked for', async () => {
    const customer = await world().visitor(Customer);
    await customer.page.addInitScript(TOLD);
    const { clock } = customer.page;
    await clock.install();
    await customer.hasOrdered();
    await customer.sees('Waiting for your payment');
    expect(await customer.page.evaluate('window.asked')).toBe(0);
    await customer.presses('Tell me when something happens');
    await customer.sees('This browser tells you when something happens');
    expect(await customer.page.evaluate('window.asked')).toBe(1);
    await customer.stillFindsNoBarrier();
    await customer.looksAway(true);
    await customer.paysFromAWallet();
    const told = () => customer.page.evaluate<string[]>('window.told');
    await customer.until(async () => {
      await clock.fastForward(31_000);
      return (await told()).length > 0;
      // Not at once again: what was asked for in such a leap of time has waited as long.
    }, 500);
    expect((await told())[0]).toMatch(/^(Your payment is on its way|Paid\.|Done\.)/);
    expect(await customer.page.title()).toMatch(/^(Confirming|Exchanging|Completed) · Order/);
  });

  it('whoever is told that payouts are delayed is told so by the notification too', async () => {
    const customer = await world().visitor(Customer);
    const { page } = customer;
    await page.addInitScript(TOLD);
    await page.clock.install();
    await customer.seesHalted('Bitcoin', 'BTC', () =>
      world().swapdesk('halt', 'set', 'Bitcoin', 'BTC', '--why', 'a look'),
    );
    await customer.hasOrdered();
    await customer.presses('Tell me when something happens');
    await customer.looksAway(true);
    await customer.paysFromAWallet();
    const told = () => page.evaluate<string[]>('window.told');
    await customer.until(async () => {
      await page.request.post('/testnet/mine', { data: { chain: 'Ethereum' } });
      await page.clock.fastForward(31_000);
      return (await told()).some((each) => each.startsWith('Paid.'));
    }, 500);
    expect((await told()).at(-1)).toBe('Paid. Sending your coins is delayed');
    await world().swapdesk('halt', 'clear', 'Bitcoin', 'BTC');
  });
});
