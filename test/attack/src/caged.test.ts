import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConsoleBrowser, enrolPerson, passwordIn } from '../../console/src/support/console.ts';
import { BLOCK_PAUSE_MS } from '../../support/block-pause.ts';
import { type CagedDesk, createCagedDesk } from '../../support/caged-desk.ts';
import { runHere } from '../../support/run-here.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { IS_LONG } from '../../support/volume.ts';
import { newReceiver } from './support/receivers.ts';
import { placement } from './support/samples.ts';
import { errorsIn, get, post, within } from './support/target.ts';

/** A whole desk whose processes have a database role each; and what somebody who has taken an api node cannot do with its role. */

/** A round of the engine, some blocks, and a machine that is busy. */
const SOON_MS = 40_000;

/** What the pages of the console ask when they are opened. */
const PAGES = [
  ...['/accounts', '/assets', '/audit', '/chains', '/fees', '/hold', '/keys', '/operators', '/orders'],
  ...[
    '/overview',
    '/overview/figures?step=hour',
    '/prices',
    '/proposals',
    '/queue',
    '/refcodes',
    '/settings',
    '/signing',
  ],
  ...['/treasury', '/session', '/session/acts'],
];

/** What operators type. */
const TYPED = [
  ...[
    'setting set price_max_age_s 120',
    'setting list',
    'key create --account shop',
    'key list',
    'account list',
  ],
  ...[
    'account set shop --fixed-fee 0.9%',
    'refcode create friend --account shop --rate 20%',
    'refcode list',
    'fee set float 0.5% --usdt 1000',
    'fee list',
  ],
  ...[
    'asset set Bitcoin BTC --min 0.0002',
    'asset list',
    'chain list',
    'price list',
    'audit list',
    'proposal list',
  ],
  ...[
    'treasury show',
    'treasury plan',
    'wallet show',
    'payment list',
    'deposit list',
    'halt list',
    'loss list',
    'hold show',
  ],
  ...[
    'halt set Dogecoin DOGE --why test',
    'halt clear Dogecoin DOGE',
    'signing stop',
    'signing go',
    'profit',
    'trade list',
  ],
  ...['affiliate due', 'operator list', 'venue show'],
];

let desk: CagedDesk;
let signer: RunningService;
let engine: RunningService;
let api: RunningService;
let consoleNode: RunningService;

interface Codes {
  readonly no: string;
  readonly query_code: string;
  readonly manage_code: string;
  readonly address: string;
}

beforeAll(async () => {
  desk = await createCagedDesk();
  signer = await startService(desk.env('signer'), 'signer');
  engine = await startService(desk.env('engine'), 'engine');
  api = await startService({ ...desk.envWithFile('api'), SWAPDESK_CONSOLE_LISTEN: 'none' }, 'api');
  consoleNode = await startService(desk.env('console'), 'console');
});
afterAll(async () => {
  await Promise.all([engine, signer, api, consoleNode].map((each) => each?.stop()));
  await desk?.drop();
});

const act = async (path: string, body: object) => (await post(api.url, path, body)).json;
const statusOf = async ({ query_code }: Codes) =>
  (await get(api.url, `/openapi/order/query?query_code=${query_code}`)).json.data.status;

async function place(mode: 'float' | 'fixed' = 'float'): Promise<Codes> {
  const body: object = { ...placement('Bitcoin/BTC', 'Ethereum/ETH'), exchange_mode: mode };
  const quote = await act('/openapi/order/calculate', body);
  const calc_id = quote.data.calc_id ?? '';
  const placed = await act('/openapi/order/place', { ...body, ...(calc_id === '' ? {} : { calc_id }) });
  expect(placed).toMatchObject({ code: 0 });
  return placed.data;
}

const until = (order: Codes, status: number) =>
  within(
    SOON_MS,
    async () => {
      for (const chain of ['Bitcoin', 'Ethereum']) await act('/testnet/mine', { chain });
      return (await statusOf(order)) === status;
    },
    BLOCK_PAUSE_MS,
  );

const command = (...args: string[]) => runHere(args, desk.env('console'));

