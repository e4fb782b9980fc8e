import { OPERATOR_ROLES, type OperatorRole } from '@swapdesk/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CONSOLE_ENDPOINTS, DOWNLOADS } from '../../../packages/service/src/http/console/index.ts';
import { LEAST_ROLE } from '../../../packages/service/src/http/console/roles.ts';
import { haltVenue } from '../../../packages/service/src/trades/venue-accounts.ts';
import { BLOCK_PAUSE_MS } from '../../support/block-pause.ts';
import { createDeskStore, type DeskStore } from '../../support/desk-store.ts';
import { runHere } from '../../support/run-here.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { IS_LONG } from '../../support/volume.ts';
import {
  ConsoleBrowser,
  enrolPerson,
  isCheckedQuickly,
  makeOperator,
  type Person,
  signedIn,
} from './support/console.ts';

/** Who may do what, through all endpoints with all roles; and that whatever changes something is written down. */

const ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const VENUE = 'kraken';
const REFUND_TO = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
/** What is wrong on this desk: nothing is paid out in Ether, so that an order stays on its way. */
const ALARM = 'Ethereum ETH: halted';
const ALL = [...CONSOLE_ENDPOINTS, ...DOWNLOADS.map(({ path }) => ({ method: 'GET', path, changes: false }))];

let store: DeskStore;
let service: RunningService;
let env: Record<string, string>;
const browsers = new Map<OperatorRole, ConsoleBrowser>();
let admin: Person;

beforeAll(async () => {
  store = await createDeskStore(8);
  env = store.env;
  service = await startService(env);
  for (const role of OPERATOR_ROLES) {
    const password = await makeOperator(store.database, role, role);
    browsers.set(role, await signedIn(store.database, service.url, role));
    // Only this one is asked for a password and codes.
    if (role === 'admin') admin = await enrolPerson(as(role), role, password);
  }
  await isCheckedQuickly(store.database, admin);
});
afterAll(async () => {
  await service?.stop();
  await store?.drop();
});

const as = (role: OperatorRole) => browsers.get(role) as ConsoleBrowser;
const call = (
  browser: ConsoleBrowser,
  { method, path }: { method: string; path: string },
  body: unknown = {},
) => (method === 'GET' ? browser.get(path) : browser.post(path, body));

async function auditLength(): Promise<number> {
  const { rows } = await store.database.query('SELECT count(*) AS many FROM audit_entry');
  return rows[0].many;
}

describe('the table of roles', () => {
  it('names every endpoint, and nothing that is none', () => {
    const names = ALL.map(({ method, path }) => `${method} ${path}`);
    expect([...Object.keys(LEAST_ROLE)].sort()).toEqual(names.sort());
    expect(new Set(ALL.map(({ path }) => path)).size).toBe(ALL.length);
  });

  it('lets a viewer change nothing but what is their own', () => {
    const changing = CONSOLE_ENDPOINTS.filter(({ changes }) => changes).map(({ path }) => `POST ${path}`);
    const ofViewers = changing.filter((name) => LEAST_ROLE[name] === 'viewer');
    expect(ofViewers.every((name) => name.startsWith('POST /session/'))).toBe(true);
  });
});

describe('every endpoint', () => {
  it.each(ALL.map((each) => [`${each.method} ${each.path}`, each] as const))(
    '%s answers those who may, and only those',
    async (name, endpoint) => {
      const least = LEAST_ROLE[name];
      const stranger = await call(new ConsoleBrowser(service.url), endpoint);
      if (least === 'anyone') {
        expect(stranger.status).toBe(400);
        return;
      }
      expect(stranger).toMatchObject({ status: 401, msg: 'sign in first' });
      for (const role of OPERATOR_ROLES) {
        // Those that end the session would end the test; what they do is shown elsewhere.
        if (endpoint.path.startsWith('/session/sign-out')) continue;
        // Nothing is changed: there are no parameters. /signing/go needs none, but nothing is stopped.
        const { status, msg } = await call(as(role), endpoint);
        const mayNot = OPERATOR_ROLES.indexOf(role) < OPERATOR_ROLES.indexOf(least as OperatorRole);
        if (mayNot) expect({ status, msg }).toEqual({ status: 403, msg: 'not allowed' });
        else expect([200, 400]).toContain(status);
      }
    },
  );

  it('that does not exist is said not to, as JSON', async () => {
    expect(await as('admin').get('/nothing')).toMatchObject({ status: 404, code: 1, msg: 'no such route' });
  });
});

