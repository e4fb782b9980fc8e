import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginHold } from '../../../packages/service/src/engine/hold/hold.ts';
import { BLOCK_PAUSE_MS } from '../../support/block-pause.ts';
import { createDeskStore, type DeskStore } from '../../support/desk-store.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { type ConsoleBrowser, makeOperator, signedIn } from './support/console.ts';
import { post } from './support/post.ts';

/** What leads out of an incident: each is shown before it is done, done once, and written down with its reason. */

const RECEIVER = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const COLD = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';

let store: DeskStore;
let service: RunningService;
let ada: ConsoleBrowser;
let eve: ConsoleBrowser;

beforeAll(async () => {
  store = await createDeskStore(8);
  service = await startService(store.env);
  for (const name of ['ada', 'eve']) await makeOperator(store.database, name, 'admin');
  // As if they had enrolled, which is shown elsewhere.
  await store.database.query(`UPDATE operator SET is_enrolled = true, sealed_totp = '\\x00'`);
  ada = await signedIn(store.database, service.url, 'ada');
  eve = await signedIn(store.database, service.url, 'eve');
});
afterAll(async () => {
  await service?.stop();
  await store?.drop();
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, BLOCK_PAUSE_MS));
}

/** What the audit log has of an act: who, and what was given as the reason. */
async function written(act: string): Promise<string[]> {
  const { rows } = await store.database.query(
    'SELECT actor, changes::text FROM audit_entry WHERE act = $1 ORDER BY id',
    [act],
  );
  return rows.map(
    ({ actor, changes }) => `${actor} ${/a drill/.test(changes) ? 'says why' : 'says nothing'}`,
  );
}

const reason = 'a drill';

describe('books that differ', () => {
  const coin = { chain: 'Dogecoin', abbr: 'DOGE' };
  const clear = () => ada.post('/halts/clear', coin);

  it('are shown, corrected by no more than they differ by, once, and paid out from again', async () => {
    await store.database.query(
      `INSERT INTO ledger_entry (posting, account, asset_id, units, why, at)
       SELECT 0, account, asset.id, units, 'by hand', 0
         FROM asset, (VALUES ('wallet', 700000000), ('treasury', -700000000)) AS t (account, units)
        WHERE abbr = 'DOGE'`,
    );
    await until(async () => {
      await post(service.url, '/testnet/mine', { chain: 'Dogecoin' });
      return (await store.database.query('SELECT FROM halt')).rowCount === 1;
    });
    expect((await clear()).msg).toContain('do not agree');
    const { data } = await ada.get('/halts/obstacles?chain=Dogecoin&abbr=DOGE');
    expect(data.obstacles[0].what).toContain('the ledger says 50000007 DOGE');
    expect(String(data.difference)).toBe('-7');

    const away = { ...coin, amount: 7 };
    expect((await ada.post('/books/correct/preview', away)).data.why_not).toContain('away from the chain');
    expect((await ada.post('/books/correct', { ...away, reason })).msg).toContain('cannot be booked');
    const right = { ...coin, amount: -7 };
    const preview = (await ada.post('/books/correct/preview', right)).data;
    expect([preview.why_not, String(preview.before), String(preview.after)]).toEqual(['', '-7', '0']);
    const both = await Promise.all([ada, eve].map((who) => who.post('/books/correct', { ...right, reason })));
    expect(both.map(({ msg }) => msg).sort()).toEqual([
      'it cannot be booked as things are now: look at it again',
      'success',
    ]);
    expect(await written('books correct')).toEqual([expect.stringMatching(/^(ada|eve) says why$/)]);
    expect((await clear()).msg).toBe('success');
  });
});