describe('a desk whose processes have roles', () => {
  it('says which there are, and where their URLs lie', () => {
    for (const part of [
      '_api ',
      '_engine ',
      '_console ',
      '_signer ',
      '_reports ',
      'api.url',
      'The signer holds the keys',
    ])
      expect(desk.told).toContain(part);
  });

  it('quotes, places, is paid and pays, at a float and at a fixed rate', async () => {
    const float = await place();
    const fixed = await place('fixed');
    for (const { query_code } of [float, fixed])
      expect(await act('/testnet/pay', { query_code })).toMatchObject({ code: 0 });
    await until(float, 4);
    await until(fixed, 4);
  });

  it('lets a client cancel, and resolve what came short', async () => {
    const given = await place('fixed');
    expect(await act('/openapi/order/cancel', given)).toMatchObject({ code: 0, data: { status: 9 } });
    const short = await place();
    await act('/testnet/pay', { query_code: short.query_code, amount: 0.0001 });
    await until(short, 7);
    const { no: other, address: fact, query_code } = short;
    expect(await act('/openapi/order/find', { fact, other })).toMatchObject({ data: { query_code } });
    expect((await get(api.url, '/openapi/durations')).json).toEqual({ code: 0, msg: 'success', data: [] });
    const refund = { ...short, action: 'refund', refund_address: newReceiver('Bitcoin') };
    expect(await act('/openapi/order/resolve', refund)).toMatchObject({ code: 0 });
    await until(short, 5);
  });

  it.runIf(IS_LONG)(
    'is governed through the console, which has a process and a role of its own, and the command line',
    async () => {
      expect((await fetch(`${api.url}/console/api/overview`)).status).toBe(404);
      expect((await fetch(`${consoleNode.url}/openapi/order/query?query_code=X`)).status).toBe(404);
      const made = await command('operator', 'create', 'anna', '--role', 'admin');
      const browser = new ConsoleBrowser(consoleNode.url);
      await enrolPerson(browser, 'anna', passwordIn(made.output));
      const order = await place();
      for (const page of [...PAGES, `/order?no=${order.no}`])
        expect([page, (await browser.get(page)).status]).toEqual([page, 200]);
      const note = await browser.post('/order/note', { no: order.no, text: 'seen' });
      expect(note).toMatchObject({ status: 200, code: 0 });
      const refused: string[] = [];
      for (const words of TYPED) {
        const { code, output } = await command(...words.split(' '));
        if (code !== 0) refused.push(`${words}: ${output}`);
      }
      expect(refused).toEqual([]);
      const { output } = await command('doctor');
      expect(output).toMatch(/ok +signer +answers and signs/);
      expect(output).not.toContain('permission denied');
      expect((await fetch(`${consoleNode.url}/metrics`)).status).toBe(200);
    },
  );
});

/** What PostgreSQL, and our guards, say to whoever may not. */
const NOT_ALLOWED = { code: '42501' };
const BY_A_GUARD = { ...NOT_ALLOWED, message: expect.stringMatching(/^an api node/) };

