import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { few, volume } from '../../../../test/support/volume.ts';
import { type CompletedOrder, readCompletedOrders } from './completed-orders.ts';
import { FIGURE_GROUPS, type FigureRequest, MEASURES, type Measure } from './figure-request.ts';
import { foldFigures } from './fold-figures.ts';
import { readBehind, readFigureRows } from './read-figures.ts';
import { type Period, periodsOf, zoneNamed } from './zone-days.ts';

const DAY_S = 86_400;
/** Midnight of 2026-03-28, UTC: Berlin changes its clocks the night after. */
const BEGIN = Date.parse('2026-03-28T00:00:00Z') / 1_000;

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
  await store.database.query(`
    INSERT INTO roll (id) OVERRIDING SYSTEM VALUE VALUES (900), (901), (902), (903);
    INSERT INTO account (id, name, orders_roll_id, referral_roll_id, created_at)
      OVERRIDING SYSTEM VALUE VALUES (50, 'shop', 900, 901, 0);
    INSERT INTO ref_code (id, code, account_id, commission_ppm, roll_id, created_at)
      OVERRIDING SYSTEM VALUE VALUES (70, 'friend', 50, 200000, 902, 0)`);
  for (const each of ORDERS) await place(each);
});
afterAll(() => store.drop());

beforeEach(empty);
/** As on the first day: all orders are placed, and nothing has happened to them. */
async function empty(): Promise<void> {
  await store.database.query(`
    DELETE FROM result_order;
    UPDATE referral_order SET commission = 0;
    UPDATE order_entry SET fee_units = 0;
    UPDATE orders SET status = 1, received_units = 0, finished_at = 0;
    DELETE FROM figure_due; DELETE FROM order_figure; DELETE FROM figure_sum; DELETE FROM figure_past`);
}

const sql = (text: string, values: unknown[] = []) => store.database.query(text, values);

interface Order {
  readonly id: number;
  readonly from: number;
  readonly to: readonly number[];
  readonly account: 0 | 50;
  readonly isReferred: boolean;
}

/** An order as the store has it once it is placed. */
async function place({ id, from, to, account, isReferred }: Order): Promise<void> {
  await sql(
    `INSERT INTO orders (id, no, query_code, account_id, position, mode, status, asset_id, units, min_units, max_units, address_id,
                         address, price, tolerance_units, on_mismatch, created_at, expires_at, late_until)
     OVERRIDING SYSTEM VALUE
     VALUES ($1::bigint, 'NO' || $1::bigint, 'Q' || $1::bigint, $2, $1::bigint, 'float', 1, $3, 1, 1, 1, $1::bigint, 'a', 1.000000000000000001, 0, 'ask', $4, 0, 0)`,
    [id, account, from, BEGIN],
  );
  for (const [entry, asset] of to.entries())
    await sql(
      `INSERT INTO order_entry (order_id, entry, asset_id, address, to_ratio, share, group_share, price, fee_ppm, network_fee_units, units, units_origin)
       VALUES ($1, $2, $3, 'b', 1, 1, 1, 1.234567890123456789, 1, 0, 5, 5)`,
      [id, entry, asset],
    );
  if (isReferred)
    await sql(
      `INSERT INTO referral_order (order_id, code_id, code, account_id, account_position, code_position, commission_ppm, order_amount, created_at, updated_at)
       VALUES ($1::bigint, 70, 'friend', 50, $1::bigint, $1::bigint, 200000, 1, 0, 0)`,
      [id],
    );
}

/** One thing that happens to an order; what it does to the figures is for the test to find out. */
type Step =
  | {
      readonly kind: 'complete';
      readonly order: number;
      readonly after: number;
      readonly units: bigint;
      readonly fee: bigint;
    }
  | { readonly kind: 'reopen' | 'fold'; readonly order: number }
  | { readonly kind: 'commission'; readonly order: number; readonly usdt: number }
  | {
      readonly kind: 'book';
      readonly order: number;
      readonly part: string;
      readonly day: number;
      readonly value: bigint;
    };

