import { formatQueryCode } from '@swapdesk/contract';
import { expect, it, vi } from 'vitest';
import { Customer } from './support/customer.ts';
import { BITCOIN_ADDRESS, ETHEREUM_ADDRESS, LIE, shown, TURNS, UNSEEN } from './support/misleading.ts';
import { operatorInside } from './support/operator.ts';
import { OUT_OF_PLACE } from './support/out-of-place.ts';
import { Shopper } from './support/shopper.ts';
import { describePages } from './support/web-world.ts';
import { wordsIn } from './support/wording.ts';

vi.setConfig({ testTimeout: 300_000 });

/** Of the EIP on checksums: nobody's. */
const OTHER_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const DAY_MS = 86_400_000;
/** A device whose clock is wrong. */
const clockOff = (ms: number) => `{ const right = Date.now; Date.now = () => right() + ${ms}; }`;

/** Digits as Persian writes them. */
const inPersian = (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(0x6f0 + Number(digit)));

describePages('whoever misreads, mistypes or is misled', (world) => {
  it('finds no words of a link among those of the page, and no pair but the one that is shown', async () => {
    const shopper = await world().visitor(Shopper);
    const link = new URLSearchParams([
      ['from', `Bitcoin/BTC ${LIE}`],
      ['to', `${TURNS}CTB/nioctiB`],
      ['amount', '1e999'],
      ['address', 'javascript:alert(1)'],
      ['refund', '<img src=x onerror=alert(1)>'],
      ['mode', LIE],
      ['ref', `${TURNS}${LIE}`],
      ['share', '-5'],
      ['lang', '../../de'],
    ]);
    await shopper.opens(`/?${link}`);
    await shopper.sees('which does not exist here');
    await shopper.sees('This is not a number.');
    const text = await shown(shopper);
    expect(text).not.toContain('exchanged by hand');
    expect(text).not.toContain(BITCOIN_ADDRESS);
    expect(text).not.toContain('Referred by');
    expect(text).not.toMatch(UNSEEN);
    expect(await shopper.page.evaluate(OUT_OF_PLACE)).toEqual([]);
    // What the link says goes on being said, until one has chosen; the form is usable all the same.
    await shopper.types('You send', '0.05');
    await shopper.types('Your Ethereum address', ETHEREUM_ADDRESS);
    await shopper.types('Refund address on Bitcoin', '');
    await shopper.seesAPrice();
  });

  it.each([
    ['cut off within a letter', '/order/%E0%A4%A'],
    ['a sentence', `/order/${encodeURIComponent(LIE.slice(0, 90))}`],
    ['letters that turn round', `/order/${encodeURIComponent(`${TURNS}ABCD`)}`],
    ['cut off in a widget', '/widget/%E0%A4%A'],
  ])('is told that there is no order at an address that is %s, in our own words', async (_, path) => {
    const shopper = await world().visitor(Shopper);
    await shopper.opens(path);
    await shopper.page.getByRole('heading', { level: 1 }).waitFor();
    await shopper.sees(/There is no order with this code|There is nothing at this address/);
    const text = await shown(shopper);
    expect(text).not.toContain('Send your coins');
    expect(text).not.toMatch(UNSEEN);
    shopper.forgives(/40[04]/);
  });

  it('is told which addresses they have not typed themselves, until they have', async () => {
    const shopper = await world().visitor(Shopper);
    const notTyped = shopper.page.getByText('make sure that it is yours');
    await shopper.opens(
      `/?from=Bitcoin/BTC&to=Ethereum/ETH&address=${ETHEREUM_ADDRESS}&refund=${BITCOIN_ADDRESS}`,
    );
    await shopper.sees('A valid address on Bitcoin');
    expect(await notTyped.count()).toBe(2);
    // Another amount makes nobody's address one's own: not after a reload either.
    await shopper.types('You send', '0.07');
    await shopper.until(async () => shopper.page.url().includes('amount=0.07'));
    await shopper.page.reload();
    await shopper.sees('A valid address on Bitcoin');
    expect(await notTyped.count()).toBe(2);
    await shopper.types('Refund address on Bitcoin', '');
    await shopper.types('Your Ethereum address', OTHER_ADDRESS);
    await shopper.until(async () => shopper.page.url().includes(OTHER_ADDRESS));
    await shopper.page.reload();
    await shopper.sees('A valid address on Ethereum');
    expect(await notTyped.count()).toBe(0);
    // What cannot be changed is somebody else's.
    await shopper.opens(`/?to=Ethereum/ETH&amount=0.5&address=${ETHEREUM_ADDRESS}`);
    await shopper.sees('pay only if you know whose it is');
    // And whoever hears the page hears it with the field.
    await shopper.sees('A valid address on Ethereum');
    const field = shopper.page.getByLabel('Receiver’s address on Ethereum');
    const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
    const said = await Promise.all(ids.map((id) => shopper.page.locator(`[id="${id}"]`).innerText()));
    expect(said).toEqual([
      'A valid address on Ethereum',
      'It was set beforehand, and not by this site: pay only if you know whose it is.',
    ]);
  });

  it.each(['de', 'ar'])(
    'asks for a payment and pays it on the smallest phone, in %s, with a reference that has no place to break',
    async (locale) => {
      const reference = 'RF1853900754703400000012345678';
      const shopper = await world().visitor(Shopper, { locale, device: 'phone' });
      await shopper.page.setViewportSize({ width: 320, height: 700 });
      const payment = `to=Ethereum/USDT&amount=25&address=${ETHEREUM_ADDRESS}&reference=${reference}`;
      await shopper.opens(`/request?${payment}`);
      await shopper.page.locator('.request-acts a').waitFor();
      // It is moved through in its field; the link below holds it whole.
      const outOfPlace = await shopper.page.evaluate<string[]>(OUT_OF_PLACE);
      expect(outOfPlace.filter((each) => each !== `cut off while typed: ${reference}`)).toEqual([]);
      const open = await shopper.page.locator('.request-acts a').boundingBox();
      expect(open?.height).toBeGreaterThanOrEqual(24);
      for (const path of ['/', '/widget']) {
        await shopper.opens(`${path}?${payment}`);
        await shopper.page.getByText(reference).waitFor();
        await shopper.page.locator('.costs-sum').waitFor();
        expect(await shopper.page.evaluate(OUT_OF_PLACE)).toEqual([]);
      }
    },
  );

  it('may copy marks along with an address or a code, and type the digits of another writing', async () => {
    const { swap, order, find } = await wordsIn('ar');
    const customer = await world().visitor(Customer, { locale: 'ar' });
    await customer.opens('/?from=Bitcoin/BTC&to=Ethereum/ETH&amount=0.05');
    const label = swap.receivers.address('Ethereum');
    await customer.types(label, `\u2066${ETHEREUM_ADDRESS}\u2069 `);
    await customer.sees(swap.receivers.right('Ethereum'));
    expect(await customer.reads(label)).toBe(ETHEREUM_ADDRESS);
    // What turns letters round, or only looks like one, is no address: and that is said.
    for (const wrong of [`${TURNS}${ETHEREUM_ADDRESS}`, ETHEREUM_ADDRESS.replace('E', '\u0415')]) {
      await customer.types(label, wrong);
      await customer.sees(swap.receivers.wrong.UNKNOWN_CHARACTERS('', ''));
    }
    await customer.types(swap.send, '۰٫۰۷');
    await customer.page.getByText('0.07 BTC').first().waitFor();

    await customer.hasOrdered();
    const { no } = await customer.asks<{ no: string }>(`/openapi/order/query?query_code=${customer.code}`);
    // On another device: this one keeps the manage code.
    const other = await world().visitor(Customer, { locale: 'ar' });
    await other.opens(`/order/${customer.code}`);
    await other.types(order.manage.code, inPersian(customer.manageCode));
    await other.presses(order.manage.enter);
    await other.page.getByRole('button', { name: order.pay.cancel }).waitFor();
    await customer.opens('/find');
    await customer.types(find.fact, ` \u200e${inPersian(no)}`);
    await customer.types(find.other, inPersian(customer.manageCode));
    await customer.presses(find.go);
    await customer.page.waitForURL(`**/order/${formatQueryCode(customer.code)}*`);
    // Somebody who has its code or its link, and looks for it all the same.
    for (const fact of [customer.code.toLowerCase(), `${world().service.url}/order/${customer.code}?x#y`]) {
      await customer.opens('/find');
      await customer.types(find.fact, fact);
      await customer.presses(find.go);
      await customer.page.waitForURL(`**/order/${formatQueryCode(customer.code)}*`);
    }
  });

  it.each([
    ['ahead', DAY_MS],
    ['behind', -DAY_MS],
  ])('has as long to pay as there is, though the clock of the device is a day %s', async (_, off) => {
    const customer = await world().visitor(Customer);
    await customer.page.addInitScript(clockOff(off));
    await customer.hasOrdered({ mode: 'fixed' });
    await customer.page.getByText(/Time left to pay\s+(10:00|9:\d\d)/).waitFor();
    expect(await customer.page.getByText('The time is over.').count()).toBe(0);
  });

  it('places one order, though the page is loaded again before the answer has come', async () => {
    const shopper = await world().visitor(Shopper);
    const { database } = world().store;
    const countOrders = async () => {
      const { rows } = await database.query<{ n: number }>('SELECT count(*)::int AS n FROM orders');
      return rows[0]?.n as number;
    };
    const before = await countOrders();
    await shopper.opens(`/?from=Bitcoin/BTC&to=Ethereum/ETH&amount=0.0421&address=${ETHEREUM_ADDRESS}`);
    await shopper.sees('A valid address on Ethereum');
    await shopper.seesAPrice();
    // The service has it; its answer never comes.
    await shopper.page.route('**/order/place', async (route) => void (await route.fetch()));
    await shopper.presses('Place the order');
    await shopper.until(async () => (await countOrders()) === before + 1);
    await shopper.page.reload();
    // Only now: the browser would let the request through that is held, and its answer would come after all.
    await shopper.page.unrouteAll({ behavior: 'ignoreErrors' });
    await shopper.seesAPrice();
    await shopper.placesTheOrder();
    expect(await countOrders()).toBe(before + 1);
    // The same once more is meant.
    await shopper.page.goBack();
    await shopper.seesAPrice();
    await shopper.placesTheOrder();
    expect(await countOrders()).toBe(before + 2);
    await shopper.opens('/orders');
    await shopper.until(async () => (await shopper.page.locator('.orders-one').count()) === 2);
  });

  it('sees in one tab what was done in the other', async () => {
    const customer = await world().visitor(Customer);
    await customer.hasOrdered();
    await customer.presses('Cancel the order');
    const other = await customer.page.context().newPage();
    await other.goto(customer.page.url());
    await other.getByRole('button', { name: 'Cancel the order' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click();
    // The question is no question any more.
    await customer.sees('This order was cancelled');
    await customer.page.getByRole('dialog').waitFor({ state: 'detached' });
    await other.close();
  });

  it('is not told that nothing was done where an answer was lost, nor to pay while nobody knows', async () => {
    const customer = await world().visitor(Customer);
    const { page } = customer;
    await customer.hasOrdered();
    const dialog = page.getByRole('dialog');
    const cancels = () => dialog.getByRole('button', { name: 'Cancel the order' }).click();
    const address = page.locator('.pay-address');
    await customer.presses('Cancel the order');
    // Lost on the way there: the order is looked at, and it was not done.
    await page.route('**/openapi/order/cancel', (route) => route.abort('connectionreset'));
    await cancels();
    await dialog.getByText('by what it says now this is not done').waitFor();
    expect(await address.isVisible()).toBe(true);
    // Lost on the way back, with all the rest.
    await page.unroute('**/openapi/order/cancel');
    await page.route('**/openapi/order/cancel', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.route('**/openapi/order/query*', (route) => route.abort());
    await cancels();
    await dialog.getByText('whether this was done is not known').waitFor();
    await customer.sees('Do not pay yet');
    expect(await address.count()).toBe(0);
    expect(await page.getByRole('img', { name: 'QR code of the payment' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Pay it' }).count()).toBe(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await customer.sees('This order was cancelled');
    customer.forgives(/Failed to load resource|ERR_/);
  });

  it('may enter far too much: it has its place, and is answered in plain words', async () => {
    const shopper = await world().visitor(Shopper, { device: 'phone' });
    await shopper.page.setViewportSize({ width: 320, height: 800 });
    await shopper.opens('/?from=Ethereum/ETH&to=Bitcoin/BTC&to=TRON/USDT&share=60&share=40');
    await shopper.types('You send', '9'.repeat(300));
    await shopper.until(async () => /Too much|not a number|counted/.test(await shown(shopper)));
    expect(await shown(shopper)).not.toContain('The service refused');
    await shopper.types('Receiver 1: Bitcoin address', 'W'.repeat(2_000));
    await shopper.sees('The address is longer than 128 characters');
    const share = shopper.page.getByLabel('Share of receiver 1, in percent');
    for (const [typed, kept] of [
      ['much', '60'],
      ['٢٥', '25'],
      ['900', '99'],
    ] as const) {
      await share.fill(typed);
      await share.blur();
      await shopper.until(async () => (await share.inputValue()) === kept);
    }
    // What is being typed stays while prices come.
    await share.fill('40');
    for (let n = 0; n < 2; n++)
      await shopper.page.waitForResponse((answer) => answer.url().includes('/order/calculate'));
    expect(await share.inputValue()).toBe('40');
    await share.blur();
    // Three hundred digits are moved through in their field; what was understood stands below it, whole, and has to be in lines.
    const outOfPlace = await shopper.page.evaluate<string[]>(OUT_OF_PLACE);
    const isLong = /^(cut off while typed|a number in two lines): 999/;
    expect(outOfPlace.filter((each) => !isLong.test(each))).toEqual([]);
    await shopper.opens(`/find?order=${'W'.repeat(3_000)}`);
    await shopper.types('One more fact', 'very much '.repeat(300));
    await shopper.presses('Find it');
    await shopper.sees('No order was found with these two facts.');
    expect(await shopper.page.evaluate(OUT_OF_PLACE)).toEqual([]);
    shopper.forgives(/400/);
  });

  it.each(['/', '/orders', '/find', '/fees', '/status', '/questions', '/nowhere'])(
    'can read %s at twice the size',
    async (path) => {
      const shopper = await world().visitor(Shopper);
      // A screen of 1280, and one of a small phone.
      for (const width of [640, 320]) {
        await shopper.page.setViewportSize({ width, height: 400 });
        await shopper.opens(path);
        await shopper.page.getByRole('heading', { level: 1 }).waitFor();
        await shopper.page.waitForLoadState('networkidle');
        const letters = width === 640 ? '200%' : '';
        await shopper.page.evaluate(`document.documentElement.style.fontSize = '${letters}'`);
        await expect
          .poll(() => shopper.page.evaluate<string[]>(OUT_OF_PLACE), { timeout: 10_000 })
          .toEqual([]);
      }
      shopper.forgives(/404/);
    },
  );

  it('puts an alarm off for as long as they say, though the clock of the device is a day ahead', async () => {
    await world().swapdesk('halt', 'set', 'Base', 'ETH', '--why', `a drill ${TURNS}`.trim());
    const operator = await operatorInside(world(), 'tom', 'admin');
    await operator.page.addInitScript(clockOff(DAY_MS));
    await operator.opens('/console/alarms');
    const alarm = operator.page.getByRole('article', { name: 'Base ETH: halted' });
    await alarm.getByRole('button', { name: 'Put off' }).click();
    await operator.chooses('For', '4 hours');
    await operator.pressesInDialog('Put off');
    await operator.sees('1 alarm is put off');
    const { rows } = await world().store.database.query<{ hours: number }>(
      `SELECT round((snoozed_until - extract(epoch FROM now())) / 3600)::int AS hours FROM alarm
        WHERE snoozed_until > 0`,
    );
    expect(rows).toEqual([{ hours: 4 }]);
    await world().swapdesk('halt', 'clear', 'Base', 'ETH');
  });

  it('finds figures that nobody can have asked for explained, and the way back', async () => {
    const operator = await operatorInside(world(), 'fin', 'viewer');
    await operator.opens(
      `/console/figures?by=everything&per=${TURNS}&from=2026-13-45&to=yesterday&code=${'W'.repeat(200)}&sort=;drop&chain=Nowhere`,
    );
    await operator.sees('The service refused');
    // What counts is shown, though there is no such thing.
    expect(await operator.page.getByLabel('Chain', { exact: true }).inputValue()).toBe('Nowhere');
    await operator.page.setViewportSize({ width: 320, height: 700 });
    // A code of two hundred letters is moved through in its field.
    const outOfPlace = await operator.page.evaluate<string[]>(OUT_OF_PLACE);
    expect(outOfPlace.filter((each) => !each.startsWith('cut off while typed: WWW'))).toEqual([]);
    await operator.page.setViewportSize({ width: 1280, height: 800 });
    await operator.goesTo('Overview');
    await operator.goesTo('Figures');
    await operator.sees('days in your time zone');
  });

  it('reads what the operator says in English in its own order, on a page that runs the other way', async () => {
    const operator = await operatorInside(world(), 'ada', 'admin');
    await operator.opens('/console/site');
    await operator.chooses('Name: who says it', 'As said here');
    await operator.types('Name', `Harbour${TURNS}Swap`);
    await operator.sees('holds characters that are not seen');
    await operator.types('Name', 'Harbour Swap (1)');
    await operator.chooses('Announcement: who says it', 'As said here');
    await operator.types('Text, in English', 'We have moved (to Malta)!');
    await operator.presses('Save');
    await operator.pressesInDialog('Save');
    await operator.sees('The site is saved.');
    const reader = await world().visitor(Shopper, { locale: 'ar' });
    const said = reader.page.getByText('We have moved (to Malta)!');
    await reader.until(async () => {
      await reader.opens('/');
      await reader.page.getByRole('heading', { level: 1 }).waitFor();
      return said.isVisible();
    }, 500);
    const directionOf = (text: string) =>
      reader.page
        .getByText(text)
        .first()
        .evaluate((element) => {
          const { getComputedStyle } = globalThis as unknown as {
            getComputedStyle(of: unknown): { direction: string };
          };
          return getComputedStyle(element).direction;
        });
    expect(await directionOf('We have moved (to Malta)!')).toBe('ltr');
    expect(await directionOf('Harbour Swap (1)')).toBe('ltr');
  });
});