describe('somebody who has taken an api node and its role', () => {
  let order: Codes;
  beforeAll(async () => {
    order = await place();
    // As an order is that was paid short and whose client has said where to.
    await desk.store.database.query("UPDATE orders SET status = 7, refund_address = 'r' WHERE no = $1", [
      order.no,
    ]);
  });

  it.each([
    [
      'books',
      `INSERT INTO ledger_entry (posting, account, asset_id, units, why, at) VALUES (1, 'treasury', 1, 1, '', 0)`,
    ],
    ['changes a balance', `UPDATE ledger_balance SET units = 0`],
    ['folds a balance', `INSERT INTO ledger_delta (account, asset_id, units) VALUES ('treasury', 1, 1)`],
    [
      'owes somebody',
      `INSERT INTO payout (reason, chain_id, asset_id, address, units, state, created_at) VALUES ('output', 1, 1, 'x', 1, 'ready', 0)`,
    ],
    ['sends a payout elsewhere', `UPDATE payout SET address = 'x'`],
    ['pays', `INSERT INTO payment (chain_id, purpose) VALUES (1, 'payouts')`],
    ['sends other bytes', `UPDATE attempt SET bytes = NULL`],
    ['reads bytes', `SELECT bytes FROM attempt`],
    [
      'has received something',
      `INSERT INTO deposit (chain_id, txid, index, asset_id, units, address, sources, state, seen_at) VALUES (1, 'x', 0, 1, 1, 'x', '{}', 'confirmed', 0)`,
    ],
    ['confirms a deposit', `UPDATE deposit SET state = 'confirmed'`],
    ['sets something', `INSERT INTO setting (name, value) VALUES ('float_fee_ppm', 0)`],
    ['unsets something', `DELETE FROM setting`],
    ['changes a limit', `UPDATE asset SET max_units = max_units * 2`],
    ['says a price', `UPDATE price SET price = 1`],
    ['makes a key', `INSERT INTO api_key (key, account_id, created_at) VALUES ('x', 0, 0)`],
    ['revives a key', `UPDATE api_key SET revoked_at = NULL`],
    [
      'replaces what calc ids are sealed with',
      `INSERT INTO seal_key (key, created_at) VALUES (sha256('x'), 0)`,
    ],
    ['replaces the key of the service', `UPDATE desk_key SET proof = 'x'`],
    [
      'makes an operator',
      `INSERT INTO operator (name, role, password, one_time_until, created_at) VALUES ('eve', 'admin', '{}', 0, 0)`,
    ],
    ['reads passwords', `SELECT password FROM operator`],
    ['reads sessions', `SELECT token_hash FROM operator_session`],
    ['reads the seed', `SELECT sealed_seed FROM wallet`],
    ['reads public keys', `SELECT xpub FROM address_space`],
    ['hides an act', `DELETE FROM audit_entry`],
    [
      'writes an act',
      `INSERT INTO audit_entry (at, actor, via, address, act, subject, changes) VALUES (0, 'x', 'console', '', '', '', '{}')`,
    ],
    [
      'proposes',
      `INSERT INTO proposal (act, subject, arguments, preview, asked_by, asked_via, asked_at) VALUES ('', '', '{}', '{}', '', 'console', 0)`,
    ],
    ['lets signing go on', `UPDATE signer_switch SET stopped_at = NULL`],
    ['ends a hold', `UPDATE hold SET id = NULL`],
    ['clears a halt', `DELETE FROM halt`],
    ['tells nodes of changes', `UPDATE change SET version = version + 1`],
    ['alters what was agreed', `UPDATE orders SET units = 1`],
    ['alters who receives', `UPDATE order_entry SET address = 'x'`],
    ['deletes orders', `DELETE FROM orders`],
    ['empties a table', `TRUNCATE order_event`],
    ['gives itself a right', `SET ROLE pg_database_owner`],
    ['makes a function', `CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'`],
    ['drops a guard', `DROP TRIGGER orders_of_api ON orders`],
    ['switches triggers off', `SET session_replication_role = replica`],
  ])('%s: refused', async (_what, sql) => {
    await expect(desk.as('api').query(sql)).rejects.toMatchObject(NOT_ALLOWED);
  });

  it.each([
    ['completes an order', 'UPDATE orders SET status = 4 WHERE no = $1'],
    ['lets a frozen order go on', 'UPDATE orders SET status = 3 WHERE no = $1'],
    ['cancels one that was paid', 'UPDATE orders SET status = 9 WHERE no = $1'],
    ['sends a refund elsewhere', `UPDATE orders SET refund_address = 'x' WHERE no = $1`],
    ['waives limits', `UPDATE orders SET limits = 'waived' WHERE no = $1`],
    [
      'adds a receiver',
      `INSERT INTO order_entry (order_id, entry, asset_id, address, to_ratio, share, group_share, price, fee_ppm, network_fee_units, units, units_origin)
       SELECT order_id, 4, asset_id, 'x', to_ratio, share, group_share, price, fee_ppm, network_fee_units, units, units_origin
         FROM order_entry WHERE order_id = (SELECT id FROM orders WHERE no = $1)`,
    ],
    [
      'has a commission for somebody else’s order',
      `INSERT INTO referral_order (order_id, code_id, code, account_id, account_position, code_position, commission_ppm, order_amount, created_at, updated_at)
       SELECT id, 1, 'x', 0, 0, 0, 1000000, 1, 0, 0 FROM orders WHERE no = $1`,
    ],
    [
      'places one that is paid',
      `INSERT INTO orders (no, query_code, account_id, position, mode, status, asset_id, units, min_units, max_units, address_id, address,
                           price, tolerance_units, on_mismatch, created_at, expires_at, late_until)
       SELECT 'x', 'x', account_id, -1, mode, 3, asset_id, units, min_units, max_units, -1, address,
              price, tolerance_units, on_mismatch, created_at, expires_at, late_until FROM orders WHERE no = $1`,
    ],
  ])('%s: refused by a guard', async (_what, sql) => {
    await expect(desk.as('api').query(sql, [order.no])).rejects.toMatchObject(BY_A_GUARD);
  });
});

