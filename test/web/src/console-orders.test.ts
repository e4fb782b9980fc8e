import { beforeAll, expect, it, vi } from 'vitest';
import { cancelPayout } from '../../support/cancelled-payout.ts';
import { IS_LONG } from '../../support/volume.ts';
import { Customers, ETHEREUM_ADDRESS, type Placed } from './support/customers.ts';
import { type Operator, operatorInside } from './support/operator.ts';
import { describePages } from './support/web-world.ts';

const OTHER_ADDRESS = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const FROZEN = 7;
const REFUNDED = 5;
const COMPLETED = 4;

// A whole story, with commands of the command line in it, on a machine that has much else to do.
vi.setConfig({ testTimeout: 300_000 });

describePages('an operator and the orders', (world) => {
  let customers: Customers;
  let waiting: Placed;
  let short: Placed;

  beforeAll(async () => {
    customers = new Customers(world());
    waiting = await customers.order();
    short = await customers.order({ mode: 'fixed' });
    await customers.pay(short, 60);
    await customers.until(short, FROZEN);
  });

  it('freezes an order on its way, sees what that means, and lets it go on', async () => {
    const operator = await operatorInside(world(), 'ada', 'admin');
    await haltsPayouts(operator);
    await customers.pay(waiting);
    await operator.opensTheOrder(waiting.no);
    await operator.seesTheState('Exchanging');

    await operator.presses('Cannot be paid?');
    await operator.types('Pay to', OTHER_ADDRESS);
    await operator.sees(OTHER_ADDRESS);
    await operator.findsNoBarrier();
    await operator.isPictured('console-way-out');
    await operator.pressesInDialog('Cancel');
    await operator.presses('Paid already?');
    await operator.types('Transaction', 'ab'.repeat(32));
    await operator.sees(/knows no transaction/);
    // However long what is said is, what can be pressed stays in sight.
    const isWide =
      'document.querySelector("dialog[open] form").scrollWidth > document.querySelector("dialog[open]").clientWidth';
    expect(await operator.page.evaluate(isWide)).toBe(false);
    await operator.types('Reason', 'they say so');
    expect(await operator.canPressInDialog('Book it as paid')).toBe(false);
    await operator.findsNoBarrier();
    await operator.isPictured('console-paid-already');
    await operator.pressesInDialog('Cancel');

    await operator.presses('Freeze');
    const consequence = await operator.readsWhatItLeadsTo();
    expect(consequence).toContain('The order becomes: Frozen.');
    expect(consequence).toMatch(/0\.\d+ ETH\s+is stopped/);
    await operator.types('Reason', 'The client asked us to wait');
    await operator.pressesInDialog('Freeze it');
    await operator.seesTheState(/Frozen/);
    expect(await operator.mayPress()).toContain('Exchange');

    await operator.presses('Exchange');
    expect(await operator.readsWhatItLeadsTo()).toContain('The order becomes: Exchanging.');
    await operator.types('Reason', 'They are ready now');
    await operator.pressesInDialog('Exchange it');
    await operator.seesTheState('Exchanging');

    await paysOutAgain(operator);
    await customers.until(waiting, COMPLETED);
    await operator.opensTheOrder(waiting.no);
    await operator.seesTheState('Completed');
    await operator.opensTheTab('History');
    await operator.sees('order freeze');
    await operator.sees('The client asked us to wait');
    await operator.opensTheTab('Ledger');
    await operator.sees('exchanged');
    await operator.opensTheTab('Costs');
    const costs = operator.page.getByRole('table', { name: 'What ETH on Base comes from' });
    const paid = await costs.getByRole('row').last().getByRole('cell').last().innerText();
    expect(paid).toMatch(/^0\.\d+ ETH$/);
    await operator.findsNoBarrier();
    // The last step is what was paid, to the last digit.
    await operator.opensTheTab('Money');
    await operator.page.getByRole('table', { name: 'Payouts' }).getByText(paid).waitFor();
    await operator.goesTo('Audit log');
    await operator.sees('order release');
  });

  it.runIf(IS_LONG)(
    'refunds what was paid too little, to an address that the client names, and notes it',
    async () => {
      const operator = await operatorInside(world(), 'sam', 'support');
      await operator.opens('/console/orders?status=7');
      await operator.page.getByRole('link', { name: short.no }).click();
      await operator.seesTheState('Frozen · too little arrived');

      await operator.presses('Refund');
      await operator.sees('The client gave no refund address.');
      await operator.types('Refund to', 'nonsense');
      await operator.sees('This is no address on Ethereum.');
      expect(await operator.canPressInDialog('Refund it')).toBe(false);
      await operator.types('Refund to', ETHEREUM_ADDRESS);
      expect(await operator.readsWhatItLeadsTo()).toMatch(/5\d(\.\d+)? USDT\s+is given back/);
      expect(await operator.canPressInDialog('Refund it')).toBe(false);
      await operator.types('Reason', 'Too little, and the client wants it back');
      await operator.sees('Another operator has to confirm an address that the client did not give.');
      await operator.isPictured('console-refund');
      await operator.pressesInDialog('Refund it');
      await operator.sees('It is proposed: another operator confirms it.');
      const other = await operatorInside(world(), 'tea', 'support');
      const { rows } = await world().store.database.query('SELECT max(id)::int AS id FROM proposal');
      expect((await operator.demands('/proposals/confirm', { id: rows[0].id })).msg).toContain(
        'another operator',
      );
      expect((await other.demands('/proposals/confirm', { id: rows[0].id })).msg).toBe('success');

      await customers.until(short, REFUNDED);
      await operator.seesTheState('Refunded');
      await operator.opensTheTab('History');
      await operator.types('Add a note', 'Told the client the transaction.');
      await operator.presses('Add the note');
      await operator.sees('Note by sam');
    },
  );

  // Without its page: `test/console/src/retry.test.ts`.
  it.runIf(IS_LONG)('has a payout that was cancelled paid anew', async () => {
    const order = await customers.order();
    const { service, store, env } = world();
    const desk = { url: service.url, database: store.database, env };
    await cancelPayout(desk, order.no, { from: 'Ethereum', to: 'Base' }, () => customers.pay(order));
    const operator = await operatorInside(world(), 'rea', 'support');
    await operator.opensTheOrder(order.no);
    await operator.seesTheState(/Frozen/);

    await operator.presses('Try again');
    const consequence = await operator.readsWhatItLeadsTo();
    expect(consequence).toContain('The order becomes: Exchanging.');
    expect(consequence).toMatch(/0\.\d+ ETH\s+is tried again/);
    await operator.sees('Recorded in the audit log as rea.');
    await operator.types('Reason', 'The network took too long');
    await operator.pressesInDialog('Try again');

    await customers.until(order, COMPLETED);
    await operator.seesTheState('Completed');
    expect(await operator.mayPress()).toEqual([]);
    await operator.opensTheTab('History');
    await operator.sees('order retry');
    await operator.sees('rea, console');
  });

  it('finds an order by whatever names it, from anywhere, without a mouse', async () => {
    const operator = await operatorInside(world(), 'kim', 'viewer');
    for (const name of [short.no, short.code, short.address]) {
      await operator.page.keyboard.press('/');
      await operator.page.locator('[role=combobox]:focus').fill(name);
      await operator.page.getByRole('option', { name: short.no }).waitFor();
      await operator.page.keyboard.press('Enter');
      await operator.seesTheTitle(new RegExp(`Order ${short.no}`));
      await operator.opens('/console');
      await operator.isInside();
    }
  });

  it('offers a viewer nothing to change, and the service refuses it all the same', async () => {
    const operator = await operatorInside(world(), 'vic', 'viewer');
    await operator.opensTheOrder(waiting.no);
    expect(await operator.mayPress()).toEqual([]);
    await operator.sees('Your role sees orders and does not act on them.');
    for (const [page, text] of [
      ['Assets', 'Transfer costs'],
      ['Chains', 'Leases'],
      ['Keys and codes', 'There is no referral code.'],
      ['Settings', 'What it is'],
    ] as const) {
      await operator.goesTo(page);
      await operator.sees(text);
      expect(await operator.page.locator('main .button:not(.long-text .button)').count()).toBe(0);
    }
    await operator.opens('/console/operators');
    await operator.sees('Your role does not see this page.');
    const { status, msg } = await operator.demands('/order/freeze', { no: waiting.no, reason: 'why not' });
    expect({ status, msg }).toEqual({ status: 403, msg: expect.any(String) });
  });

  it.runIf(IS_LONG)('exports what the filters find', async () => {
    const operator = await operatorInside(world(), 'eve', 'support');
    await operator.opens('/console/orders');
    await operator.chooses('State', 'Refunded');
    await operator.sees('1 order shown');
    expect(operator.page.url()).toContain('status=5');
    const download = operator.page.waitForEvent('download');
    await operator.page.getByRole('link', { name: 'Export as CSV' }).click();
    const stream = await (await download).createReadStream();
    let text = '';
    for await (const chunk of stream) text += chunk;
    const [head, ...rows] = text.trim().split('\n');
    expect(head).toContain('no');
    expect(rows.length).toBe(1);
    expect(rows[0]).toContain(short.no);
  });
});

/** Nothing is paid out in the asset, so that an order stays on its way for as long as the story needs. */
async function haltsPayouts(operator: Operator): Promise<void> {
  await operator.goesTo('Chains');
  await operator.presses('Halt an asset');
  await operator.chooses('Asset', 'ETH on Base');
  await operator.types('Reason', 'a drill');
  await operator.pressesInDialog('Halt payouts');
  await operator.page.getByRole('button', { name: 'Clear', exact: true }).waitFor();
}

async function paysOutAgain(operator: Operator): Promise<void> {
  await operator.goesTo('Chains');
  await operator.presses('Clear');
  await operator.pressesInDialog('Pay out again');
  await operator.sees('Nothing is halted.');
}