async function take(step: Step): Promise<unknown> {
  switch (step.kind) {
    case 'complete':
      // Its terms are settled before it is completed, and stay.
      await sql(
        `UPDATE order_entry e SET fee_units = $2 FROM orders o WHERE o.id = e.order_id AND o.id = $1 AND o.status <> 4`,
        [step.order, String(step.fee)],
      );
      return sql(
        `UPDATE orders SET status = 4, received_units = $2, finished_at = $3 WHERE id = $1 AND status <> 4`,
        [step.order, String(step.units), BEGIN + step.after],
      );
    case 'reopen':
      return sql('UPDATE orders SET status = 3, finished_at = 0 WHERE id = $1', [step.order]);
    case 'commission':
      return sql('UPDATE referral_order SET commission = $2 WHERE order_id = $1', [step.order, step.usdt]);
    case 'book':
      return sql(
        `INSERT INTO result_order AS r VALUES ($1, $2, '', $3, 1, 0, $4)
         ON CONFLICT (day, order_id, venue, part, asset_id) DO UPDATE SET value = r.value + excluded.value`,
        [BEGIN + step.day * DAY_S, step.order, step.part, String(step.value)],
      );
    case 'fold':
      return foldFigures(store.database);
  }
}

/** What completed orders came to in each period, one by one from the orders and what was booked for them. */
async function naive(periods: readonly Period[]): Promise<Record<string, string>[]> {
  const { rows } = await sql(
    `SELECT count(done.id)::text AS orders, ${MEASURES.slice(1)
      .map((name) => `trim_scale(coalesce(sum(${name}), 0))::text AS ${name}`)
      .join(', ')}
       FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS p (a, b, n) LEFT JOIN (
            SELECT o.id, o.finished_at, o.received_units * o.price * 1e-40 * power(10::numeric, 40 - a.decimals) AS turnover,
                    (SELECT sum(e.fee_units * e.price * 1e-40 * power(10::numeric, 40 - x.decimals)) FROM order_entry e JOIN asset x ON x.id = e.asset_id WHERE e.order_id = o.id) AS fees,
                    coalesce((SELECT commission FROM referral_order r WHERE r.order_id = o.id), 0) AS commissions,
                    coalesce((SELECT sum(value) FROM result_order l WHERE l.order_id = o.id AND part = 'network'), 0) * 1e-18 AS network,
                    coalesce((SELECT sum(value) FROM result_order l WHERE l.order_id = o.id AND part NOT IN ('capital', 'commission')), 0) * 1e-18
                      - coalesce((SELECT commission FROM referral_order r WHERE r.order_id = o.id), 0) AS result
               FROM orders o JOIN asset a ON a.id = o.asset_id WHERE o.status = 4) AS done
         ON done.finished_at >= p.a AND done.finished_at < p.b GROUP BY p.n ORDER BY p.n`,
    [periods.map(({ from }) => from), periods.map(({ until }) => until)],
  );
  return rows as Record<string, string>[];
}

const ORDERS: readonly Order[] = [
  { id: 1, from: 1, to: [2], account: 0, isReferred: false },
  { id: 2, from: 1, to: [2, 3], account: 0, isReferred: true },
  { id: 3, from: 2, to: [1], account: 50, isReferred: true },
  { id: 4, from: 3, to: [3, 3, 1], account: 50, isReferred: false },
];

const order = fc.integer({ min: 1, max: ORDERS.length });
const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('complete' as const),
        order,
        after: fc.integer({ min: 0, max: 4 * DAY_S }),
        units: fc.bigInt(1n, 10n ** 24n),
        fee: fc.bigInt(0n, 10n ** 20n),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const), order }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('fold' as const), order }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('commission' as const),
        order,
        usdt: fc.integer({ min: 0, max: 99 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('book' as const),
        order,
        part: fc.constantFrom('fee', 'network', 'spread', 'loss', 'capital', 'commission'),
        day: fc.integer({ min: 0, max: 5 }),
        value: fc.bigInt(-(10n ** 22n), 10n ** 22n),
      }),
    },
  ),
  { maxLength: 25 },
);

const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/Los_Angeles'];
const request = (zone: string, more: Partial<FigureRequest> = {}): FigureRequest => {
  const periods = periodsOf('2026-03-27', '2026-04-02', 'day', zoneNamed(zone) as Intl.DateTimeFormat, 99);
  return Object.assign(
    { periods, by: 'none', assetIds: null, account: null, code: null },
    more,
  ) as FigureRequest;
};
const rowsOf = (asked: FigureRequest) =>
  readFigureRows(store.database, asked, { by: 'period', isDescending: true }, 1_000);
const added = (rows: readonly Partial<Record<Measure, string>>[], name: Measure): string =>
  rows.reduce((sum, row) => sum + units(row[name] ?? ''), 0n).toString();
const units = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(60, '0'));
};

