import { expect, it } from 'vitest';
import { Random } from '../../../../../test/simulation/src/random.ts';
import { volume } from '../../../../../test/support/volume.ts';
import { balancesOfAll } from '../../ledger/balances.ts';
import { ONE } from '../../money/fixed.ts';
import { daySpan } from '../../profit/day-span.ts';
import { wrongHoldings } from '../../profit/read-holdings.ts';
import { readSums } from '../../profit/read-sums.ts';
import type { DaySpan } from '../../profit/sums.ts';
import { sentTrades } from '../../trades/read-trades.ts';
import { Crash } from './testing/crashing.ts';
import { type Coin, HedgeWorld } from './testing/hedge-world.ts';

const DAY_S = 86_400;
const COINS: readonly Coin[] = ['BTC', 'ETH', 'USDT'];
const ROUNDS_A_DAY = volume(6, 20);
/** So long after all is well again at most, everything is where it should be. */
const MOST_ROUNDS = 40;
const HEDGED: readonly string[] = ['BTC', 'ETH', 'BNB'];

/** Something goes wrong, or nothing does. */
function spoil(world: HedgeWorld, random: Random): void {
  for (const { faults } of world.venues) {
    const send = random.weighted({ well: 8, lost: 1, unanswered: 2, late: 2, refused: 1 });
    faults.send = send === 'well' ? null : send === 'late' ? { lateMs: random.between(1, 60) * 1_000 } : send;
    faults.isDown = random.chance(0.1);
    faults.percent = random.chance(0.3) ? BigInt(random.between(0, 99)) : 100n;
    faults.tellsSlowly = random.chance(0.3);
    faults.balancesLag = random.chance(0.1);
    faults.keepsOpen = random.chance(0.1);
  }
  let commits = random.chance(0.25) ? random.between(0, 9) : Number.POSITIVE_INFINITY;
  const when = random.pick(['before', 'after'] as const);
  world.crash = () => (commits-- === 0 ? when : null);
}

async function tryRound(world: HedgeWorld): Promise<void> {
  await world.round().catch((error: unknown) => {
    if (error instanceof Crash) world.restart();
  });
}

/** What clients and operators do, and what the markets do meanwhile. */
async function happen(world: HedgeWorld, random: Random): Promise<void> {
  world.now += random.between(1, 45);
  for (const abbr of HEDGED) {
    const price = world.prices[abbr] as bigint;
    world.prices[abbr] = (price * BigInt(random.between(996_000, 1_004_050))) / 1_000_000n;
  }
  for (let orders = random.between(0, 2); orders > 0; orders--) {
    const from = random.pick(COINS);
    const to = random.pick(COINS.filter((coin) => coin !== from));
    await world.accept(from, to, BigInt(random.between(20_000_000, 3_000_000_000)) * (ONE / 1_000_000n));
  }
  if (random.chance(0.3)) await world.pay('ETH', BigInt(random.between(1, 30)) * ONE);
  if (random.chance(0.05)) await world.fund(random.pick(COINS), 50_000n * ONE);
}

async function atRest(world: HedgeWorld): Promise<boolean> {
  const least = BigInt(world.settings.hedge_least_usdt) * ONE;
  const exposures = await world.exposures();
  const isOff = HEDGED.some((abbr) => {
    const worth = world.worth(abbr, exposures.get(abbr) ?? 0n);
    return worth >= least || worth <= -least;
  });
  return !isOff && (await sentTrades(world.test.database)).length === 0;
}

it.each(volume([1], [1, 2, 3]))(
  'a month in which venues and processes fail leaves the desk where it began, every trade made once and booked to the unit (seed %i)',
  async (seed) => {
    const random = new Random(seed);
    const world = await HedgeWorld.open(() => random.hex(32));
    try {
      await world.round();
      const begun = world.now;
      for (let day = 1; day <= 30; day++) {
        for (let round = 0; round < ROUNDS_A_DAY; round++) {
          await happen(world, random);
          spoil(world, random);
          await tryRound(world);
        }
        for (const venue of world.venues) venue.heal();
        world.crash = () => null;
        let rounds = 0;
        while (!(await atRest(world))) {
          if (++rounds > MOST_ROUNDS) expect.fail(`day ${day}: ${JSON.stringify(await standing(world))}`);
          world.now += 45;
          await tryRound(world);
        }
        // The ledger and the venues' own books, to the unit; so is what all of it is worth.
        expect(await world.differences()).toEqual([]);
        const [booked, expected] = [await world.exposures(), world.expected()];
        for (const [abbr, units] of expected) expect([abbr, booked.get(abbr) ?? 0n]).toEqual([abbr, units]);
        world.now = begun + day * DAY_S;
      }
      await expectOnce(world);
      await expectReckoned(world);
    } finally {
      await world.test.drop();
    }
  },
  600_000,
);

/** Profit and loss has of every coin at every venue what the ledger's account of trading has, with the sign turned round. */
async function expectReckoned({ test: { database } }: HedgeWorld): Promise<void> {
  const traded = (await balancesOfAll(database, ['trading'])).get('trading') as ReadonlyMap<number, bigint>;
  const hedged = new Map<number, bigint>();
  for (const { group, part, assetId, units } of await readSums(
    database,
    'venue',
    daySpan(undefined, undefined) as DaySpan,
  )) {
    if (part !== 'hedging') continue;
    expect(['binance', 'kraken']).toContain(group[0]);
    hedged.set(assetId, units);
  }
  expect(hedged.size).toBeGreaterThan(3);
  for (const [assetId, units] of traded)
    expect([assetId, hedged.get(assetId) ?? 0n]).toEqual([assetId, -units]);
  expect(await wrongHoldings(database)).toEqual([]);
}

async function standing(world: HedgeWorld): Promise<unknown[]> {
  const read = async (table: string) => (await world.test.database.query(`SELECT * FROM ${table}`)).rows;
  return [
    await read('hedge_standing'),
    await read('venue_account'),
    await read("trade WHERE state = 'sent'"),
  ];
}

/** No id was sent twice, and each order that a venue took is one trade with its very fills. */
async function expectOnce({ venues, test }: HedgeWorld): Promise<void> {
  const sent = venues.flatMap((venue) => venue.sent);
  expect(new Set(sent).size).toBe(sent.length);
  const { rows } = await test.database.query<{ id: string; state: string; filled: string; fills: number }>(
    `SELECT client_order_id AS id, state, coalesce(sum(f.amount), 0)::text AS filled, count(f.fill_id)::int AS fills
       FROM trade t LEFT JOIN trade_fill f ON f.trade_id = t.id WHERE sent_at > 0 GROUP BY t.id ORDER BY t.id`,
  );
  const taken = new Map(venues.flatMap((venue) => [...venue.taken]));
  for (const { id, state, filled, fills } of rows) {
    const order = taken.get(id);
    expect([id, filled, fills]).toEqual([id, String(order?.filled ?? 0n), order?.fills.length ?? 0]);
    if (order === undefined) expect(['lapsed', 'refused']).toContain(state);
    else expect(state).toBe('done');
    taken.delete(id);
  }
  expect(taken.size).toBe(0);
  // Not a month in which nothing happened.
  const states = new Set(rows.map(({ state }) => state));
  expect(states).toEqual(new Set(['done', 'lapsed', 'refused']));
  expect(rows.length).toBeGreaterThan(100);
}