it('a payout is booked as paid only by a transaction that the chain has', async () => {
  await ada.post('/halts/set', { chain: 'Ethereum', abbr: 'ETH', reason });
  expect((await ada.get('/chains')).data.halts).toMatchObject([{ abbr: 'ETH', cause: reason }]);
  const { query_code } = await post(service.url, '/openapi/order/place', {
    exchange_mode: 'float',
    from_chain: 'Bitcoin',
    from_abbr: 'BTC',
    from_quantity: 0.05,
    to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER }],
  });
  await post(service.url, '/testnet/pay', { query_code: query_code as string });
  let payout = 0;
  await until(async () => {
    await post(service.url, '/testnet/mine', { chain: 'Bitcoin' });
    payout = (await store.database.query('SELECT id FROM payout')).rows[0]?.id ?? 0;
    return payout > 0;
  });
  const claim = { payout, txid: 'ab'.repeat(32), amount_differs: false };
  expect((await ada.post('/payouts/paid/preview', claim)).data).toMatchObject({
    why_not: expect.stringContaining('knows no transaction'),
    consequences: [],
  });
  expect((await ada.post('/payouts/paid', { ...claim, reason })).msg).toContain('cannot be booked');
  expect((await ada.post('/payouts/paid/preview', { ...claim, payout: 999 })).data.why_not).toContain(
    'There is no payout 999',
  );
  expect(await written('payout paid')).toEqual([]);
});

it('a hold is above every page, says what keeps it, and is released once nothing else is undecided', async () => {
  expect((await ada.post('/hold/release', { reason })).msg).toBe('the desk is not held');
  await beginHold(store.database, { id: 'a hold', since: 1, why: 'the store is older' });
  await store.database.query(
    "INSERT INTO signing_record (id, folder, tick, seen_at, is_waited_for) VALUES ('gone', '/gone', 0, 0, true)",
  );
  expect((await ada.get('/signing')).data).toMatchObject({ held_why: 'the store is older' });
  expect((await ada.get('/hold')).data).toMatchObject({
    why: 'the store is older',
    records: expect.arrayContaining(['/gone']),
  });
  expect((await ada.post('/hold/settle', { txid: 'ab', reason })).msg).toContain(
    'among those that the store',
  );
  let released = '';
  await until(async () => {
    released = (await ada.post('/hold/release', { reason })).msg;
    return released !== 'the desk stays held: something else has to be decided first';
  });
  expect(released).toBe('success');
  expect((await ada.get('/signing')).data.held_why).toBe('');
  expect(await written('hold release')).toEqual(['ada says why']);
});

it('a treasury is withdrawn from once another has confirmed it, and what is not paid yet can be dropped', async () => {
  await ada.post('/signing/stop', { reason });
  const wish = { chain: 'Bitcoin', abbr: 'BTC', amount: 1.5, address: COLD, reason };
  const tooMuch = await ada.post('/treasury/withdraw/preview', { ...wish, amount: 1_000 });
  expect(tooMuch.data.why_not).toMatch(/^the treasury has not that much free \(free: \d/);
  const preview = await ada.post('/treasury/withdraw/preview', wish);
  expect(preview.data.consequences.map(({ what }: { what: string }) => what)).toContain('is withdrawn');
  const { proposal } = (await ada.post('/treasury/withdraw', wish)).data;
  const again = await eve.post('/treasury/withdraw', { ...wish, reason: 'the same, in other words' });
  expect(again.msg).toBe('the same is proposed already and waits to be confirmed');
  const id = proposal.toInteger();
  expect((await ada.post('/proposals/confirm', { id })).msg).toBe('another operator has to confirm it');
  expect((await eve.post('/proposals/confirm', { id })).msg).toBe('success');
  const { withdrawals } = (await ada.get('/treasury')).data;
  expect(withdrawals).toMatchObject([{ purpose: 'withdrawal', address: COLD, state: 'ready', why: reason }]);
  const dropping = { id: withdrawals[0].id.toInteger(), reason };
  const both = await Promise.all([ada, eve].map((who) => who.post('/treasury/drop', dropping)));
  expect(both.map(({ msg }) => msg).sort()).toEqual([
    'success',
    expect.stringContaining('only one that surely is not can be changed'),
  ]);
  expect((await ada.post('/treasury/retry', dropping)).msg).toContain('the payout is paid, or may still be');
  expect(await written('treasury drop')).toEqual([expect.stringMatching(/^(ada|eve) says why$/)]);
  expect(await written('propose treasury withdraw')).toEqual(['ada says why']);
});
