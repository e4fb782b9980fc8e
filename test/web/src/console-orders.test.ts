import { beforeAll, expect, it, vi } from 'vitest';
import { cancelPayout } from '../../support/cancelled-payout.ts';
import { IS_LONG } from '../../support/volume.ts';
import { Customers, ETHEREUM_ADDRESS, type Placed } from './support/customers.ts';
import { type Operator, operatorInside } from './support/operator.ts';
import { describePages, type WebWorld } from './support/web-world.ts';

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

  it('has what waits in queues, each with what to do next and the way to do it', async () => {
    const surplus = await customers.order();
    await customers.pay(surplus, 0.5, 'ETH');
    const payout = await aPayoutThatCannotBePaid(world(), await customers.order());
    const operator = await operatorInside(world(), 'quinn', 'support');
    await operator.goesTo('To decide');
    await operator.opensTheTab('Frozen orders (1)');
    const row = (name: string | RegExp) => operator.page.getByRole('row', { name });
    await row(new RegExp(`60 USDT.*${short.no}.*too little arrived`)).waitFor();
    await operator.findsNoBarrier();
    // What waits is counted where one comes from.
    const link = operator.page.getByRole('navigation').getByRole('link', { name: 'To decide' });
    await operator.until(async () => Number(await link.locator('span').innerText()) >= 2);

    await operator.until(async () => {
      await customers.mine('Ethereum');
      return operator.page.getByRole('tab', { name: 'Surplus (1)' }).isVisible();
    });
    await operator.opensTheTab('Surplus (1)');
    await row(new RegExp(`0.5 ETH.*wrong coin.*${surplus.no}`))
      .getByRole('button', { name: 'Give back' })
      .click();
    await operator.page.getByRole('dialog', { name: 'Give 0.5 ETH back' }).waitFor();
    await operator.page.keyboard.press('Escape');
    await operator.opensTheTab('Cannot be paid (1)');
    await row(new RegExp(`${payout}.*it is above a limit`)).waitFor();
    expect(operator.page.url()).toContain('show=unpayable');
    await operator.findsNoBarrier();
    await operator.opensTheTab('Unclaimed');
    await operator.sees('Nothing waits.');

    await operator.opensTheTab('Frozen orders (1)');
    await row(new RegExp(short.no)).getByRole('link', { name: 'Refund' }).click();
    await operator.seesTheTitle(new RegExp(`Order ${short.no}`));
    await operator.page.getByRole('dialog', { name: /refund/i }).waitFor();
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

  it('finds orders by a part of what names them, and leads to explorers where somebody shows a chain', async () => {
    const operator = await operatorInside(world(), 'pat', 'viewer');
    // As on a desk of the main network: nobody shows what happens on simulated ones.
    await operator.page.route('**/console/api/explorers', (route) =>
      route.fulfill({
        json: {
          code: 0,
          msg: 'success',
          data: [
            {
              chain: 'Ethereum',
              transaction: 'https://e.example/tx/',
              address: 'https://e.example/address/',
            },
          ],
        },
      }),
    );
    await operator.opens('/console/orders');
    const { address } = short;
    for (const part of [
      short.no.slice(0, 5),
      short.code.slice(0, 6),
      `${address.slice(0, 8)}…${address.slice(-6)}`,
    ]) {
      await operator.types('Find an order', part);
      await operator.page.getByRole('row', { name: new RegExp(`${short.no}.*begins so`) }).waitFor();
    }
    await operator.types('Find an order', address.slice(0, 9).toLowerCase());
    await operator.page.getByRole('link', { name: short.no }).click();
    await operator.seesTheTitle(new RegExp(`Order ${short.no}`));
    const explorer = operator.page.getByRole('link', { name: /^Look at .* in an explorer$/ });
    await operator.page.locator(`a[href="https://e.example/address/${address}"]`).waitFor();
    await operator.opensTheTab('Money');
    await operator.page.locator('a[href^="https://e.example/tx/0x"]').first().waitFor();
    expect(await explorer.first().getAttribute('rel')).toBe('noreferrer noopener');
    await operator.findsNoBarrier();
  });

  it('keeps the list of orders as it is now, and leaves alone what one is doing in it', async () => {
    const operator = await operatorInside(world(), 'liv', 'viewer');
    await operator.opens('/console/orders');
    const row = (no: string) => operator.page.getByRole('row', { name: new RegExp(no) });
    await row(waiting.no).waitFor();
    const link = operator.page.getByRole('link', { name: waiting.no });
    await link.focus();
    await operator.page.evaluate(`getSelection().selectAllChildren(document.activeElement)`);
    // At the beginning of the list what is new comes by itself.
    const first = await customers.order();
    await row(first.no).waitFor();
    expect(await link.evaluate((element) => element.matches(':focus'))).toBe(true);
    expect(await operator.page.evaluate('String(getSelection())')).toBe(waiting.no);
    // Its row changes where it stands.
    await customers.pay(first);
    await operator.until(async () => {
      await customers.mine('Ethereum');
      return !(await row(first.no).innerText()).includes('Waiting for payment');
    });
    // Further down nothing moves until one asks for it.
    await operator.page.setViewportSize({ width: 1280, height: 420 });
    await operator.scrollsTo(1);
    const top = async () => Math.round((await link.boundingBox())?.y ?? Number.NaN);
    const before = await top();
    const second = await customers.order();
    await operator.page.getByRole('button', { name: 'Show 1 new order' }).waitFor();
    expect([await top(), await row(second.no).count()]).toEqual([before, 0]);
    await operator.presses('Show 1 new order');
    await row(second.no).waitFor();
    expect(await operator.page.evaluate('scrollY')).toBe(0);
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

/** A payout that a signer has refused: no order of the test networks meets a limit. Nobody works on its chain. */
async function aPayoutThatCannotBePaid({ store }: WebWorld, { no }: Placed): Promise<number> {
  const { rows } = await store.database.query<{ id: number }>(
    `INSERT INTO payout (order_id, reason, entry, chain_id, asset_id, address, units, state, created_at, waits_why, waits_since)
     SELECT id, 'output', 0, 0, asset_id, address, 5000000, 'ready', created_at, 'it is above a limit', created_at
       FROM orders WHERE no = $1 RETURNING id`,
    [no],
  );
  return rows[0]?.id as number;
}

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