describe('figures', () => {
  it('are what orders and ledger come to, to the last digit, in each day of each zone, whatever happened and in which order', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.constantFrom(...ZONES), async (taken, zone) => {
        await empty();
        for (const step of taken) await take(step);
        await foldFigures(store.database);
        expect(await readBehind(store.database)).toEqual({ due: 0, isPastDone: true });
        const asked = request(zone);
        const rows = await rowsOf(asked);
        const want = await naive(asked.periods);
        for (const [n, period] of asked.periods.entries()) {
          const row = rows.find((each) => each.period.name === period.name);
          for (const name of MEASURES)
            expect(row?.[name] ?? '0', `${period.name} ${name}`).toBe(want[n]?.[name]);
        }
        // However they are grouped, and one by one in the file, they add up to the same.
        const span = { from: asked.periods[0]?.from ?? 0, until: asked.periods.at(-1)?.until ?? 0 };
        const orders: CompletedOrder[] = [];
        for await (const page of readCompletedOrders(store.database, span, asked)) orders.push(...page);
        for (const name of MEASURES.slice(1)) expect(added(orders, name)).toBe(added(rows, name));
        for (const by of FIGURE_GROUPS) {
          const grouped = await rowsOf(request(zone, { by }));
          for (const name of MEASURES) expect(added(grouped, name)).toBe(added(rows, name));
        }
      }),
      { numRuns: volume(8, 200) },
    );
  });

  it('show what was asked for: an asset on either side, a partner, a code', async () => {
    for (const { id } of ORDERS)
      await take({ kind: 'complete', order: id, after: id * DAY_S, units: 10n ** 18n, fee: 1n });
    await foldFigures(store.database);
    const count = async (more: Partial<FigureRequest>) => added(await rowsOf(request('UTC', more)), 'orders');
    const many = (orders: number) => units(String(orders)).toString();
    expect(await count({})).toBe(many(4));
    expect(await count({ assetIds: [3] })).toBe(many(2));
    expect(await count({ account: 'shop' })).toBe(many(2));
    expect(await count({ code: 'friend' })).toBe(many(2));
    const pairs = await rowsOf(request('UTC', { by: 'pair' }));
    expect(pairs.map(({ from, to }) => [from, to])).toEqual([
      [3, [1, 3]],
      [2, [1]],
      [1, [2, 3]],
      [1, [2]],
    ]);
    const codes = await rowsOf(request('UTC', { by: 'code' }));
    expect(new Set(codes.map(({ name }) => name))).toEqual(new Set(['', 'friend']));
  });

  it('take up orders from before they were there, and each of them once', async () => {
    await take({ kind: 'complete', order: 1, after: 5, units: 10n ** 18n, fee: 1n });
    await take({ kind: 'complete', order: 2, after: 5, units: 10n ** 18n, fee: 1n });
    await foldFigures(store.database);
    // Nobody was there to note them; one is noted besides.
    await sql('DELETE FROM order_figure');
    await sql('DELETE FROM figure_sum');
    await sql('INSERT INTO figure_past (next) VALUES (0)');
    await sql('INSERT INTO figure_due (order_id) VALUES (2)');
    expect((await readBehind(store.database)).isPastDone).toBe(false);
    await foldFigures(store.database);
    await foldFigures(store.database);
    expect((await readBehind(store.database)).isPastDone).toBe(true);
    expect(added(await rowsOf(request('UTC')), 'orders')).toBe(units('2').toString());
  });

  it('read no order, and of sums only those of the days asked for', async () => {
    await sql(
      `INSERT INTO figure_sum SELECT size, ${BEGIN} + n::bigint * size, 0, 0, 1, '{2}', 1, 1, 1, 1, 1, 1
         FROM generate_series(-5000, 5000) AS n, (VALUES (900), (86400)) AS s (size)`,
    );
    await sql('ANALYZE figure_sum');
    for (const by of few(2, FIGURE_GROUPS)) {
      const plans: string[] = [];
      const client = {
        query: async ({ text, values }: { text: string; values: unknown[] }) => {
          const { rows } = await sql(`EXPLAIN ${text}`, values);
          plans.push(...rows.map((row) => String((row as Record<string, unknown>)['QUERY PLAN'])));
          return { rows: [] };
        },
      };
      const order = { by: 'turnover', isDescending: true } as const;
      await readFigureRows(client as never, request('Europe/Berlin', { by }), order, 500);
      const plan = plans.join('\n');
      expect(plan).toMatch(/Index Scan.*figure_sum_pkey|Bitmap Index Scan on figure_sum_pkey/);
      expect(plan).not.toMatch(/Seq Scan on (figure_sum|orders|order_figure|order_entry)/);
    }
  });
});