describe('every change', () => {
  it('is written down once, with who did it; and what only looks is not', async () => {
    const orders = await frozenAndRunning();
    const made = await as('admin').post('/keys/create', { account: 'shop' });
    const { password } = admin;
    await store.database.query(
      `INSERT INTO price (abbr, price, at, source, changed_at, anchor_price, anchor_at, stop)
       VALUES ('STILL', 5, 90000, 'none', 0, 5, 90000, 'frozen')`,
    );
    await haltVenue(store.database, VENUE, 'books', 'a drill', 1);
    // How everything is, is some seconds old.
    await vi.waitFor(
      async () => {
        const { data } = await as('viewer').get('/overview');
        expect(data.alarms.map(({ what }: { what: string }) => what)).toContain(ALARM);
      },
      { timeout: 20_000, interval: 250 },
    );
    /** A call of each endpoint that succeeds. In this order: some undo what others did. */
    const bodies: Record<string, unknown> = {
      '/order/freeze': { no: orders.running, reason: 'a drill' },
      '/order/release': { no: orders.running },
      '/order/refund': { no: orders.frozen, refund_address: REFUND_TO },
      '/order/note': { no: orders.running, text: 'asked by mail' },
      '/assets/set': { chain: 'Ethereum', abbr: 'ETH', target: 12.5, float_fee_ppm: 4000 },
      '/treasury/target': { chain: 'Ethereum', abbr: 'USDT', target: 1000, hot_limit: 5000 },
      '/settings/set': { name: 'float_fee_ppm', value: 6000 },
      '/site/save': { basis: 0, parts: { name: 'Harbour' } },
      '/site/restore': { basis: 1, version: 0 },
      '/chains/set': { chain: 'Bitcoin', confirmations: 3 },
      '/prices/confirm': { abbr: 'STILL', price: 5 },
      '/alarms/take': { what: ALARM },
      '/alarms/snooze': { what: ALARM, until: Math.floor(Date.now() / 1000) + 3_600 },
      '/alarms/wake': { what: ALARM },
      '/alarms/leave': { what: ALARM },
      '/halts/set': { chain: 'TRON', abbr: 'TRX', reason: 'a drill' },
      '/halts/clear': { chain: 'TRON', abbr: 'TRX' },
      '/signing/stop': { reason: 'a drill' },
      '/signing/go': {},
      '/accounts/set': { name: 'shop', float_fee_ppm: 3000, fixed_fee_ppm: null },
      '/keys/create': { account: 'shop' },
      '/keys/change': { key: made.data.key, scopes: ['quote'], addresses: ['203.0.113.0/24'] },
      '/keys/rotate': { key: made.data.key, keep_s: 60 },
      '/keys/revoke': { key: made.data.key },
      '/refcodes/create': { code: 'friend', account: 'shop', rate_ppm: 200000 },
      '/refcodes/set': { code: 'friend', rate_ppm: 100000 },
      '/refcodes/revoke': { code: 'friend' },
      '/affiliates/address': {
        account: 'shop',
        chain: 'Ethereum',
        abbr: 'USDT',
        address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
      },
      '/affiliates/address/undo': { account: 'shop' },
      '/fees/set': { mode: 'float', fee_ppm: 3000, from_usdt: 1000 },
      '/fees/remove': { id: 1 },
      '/webhooks/create': { account: 'shop', url: 'https://shop.invalid/hook', types: ['deposit.seen'] },
      '/webhooks/change': { id: 1, types: [] },
      '/webhooks/rotate': { id: 1 },
      '/webhooks/test': { id: 1 },
      '/webhooks/pause': { id: 1 },
      '/webhooks/resume': { id: 1 },
      '/webhooks/resend': { id: 1, after: 0 },
      '/webhooks/remove': { id: 1 },
      '/hedging/begin': { reason: 'a drill' },
      '/venues/book': { venue: VENUE, abbr: 'BTC', amount: 1.5, how: 'moved', reason: 'a drill' },
      '/venues/go': { venue: VENUE, reason: 'a drill' },
      '/wallet/rescan': { chain: 'Bitcoin', from: 0 },
      '/operators/create': { name: 'new', role: 'viewer' },
      '/operators/role': { name: 'new', role: 'support' },
      '/operators/reset': { name: 'new' },
      '/operators/disable': { name: 'new' },
      '/operators/enable': { name: 'new' },
      '/session/recovery-codes': { password, code: '' },
      '/session/password': {
        password,
        new_password: 'another long password',
        code: '',
      },
    };
    let newCodes: readonly string[] = [];
    /** Only when it is used, as none is good for long; then one of the recovery codes that were made just before. */
    const codeFor = async (path: string) => {
      if (path === '/session/recovery-codes') return { code: await admin.code() };
      return path === '/session/password' ? { code: newCodes[0] } : {};
    };
    for (const [path, body] of Object.entries(bodies)) {
      const before = await auditLength();
      const answer = await as('admin').post(path, { ...(body as object), ...(await codeFor(path)) });
      expect({ path, status: answer.status, msg: answer.msg }).toEqual({ path, status: 200, msg: 'success' });
      expect({ path, written: (await auditLength()) - before }).toEqual({ path, written: 1 });
      if (path === '/session/recovery-codes') newCodes = answer.data.recovery_codes;
    }
    const { rows } = await store.database.query(
      "SELECT DISTINCT via, actor FROM audit_entry WHERE actor = 'admin'",
    );
    expect(rows).toEqual([{ via: 'console', actor: 'admin' }]);

    const shown = new Set(Object.keys(bodies));
    const session = ['login', 'enrol', 'sign-out', 'sign-out-everywhere', 'confirm'].map(
      (name) => `/session/${name}`,
    );
    const missing = CONSOLE_ENDPOINTS.filter(({ changes, path }) => changes && !shown.has(path));
    // Signing in and out is shown in sessions.test.ts, what another has to confirm in proposals.test.ts, what came wrongly in
    // queue.test.ts, what leads out of an incident in incidents.test.ts; what is due to
    // affiliates in console-figures.test.ts; no payment is under way here, nothing is kept apart, and no clock jumps; nothing fails on the way here, so there is nothing to retry.
    const confirmed = ['/order/redirect', '/order/refund-entry', '/proposals/confirm', '/proposals/withdraw'];
    // Nothing is scheduled here: what the act does is shown in schedule-settlements.test.ts.
    const affiliates = ['/affiliates/settle', '/affiliates/confirm-scheduled'];
    const upkeep = ['/payments/cancel', '/clock/accept', '/deposits/release'];
    const incidents = ['/hold/settle', '/hold/release', '/payouts/paid', '/books/correct'];
    const treasury = ['/treasury/withdraw', '/treasury/drop', '/treasury/retry'];
    const queue = ['/order/retry', '/queue/give-back', '/losses/acknowledge'];
    expect(missing.map(({ path }) => path).sort()).toEqual(
      [...queue, ...confirmed, ...affiliates, ...upkeep, ...incidents, ...treasury, ...session].sort(),
    );

    const before = await auditLength();
    for (const endpoint of ALL.filter(({ changes }) => !changes)) await call(as('admin'), endpoint);
    expect(await auditLength()).toBe(before);
  });

  it('that is refused is not written down', async () => {
    const before = await auditLength();
    const refused = await as('admin').post('/settings/set', { name: 'float_fee_ppm', value: 999_999_999 });
    expect(refused.msg).toBe('the value is outside the bounds of the setting');
    expect((await as('admin').post('/payments/cancel', { id: 999_999 })).msg).toMatch(/^the payment stays/);
    expect((await as('admin').post('/deposits/release', { id: 999_999, reason: 'a drill' })).msg).toBe(
      'nothing to change',
    );
    expect((await as('admin').post('/clock/accept', {})).msg).toMatch(/^the clocks agree/);
    expect(await auditLength()).toBe(before);
  });

  it('says what was before and after', async () => {
    const { data } = await as('admin').get('/audit?act=asset%20set&page_size=1');
    expect(data.entries[0]).toMatchObject({ actor: 'admin', subject: 'Ethereum ETH', via: 'console' });
    expect(data.entries[0].changes).toEqual([
      { what: 'target', before: '0', after: '12.5' },
      { what: 'float fee in millionths', before: null, after: '4000' },
    ]);
  });

  it('on the command line is written down too', async () => {
    const before = await auditLength();
    expect(await runHere(['asset', 'set', 'Ethereum', 'ETH', '--target', '20'], env)).toMatchObject({
      code: 0,
    });
    expect(await auditLength()).toBe(before + 1);
    const { data } = await as('admin').get('/audit?page_size=1');
    expect(data.entries[0]).toMatchObject({ via: 'command line', act: 'asset set', address: '' });
    expect(data.entries[0].changes).toEqual([{ what: 'target', before: '12.5', after: '20' }]);
  });

  it.runIf(IS_LONG)('of a treasury’s targets is, and the plan says what follows from them', async () => {
    const set = ['treasury', 'target', 'Bitcoin', 'BTC', '--target', '1000', '--hot-limit'];
    expect(await runHere([...set, '999'], env)).toMatchObject({ code: 1 });
    expect(await runHere([...set, '2000'], env)).toMatchObject({ code: 0 });
    const { data } = await as('admin').get('/audit?page_size=1');
    expect(data.entries[0]).toMatchObject({ act: 'treasury target', subject: 'Bitcoin BTC' });
    const planned = JSON.parse((await runHere(['treasury', 'plan', '--json'], env)).output);
    for (const steps of [planned, (await as('viewer').get('/treasury')).data.plan]) {
      const asked = steps.find(
        ({ kind, abbr }: { kind: string; abbr: string }) => `${kind} ${abbr}` === 'request BTC',
      );
      expect(asked.why).toContain('is free of the target of 1000 BTC');
      expect(asked.payment_uri).toContain(asked.address);
    }
  });

  it('can be neither altered nor taken out of the log', async () => {
    for (const text of [
      "UPDATE audit_entry SET actor = 'somebody else'",
      'DELETE FROM audit_entry',
      'TRUNCATE audit_entry',
    ])
      await expect(store.database.query(text)).rejects.toThrow('audit_entry only grows');
  });
});

