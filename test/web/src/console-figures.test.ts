import { beforeAll, expect, it, vi } from 'vitest';
import { Customers, ETHEREUM_ADDRESS, type Placed } from './support/customers.ts';
import { type Operator, operatorInside } from './support/operator.ts';
import { describePages } from './support/web-world.ts';

vi.setConfig({ testTimeout: 300_000 });

const WIDTHS = [1280, 390, 320];

/** Nothing of the page is out of reach, and whoever cannot see it can use it, on screens of every width. */
async function fitsEveryWidth(operator: Operator, shows: string): Promise<void> {
  for (const width of WIDTHS) {
    await operator.page.setViewportSize({ width, height: 800 });
    await operator.sees(shows);
    const isWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
    expect(await operator.page.evaluate(isWide), `${shows} at ${width} px`).toBe(false);
    await operator.stillFindsNoBarrier();
  }
  await operator.page.setViewportSize({ width: 1280, height: 800 });
}

/** What the page downloads, as the browser of whoever is signed in gets it. */
async function downloaded(operator: Operator, title: string): Promise<string> {
  const link = operator.page.getByRole('link', { name: title, exact: true });
  const href = await link.getAttribute('href');
  return operator.page.evaluate<string>(`fetch(${JSON.stringify(href)}).then((answer) => answer.text())`);
}

/** Lines of a file by the names of their columns; nothing here has commas in it. */
function linesOf(csv: string): Record<string, string>[] {
  const [head = '', ...lines] = csv.trim().split('\r\n');
  const names = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(names.map((name, n) => [name, cells[n] ?? '']));
  });
}

/** Key by key, as people do: what is no month yet stays in the field, and the month that is shown stays in sight. */
async function typesAnotherMonth(operator: Operator): Promise<void> {
  const field = operator.page.getByLabel('Month', { exact: true });
  const now = await field.inputValue();
  await field.press('End');
  for (const key of ['Backspace', 'Backspace']) await field.press(key);
  expect(await field.inputValue()).toBe(now.slice(0, 5));
  await operator.page.getByRole('heading', { name: now }).waitFor();
  const before = `${Number(now.slice(0, 4)) - 1}-01`;
  await field.fill('');
  await field.pressSequentially(before);
  await operator.sees('No order was completed in this month.');
  expect(await field.inputValue()).toBe(before);
  await field.fill(now);
  await operator.page.getByRole('heading', { name: now }).waitFor();
}

