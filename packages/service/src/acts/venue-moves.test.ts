import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { HedgeWorld } from '../engine/hedge/testing/hedge-world.ts';
import { ONE } from '../money/fixed.ts';
import { hedgeFindings } from '../observe/hedge-findings.ts';
import { unbalancedAssets } from '../observe/ledger-sums.ts';
import { beginHedge, bookVenueMoves, toldMoves, venueGoesOn } from './venue-moves.ts';

let world: HedgeWorld;
beforeEach(async () => {
  let ids = 0;
  world = await HedgeWorld.open(() => String(++ids).padStart(32, '0'));
  await world.round();
});
afterEach(() => world.test.drop());

const later = async (seconds: number) => {
  world.now += seconds;
  await world.round();
};
const doctor = async () => {
  const findings = await hedgeFindings({ database: world.test.database, now: world.now });
  return findings.filter(({ isWell }) => !isWell).map(({ what, facts }) => `${what}: ${facts}`);
};

it('doctor tells what a venue holds beyond the ledger, until what it said is booked; it is nothing to hedge', async () => {
  const { database } = world.test;
  expect(await doctor()).toEqual([]);
  world.venues[0].held.set('ETH', 103n * ONE);
  for (let n = 0; n < 2; n++) await later(61);
  expect(await doctor()).toEqual([
    'venue binance: books: nothing is traded there: ETH: it holds 103, the ledger says 100',
  ]);
  const moves = await toldMoves(database, 'binance');
  expect(moves).toEqual([{ venue: 'binance', abbr: 'ETH', units: 3n * ONE }]);
  await bookVenueMoves(database, 'binance', moves, 'moved', 'found there', world.now);
  expect(await toldMoves(database, 'binance')).toEqual([]);
  await later(61);
  expect(await doctor()).toEqual([]);
  expect([...(await world.exposures()).values()].every((units) => units === 0n)).toBe(true);
  expect(await unbalancedAssets(database)).toEqual([]);
});

it('a trade that a restored store does not know is not made again once it is booked as one', async () => {
  const { database } = world.test;
  world.mode = 'off';
  await world.accept('BTC', 'USDT', 3_000n * ONE);
  const { held } = world.venues[0];
  held.set('BTC', 5n * ONE - (3n * ONE) / 100n);
  held.set('USDT', 1_002_997n * ONE);
  for (let n = 0; n < 2; n++) await later(61);
  const moves = await toldMoves(database, 'binance');
  expect(moves.map(({ abbr }) => abbr)).toEqual(['BTC', 'USDT']);
  await bookVenueMoves(database, 'binance', moves, 'traded', 'after the backup', world.now);
  world.mode = 'on';
  for (let n = 0; n < 2; n++) await later(61);
  expect(await doctor()).toEqual([]);
  expect((await world.exposures()).get('BTC')).toBe(0n);
  expect(world.venues.flatMap(({ sent }) => sent)).toEqual([]);
});

it('doctor tells of a trade that nobody knows of and of a venue that is away', async () => {
  await world.accept('BTC', 'USDT', 3_000n * ONE);
  world.venues[0].faults.send = 'unanswered';
  await expect(world.round()).rejects.toThrow();
  world.venues[0].faults.isDown = true;
  await expect(later(180)).rejects.toThrow('ECONNREFUSED');
  const told = (await doctor()).join('\n');
  expect(told).toMatch(
    /trade 1: nobody knows what became of it: sell 0.03 BTC at binance, sent .+ ago as 0+1/,
  );
  expect(told).toMatch(/venue binance: books: it cannot be asked for .+: connect ECONNREFUSED/);
  // That it is under way is nothing in its way.
  expect(told).not.toContain('hedging: on');
  world.venues[0].heal();
  await later(1);
  await later(1);
  expect(await doctor()).toEqual([]);
});

it('hedging does not begin anew while a trade is under way, which would be turned back', async () => {
  const { database } = world.test;
  await world.accept('BTC', 'USDT', 3_000n * ONE);
  world.venues[0].faults.send = 'unanswered';
  await expect(world.round()).rejects.toThrow();
  const begin = async () => beginHedge(database, await loadCatalogue(database), 'kept', world.now);
  await expect(begin()).rejects.toThrow('Trade 1 at binance is under way');
  await later(1);
  await begin();
  for (let n = 0; n < 3; n++) await later(60);
  expect(world.venues.flatMap(({ sent }) => sent)).toHaveLength(1);
});

it('what the desk is long of is left alone once an operator says that hedging begins there', async () => {
  const { database } = world.test;
  world.mode = 'off';
  await world.accept('BTC', 'USDT', 3_000n * ONE);
  await beginHedge(database, await loadCatalogue(database), 'kept', world.now);
  world.mode = 'on';
  await later(60);
  expect(world.venues[0].sent).toEqual([]);
  expect((await venueGoesOn(database, 'binance', 'well')).result).toBe(false);
});
