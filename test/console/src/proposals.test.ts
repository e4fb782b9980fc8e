import { afterAll, beforeAll, expect, it } from 'vitest';
import { BLOCK_PAUSE_MS } from '../../support/block-pause.ts';
import { createDeskStore, type DeskStore } from '../../support/desk-store.ts';
import { runHere } from '../../support/run-here.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { type ConsoleBrowser, makeOperator, signedIn } from './support/console.ts';

/** What needs a second confirmation: one asks, another confirms; each of them is written down. */

const RECEIVER = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

let store: DeskStore;
let service: RunningService;
let env: Record<string, string>;
let ann: ConsoleBrowser;
let bob: ConsoleBrowser;
let no: string;
let payout: number;

beforeAll(async () => {
  store = await createDeskStore(8);
  env = store.env;
  service = await startService(env);
  for (const name of ['ann', 'bob']) await makeOperator(store.database, name, 'support');
  // As if they had enrolled, which is shown elsewhere.
  await store.database.query(`UPDATE operator SET is_enrolled = true, sealed_totp = '\\x00'`);
  ann = await signedIn(store.database, service.url, 'ann');
  bob = await signedIn(store.database, service.url, 'bob');
  // Halted, so that the payout stays unpaid.
  await store.database.query('INSERT INTO halt SELECT id, 0, 0, 0 FROM asset WHERE abbr = $1', ['ETH']);
  const { data } = await post('/openapi/order/place', {
    exchange_mode: 'float',
    from_chain: 'Bitcoin',
    from_abbr: 'BTC',
    from_quantity: 0.05,
    to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER }],
  });
  no = data.no as string;
  await post('/testnet/pay', { query_code: data.query_code });
  payout = await payoutReady();
});
afterAll(async () => {
  await service?.stop();
  await store?.drop();
});

async function post(path: string, body: object): Promise<{ data: Record<string, unknown> }> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as { data: Record<string, unknown> };
}

async function payoutReady(): Promise<number> {
  for (;;) {
    await post('/testnet/mine', { chain: 'Bitcoin' });
    const { rows } = await store.database.query('SELECT id FROM payout ORDER BY id LIMIT 1');
    if (rows[0] !== undefined) return rows[0].id;
    await new Promise((resolve) => setTimeout(resolve, BLOCK_PAUSE_MS));
  }
}

async function acts(): Promise<string[]> {
  const { rows } = await store.database.query(
    "SELECT actor || ': ' || act AS line FROM audit_entry WHERE subject = $1 ORDER BY id",
    [no],
  );
  return rows.map(({ line }) => line);
}

it('an operator asks, is shown what it does, and cannot confirm it', async () => {
  const preview = await ann.post('/order/redirect/preview', { payout, address: OTHER });
  expect(preview.data).toMatchObject({
    why_not: '',
    consequences: [
      { what: 'is not paid there', abbr: 'ETH', address: RECEIVER },
      { what: 'is paid out', abbr: 'ETH', address: OTHER },
    ],
  });
  expect((await ann.post('/order/redirect/preview', { payout, address: 'nonsense' })).data).toEqual({
    why_not: 'invalid to address',
    consequences: [],
  });
  const asked = await ann.post('/order/redirect', { payout, address: OTHER });
  expect(asked.data.proposal.toInteger()).toBe(1);
  expect((await ann.get('/proposals')).data).toMatchObject({
    open: [{ act: 'order redirect', subject: no, asked_by: 'ann', why_not: '' }],
    decided: [],
  });
  expect((await ann.get('/proposals')).data.open[0].confirm_from.toInteger()).toBe(0);
  expect((await ann.post('/proposals/confirm', { id: 1 })).msg).toBe('another operator has to confirm it');
  expect(await runHere(['proposal', 'confirm', '1'], env)).toMatchObject({ code: 1 });
  expect(await acts()).toEqual(['ann: propose order redirect']);
});

it('another withdraws it, or confirms it, and it is done', async () => {
  expect((await bob.post('/proposals/withdraw', { id: 1 })).msg).toBe('success');
  expect((await bob.post('/proposals/confirm', { id: 1 })).msg).toBe(
    'the proposal was confirmed or withdrawn already',
  );
  await ann.post('/order/redirect', { payout, address: OTHER });
  const { data } = await bob.get('/proposals');
  expect(data.open[0].confirm_from.toInteger()).toBe(data.open[0].asked_at.toInteger());
  expect((await bob.post('/proposals/confirm', { id: data.open[0].id.toInteger() })).msg).toBe('success');
  const { rows } = await store.database.query('SELECT address, state FROM payout WHERE id = $1', [payout]);
  expect(rows).toEqual([{ address: OTHER, state: 'ready' }]);
  expect(await acts()).toEqual([
    'ann: propose order redirect',
    'bob: proposal withdraw',
    'ann: propose order redirect',
    'bob: order redirect',
  ]);
});

it('on the command line it is asked for and shown, and confirmed where no other operator can', async () => {
  const asked = await runHere(['order', 'redirect', no, String(payout), '--to', RECEIVER], env);
  expect(asked).toMatchObject({ code: 0 });
  expect(asked.output).toContain('Another operator (support or more) confirms it in the console.');
  await store.database.query("UPDATE operator SET role = 'viewer' WHERE name = 'bob'");
  expect((await runHere(['proposal', 'confirm', '3'], env)).output).toContain('wait a while');
  expect(await runHere(['setting', 'set', 'confirm_alone_s', '0'], env)).toMatchObject({ code: 0 });
  expect((await runHere(['proposal', 'list'], env)).output).toContain('order redirect');
  expect((await runHere(['proposal', 'confirm', '3'], env)).output).toContain('Confirmed: order redirect');
  const { rows } = await store.database.query('SELECT address FROM payout WHERE id = $1', [payout]);
  expect(rows).toEqual([{ address: RECEIVER }]);
});