describe('what is not the client’s to decide', () => {
  const DECIDE = 'UPDATE orders SET resolution = $2, resolved_at = $3 WHERE no = $1';
  const now = () => Math.floor(Date.now() / 1000);
  const decided = (no: string, action = 'exchange', at = now()) =>
    desk.as('api').query(DECIDE, [no, action, at]);
  let no: string;
  beforeAll(async () => {
    no = (await place()).no;
  });
  const set = (what: string) => desk.store.database.query(`UPDATE orders SET ${what} WHERE no = $1`, [no]);

  it.each([
    ['what screening froze', "status = 7, freeze_reason = 'SCREENING', resolution = NULL"],
    ['what an operator froze', "status = 7, freeze_reason = 'OPERATOR', resolution = NULL"],
    ['what limits stopped', "status = 7, freeze_reason = 'LIMIT', limits = 'exceeded', resolution = NULL"],
    ['what is decided', "status = 7, freeze_reason = 'MORE', limits = 'kept', resolution = 'refund'"],
    ['what is not frozen', "status = 3, freeze_reason = 'MORE', limits = 'kept', resolution = NULL"],
  ])('%s: refused by a guard', async (_what, state) => {
    await set(state);
    await expect(decided(no)).rejects.toMatchObject(BY_A_GUARD);
  });

  it('at another moment than now: refused by a guard; and now it is the client’s', async () => {
    // Nothing has come: the engine finds nothing to exchange.
    await set("status = 7, freeze_reason = 'MORE', limits = 'kept', resolution = NULL");
    for (const at of [0, now() - 3600, now() + 3600])
      await expect(decided(no, 'exchange', at)).rejects.toMatchObject(BY_A_GUARD);
    expect((await decided(no)).rowCount).toBe(1);
    await expect(decided(no, 'refund')).rejects.toMatchObject(BY_A_GUARD);
    await set('status = 1, freeze_reason = NULL, resolution = NULL');
  });
});

describe('whoever only reckons', () => {
  it('reads orders and books, changes nothing, and sees no secret', async () => {
    const reports = desk.as('reports');
    for (const table of ['orders', 'ledger_entry', 'payout', 'audit_entry'])
      expect((await reports.query(`SELECT * FROM ${table} LIMIT 1`)).rowCount).not.toBeNull();
    for (const sql of [
      'UPDATE orders SET status = 4',
      'DELETE FROM ledger_entry',
      'SELECT password FROM operator',
      'SELECT sealed_totp FROM operator',
      'SELECT sealed_secret FROM api_key',
      'SELECT sealed_seed FROM wallet',
      'SELECT xpub FROM address_space',
      'SELECT * FROM seal_key',
    ])
      await expect(reports.query(sql)).rejects.toMatchObject(NOT_ALLOWED);
  });
});

it('none of the processes has logged an error', () => {
  for (const node of [engine, signer, api, consoleNode]) {
    expect(errorsIn(node.output())).toEqual([]);
    expect(node.output()).not.toContain('permission denied');
  }
});