describePages('figures of the console', (world) => {
  let done: Placed;
  let other: Placed;

  beforeAll(async () => {
    await world().swapdesk('refcode', 'create', 'friend', '--account', 'shop', '--rate', '20%');
    const customers = new Customers(world());
    done = await customers.order({ refCode: 'friend' });
    other = await customers.order({ quantity: 250 });
    for (const order of [done, other]) {
      await customers.pay(order);
      await customers.until(order, 4);
    }
    // All that was booked for them is reckoned, and counted.
    const { database } = world().store;
    await vi.waitFor(
      async () => {
        const { rows } = await database.query(
          `SELECT (SELECT count(*) FROM order_figure) AS orders, (SELECT count(*) FROM figure_due) AS due,
                  (SELECT count(*) FROM result_due) AS unreckoned, (SELECT count(*) FROM figure_past) AS past`,
        );
        expect(rows[0]).toEqual({ orders: 2, due: 0, unreckoned: 0, past: 0 });
      },
      { timeout: 60_000, interval: 250 },
    );
  });

  it('completed orders are summed up by pair, partner, code and day, and each of them is in a file', async () => {
    const operator = await operatorInside(world(), 'fay', 'support');
    await operator.opens('/console/figures');
    await operator.sees('days in your time zone');
    const table = operator.page.getByRole('table', { name: 'Figures' });
    await table.getByText('USDT on Ethereum').waitFor();
    expect(await table.getByRole('row').nth(1).innerText()).toMatch(/ETH on Base\s+2\s+350\.00/);
    await operator.findsNoBarrier();
    await fitsEveryWidth(operator, 'days in your time zone');

    await operator.chooses('Grouped by', 'Referral code');
    await table.getByText('friend').waitFor();
    expect(await table.getByRole('row').count()).toBe(3);
    await operator.chooses('And by', 'Day');
    await table.getByRole('columnheader', { name: 'Day' }).waitFor();
    await operator.chooses('Sorted by', 'Commissions');
    await operator.types('Referral code', 'friend');
    await operator.until(async () => (await table.getByRole('row').count()) === 2);

    const orders = linesOf(await downloaded(operator, 'Orders as CSV'));
    expect(orders.map(({ no }) => no)).toEqual([done.no]);
    await operator.opens('/console/figures');
    await table.waitFor();
    const all = linesOf(await downloaded(operator, 'Orders as CSV'));
    expect(new Set(all.map(({ no }) => no))).toEqual(new Set([done.no, other.no]));
    for (const order of all) {
      expect(order.deposit_txids).toMatch(/^\S{20,}$/);
      expect(order.payout_txids).toMatch(/^\S{20,}$/);
      expect(Number(order.fees_usdt)).toBeGreaterThan(0);
    }
    const byCode = new Map(all.map((order) => [order.ref_code, order]));
    expect(Number(byCode.get('friend')?.commission_usdt)).toBeGreaterThan(0);
    expect(byCode.get('')?.commission_usdt).toBe('0');
    // The page's sum is that of the lines, to the last digit: the title has all of them.
    const [sums] = linesOf(await downloaded(operator, 'Sums as CSV'));
    const exact = (text = '0') => {
      const [whole = '', fraction = ''] = text.split('.');
      return BigInt(whole + fraction.padEnd(60, '0'));
    };
    for (const name of ['turnover_usdt', 'fees_usdt', 'network_usdt', 'result_usdt'])
      expect(exact(sums?.[name])).toBe(all.reduce((sum, order) => sum + exact(order[name]), 0n));
  });

  it('an affiliate has a statement with both transactions of each order, is paid on proposal, and a rate changes for what is to come', async () => {
    const operator = await operatorInside(world(), 'al', 'admin');
    await operator.opens('/console/affiliates');
    await operator.sees('Codes and rates');
    await operator.findsNoBarrier();
    await fitsEveryWidth(operator, 'Codes and rates');

    await operator.presses('Change the rate of friend');
    await operator.types('Part of the service fee, %', '15');
    await operator.sees('From 20 % to 15 % of the service fee.');
    await operator.pressesInDialog('Change the rate');
    await operator.page.getByText(/20 % until/).waitFor();

    await operator.page.getByRole('link', { name: 'shop', exact: true }).click();
    await operator.seesTheTitle('Statement of shop');
    await operator.page.getByRole('link', { name: done.no, exact: true }).waitFor();
    await fitsEveryWidth(operator, 'Statement of shop');
    await typesAnotherMonth(operator);
    const [line] = linesOf(await downloaded(operator, 'CSV'));
    expect(line).toMatchObject({ order_no: done.no, rate: '0.2', ref_code: 'friend', state: 'due' });
    expect(line?.deposit_txids).toMatch(/^\S{20,}$/);
    expect(line?.payout_txids).toMatch(/^\S{20,}$/);
    expect(JSON.parse(await downloaded(operator, 'JSON lines'))).toEqual(line);

    await operator.opens('/console/affiliates');
    await operator.presses('Change where shop is paid');
    await operator.chooses('Paid in', 'USDT on Ethereum');
    await operator.types('To the address', ETHEREUM_ADDRESS);
    await operator.pressesInDialog('Name this address');
    await operator.page.getByText(/named by al/).waitFor();
    await operator.presses('Take back the new address of shop');
    await operator.pressesInDialog('Take it back');
    await operator.page.getByText(/named by al/).waitFor({ state: 'detached' });

    await operator.presses('Pay what is due to shop');
    await operator.chooses('Paid in', 'USDT on Ethereum');
    await operator.types('To the address', ETHEREUM_ADDRESS);
    await operator.types('Reason', 'the month is over');
    await operator.page.getByRole('dialog').getByText(`is paid out to ${ETHEREUM_ADDRESS}`).waitFor();
    await operator.findsNoBarrier();
    await operator.pressesInDialog('Propose to pay it');
    // Whoever leaves before it was answered has asked for nothing.
    await operator.page.getByRole('dialog').waitFor({ state: 'detached' });
    await operator.opens('/console/proposals');
    await operator.sees('affiliate settle');
  });

  it('webhooks are tried, paused and resumed; one that is paused by failures is an alarm with a way there', async () => {
    const made = await world().swapdesk(
      'webhook',
      'create',
      'https://shop.invalid/hook',
      '--account',
      'shop',
    );
    expect(made.code).toBe(0);
    const operator = await operatorInside(world(), 'wes', 'support');
    await operator.opens('/console/webhooks');
    await operator.sees('shop.invalid');
    await operator.findsNoBarrier();
    await fitsEveryWidth(operator, 'shop.invalid');
    // A viewer of URLs could use what stands in them.
    expect(await operator.page.getByText('/hook').count()).toBe(0);
    await operator.presses('Test webhook 1');
    await operator.pressesInDialog('Send a trial');
    await operator.page.getByText(/^The trial: /).waitFor();
    await operator.page.keyboard.press('Escape');
    await operator.page.getByRole('table', { name: 'Attempts' }).getByText('trial').waitFor();
    await operator.presses('Pause webhook 1');
    await operator.pressesInDialog('Pause it');
    await operator.page.getByText('somebody asked for it').waitFor();
    await operator.presses('Resume webhook 1');
    await operator.pressesInDialog('Resume it');
    await operator.page.getByRole('button', { name: 'Pause webhook 1', exact: true }).waitFor();
    const { rows } = await world().store.database.query(
      `SELECT act, actor FROM audit_entry WHERE act LIKE 'webhook %' AND via = 'console' ORDER BY id`,
    );
    expect(rows.map(({ act }) => act)).toEqual(['webhook test', 'webhook pause', 'webhook resume']);
    await world().store.database.query(
      `UPDATE webhook_endpoint SET paused_at = 1, paused_why = 'failing' WHERE id = 1`,
    );
    const { output } = await world().swapdesk('doctor');
    expect(output).toMatch(/webhooks of accounts .*1 of shop failed for three days/);
  });

  it('fees of a pair are set and removed, and shown in percent', async () => {
    const operator = await operatorInside(world(), 'fee', 'admin');
    await operator.opens('/console/settings');
    await operator.presses('Set a fee');
    await operator.types('Fee, %', '0.3');
    await operator.page.getByRole('dialog').getByText('Of 1 BTC a client gets 0.003 BTC less.').waitFor();
    await operator.types('From USDT on', '50 000');
    await operator.pressesInDialog('Set it');
    await operator.presses('Remove fee 1');
    await operator.page
      .getByRole('table', { name: /^Fees of pairs/ })
      .getByText('50,000 USDT')
      .waitFor();
    await operator.pressesInDialog('Remove it');
    await operator.sees('There are none: everybody pays');
  });

  it('payments, hedging and upkeep have pages that fit and can be used by everybody', async () => {
    const operator = await operatorInside(world(), 'up', 'admin');
    for (const [path, shows] of [
      ['/payments', 'not confirmed yet'],
      ['/hedging', 'Held at venues'],
      ['/upkeep', 'Looking again'],
    ] as const) {
      await operator.opens(`/console${path}`);
      await operator.sees(shows);
      await operator.findsNoBarrier();
      await fitsEveryWidth(operator, shows);
    }
    await operator.presses('Look again');
    await operator.types('From block', '0');
    await operator.pressesInDialog('Look through them');
    await operator.page.getByRole('table', { name: 'Looking again' }).getByText('0 to').waitFor();
  });

  it('settings are shown and changed in units of people, exactly, with their effect', async () => {
    const operator = await operatorInside(world(), 'ada', 'admin');
    await operator.opens('/console/settings');
    await operator.sees('Of 1 BTC a client gets 0.005 BTC less.');
    const row = (name: string) => operator.page.getByRole('row').filter({ hasText: name });
    expect(await row('float_fee_ppm').innerText()).toMatch(/0\.5 %/);
    expect(await row('float_lifetime_s').innerText()).toMatch(/1 hour/);
    expect(await row('fixed_open_usdt').innerText()).toMatch(/2,000,000 USDT/);
    expect(await row('day_per_caller_usdt').innerText()).toMatch(/no limit/);
    await operator.findsNoBarrier();
    await fitsEveryWidth(operator, 'Of 1 BTC a client gets 0.005 BTC less.');

    const changes = async (about: string) => operator.presses(`Change ${about}`);
    await changes('service fee of float orders');
    await operator.types('Value, %', '0.00001');
    expect(await operator.canPressInDialog('Change it')).toBe(false);
    await operator.types('Value, %', '0.45');
    await operator.sees('From 0.5 % to 0.45 %.');
    await operator.page.getByRole('dialog').getByText('Of 1 BTC a client gets 0.0045 BTC less.').waitFor();
    await operator.pressesInDialog('Change it');
    await operator.sees('The setting is changed.');

    await changes('how long a float order waits for its deposit');
    await operator.types('Value, a span of time', '1.5');
    await operator.chooses('Unit of time', 'days');
    // More than it takes.
    expect(await operator.canPressInDialog('Change it')).toBe(false);
    await operator.chooses('Unit of time', 'hours');
    await operator.sees('From 1 hour to 1 hour 30 minutes.');
    await operator.findsNoBarrier();
    await operator.pressesInDialog('Change it');
    await operator.page.getByText('1 hour 30 minutes').first().waitFor();
    const { output } = await world().swapdesk('setting', 'list');
    expect(output).toMatch(/float_fee_ppm +4500 /);
    expect(output).toMatch(/float_lifetime_s +5400 /);
  });
});