/** An order that is being exchanged and stays so, and one that is frozen. */
async function frozenAndRunning(): Promise<{ running: string; frozen: string }> {
  // Without payouts it cannot be done before it is stopped.
  await store.database.query('INSERT INTO halt SELECT id, 0, 0, 0 FROM asset WHERE abbr = $1', ['ETH']);
  const [running, frozen] = [await place(), await place()];
  await post('/testnet/pay', { query_code: running.code });
  await post('/testnet/pay', { query_code: frozen.code, amount: 0.0001 });
  await becomes(running.no, 3);
  await becomes(frozen.no, 7);
  return { running: running.no, frozen: frozen.no };
}

async function place(): Promise<{ no: string; code: string }> {
  const { data } = await post('/openapi/order/place', {
    exchange_mode: 'float',
    from_chain: 'Bitcoin',
    from_abbr: 'BTC',
    from_quantity: 0.05,
    to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: ADDRESS }],
  });
  return { no: data.no as string, code: data.query_code as string };
}

async function post(path: string, body: object): Promise<{ data: Record<string, unknown> }> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as { data: Record<string, unknown> };
}

async function becomes(no: string, status: number): Promise<void> {
  for (;;) {
    for (const chain of ['Bitcoin', 'Ethereum']) await post('/testnet/mine', { chain });
    const { rows } = await store.database.query('SELECT status FROM orders WHERE no = $1', [no]);
    if (rows[0]?.status === status) return;
    await new Promise((resolve) => setTimeout(resolve, BLOCK_PAUSE_MS));
  }
}
