import { afterEach, beforeEach, expect, it } from 'vitest';
import { ONE } from '../../money/fixed.ts';
import { bookMoved } from '../../trades/book-moved.ts';
import { loadHedge } from '../../trades/hedge-standing.ts';
import { lastTrades, sentTrades } from '../../trades/read-trades.ts';
import { endVenueHalt, loadVenueAccounts } from '../../trades/venue-accounts.ts';
import { resumeSigning, stopSigning } from '../hold/signing-switch.ts';
import { Crash } from './testing/crashing.ts';
import { HedgeWorld } from './testing/hedge-world.ts';
import type { ModelVenue } from './testing/model-venue.ts';

let world: HedgeWorld;
let first: ModelVenue;
beforeEach(async () => {
  let ids = 0;
  world = await HedgeWorld.open(() => String(++ids).padStart(32, '0'));
  first = world.venues[0];
  await world.round();
});
afterEach(() => world.test.drop());

const usdt = (whole: number) => BigInt(whole) * ONE;
const states = async () => (await lastTrades(world.test.database, 50)).map(({ state }) => state).reverse();
const waits = async (abbr = 'BTC') =>
  (await loadHedge(world.test.database))?.coins.find((coin) => coin.abbr === abbr)?.waits;
const later = async (seconds: number) => {
  world.now += seconds;
  await world.round();
};

it('sells what an order brought and buys what it took, and nothing of what the desk had before', async () => {
  await world.fund('BTC', usdt(50_000));
  await world.accept('BTC', 'ETH', usdt(3_000));
  await world.round();
  await later(1);
  const trades = await lastTrades(world.test.database, 9);
  // Both at the venue that is named first, which is compared in between.
  expect(trades.map(({ venue }) => venue)).toEqual(['binance', 'binance']);
  expect(trades.map(({ side, abbr, state }) => `${side} ${abbr} ${state}`).toSorted()).toEqual([
    'buy ETH done',
    'sell BTC done',
  ]);
  expect(await world.differences()).toEqual([]);
});

it('leaves small things, and trades no more at once or in a day than it may', async () => {
  world.settings = { ...world.settings, hedge_trade_usdt: 1_000, hedge_day_usdt: 2_500 };
  await world.accept('BTC', 'USDT', usdt(99));
  await later(60);
  expect(await states()).toEqual([]);
  await world.accept('BTC', 'USDT', usdt(5_000));
  for (let n = 0; n < 6; n++) await later(60);
  const value = (await lastTrades(world.test.database, 9)).reduce((sum, trade) => sum + trade.value, 0n);
  expect(value <= usdt(2_500) && value > usdt(2_300)).toBe(true);
  expect(await waits()).toMatch(/hedge_day_usdt/);
});

it('sends a trade once: whoever dies right after it was marked asks the venue, and makes it anew only when it is sure', async () => {
  await world.accept('BTC', 'USDT', usdt(3_000));
  first.faults.send = 'lost';
  await expect(world.round()).rejects.toThrow('socket hang up');
  world.restart();
  await later(5);
  expect(await states()).toEqual(['sent']);
  await later(60);
  expect((await states())[0]).toBe('lapsed');
  await later(15);
  expect(await states()).toEqual(['lapsed', 'done']);
  expect(first.taken.size).toBe(1);
});

it('books what was traded once, wherever the process dies between the trade and its booking', async () => {
  await world.accept('BTC', 'USDT', usdt(3_000));
  // Commits of a round: the first drops what was left over, then plan, mark, book.
  for (const when of ['before', 'after'] as const) {
    let commits = 3;
    world.crash = () => (commits-- === 0 ? when : null);
    await world.round().catch((error: unknown) => expect(error).toBeInstanceOf(Crash));
    world.restart();
    await later(30);
  }
  expect(first.taken.size).toBe(1);
  expect(await states()).toEqual(['done']);
  expect(await world.differences()).toEqual([]);
});

it('stops with the switch that stops signing', async () => {
  await stopSigning(world.test.database, 'looking into it', world.now);
  await world.accept('BTC', 'USDT', usdt(3_000));
  await later(1);
  expect(first.sent).toEqual([]);
  expect((await loadHedge(world.test.database))?.stopped).toMatch(/looking into it/);
  await resumeSigning(world.test.database);
  await later(1);
  expect(await states()).toEqual(['done']);
});

it('trades nothing at a venue that holds something else than the ledger says, until that is booked', async () => {
  first.held.set('BTC', (first.held.get('BTC') ?? 0n) + ONE);
  await later(61);
  await later(61);
  const [account] = await loadVenueAccounts(world.test.database);
  expect(account).toMatchObject({ venue: 'binance', haltReason: 'books' });
  expect(account?.haltWhy).toBe('BTC: it holds 6, the ledger says 5');
  await world.accept('BTC', 'USDT', usdt(3_000));
  await later(1);
  // The second venue does it.
  expect([first.sent.length, world.venues[1].sent.length]).toEqual([0, 1]);
  await bookMoved(
    world.test.database,
    { venue: 'binance', abbr: 'BTC', units: ONE },
    'moved',
    'mine',
    world.now,
  );
  await world.accept('BTC', 'USDT', usdt(3_000));
  await later(61);
  await later(1);
  expect(first.sent).toHaveLength(1);
});

it('books what a venue did beyond the limit, and trades there no more until an operator has looked', async () => {
  first.faults.cheats = true;
  await world.accept('BTC', 'USDT', usdt(3_000));
  await world.round();
  expect(await world.differences()).toEqual([]);
  expect((await loadVenueAccounts(world.test.database))[0]).toMatchObject({ haltReason: 'fills' });
  first.heal();
  await world.accept('BTC', 'USDT', usdt(3_000));
  await later(61);
  expect(first.sent).toHaveLength(1);
  await endVenueHalt(world.test.database, 'binance');
  await world.accept('BTC', 'USDT', usdt(3_000));
  await later(61);
  expect(first.sent).toHaveLength(2);
});

it('believes no balance that is told a moment late', async () => {
  await world.accept('BTC', 'ETH', usdt(3_000));
  first.faults.balancesLag = true;
  await later(1);
  for (let n = 0; n < 5; n++) await later(1);
  first.heal();
  await later(1);
  expect((await loadVenueAccounts(world.test.database)).map(({ haltedAt }) => haltedAt)).toEqual([0, 0]);
  await later(1);
  expect(await world.differences()).toEqual([]);
});

it('cancels what a venue leaves open', async () => {
  first.faults.keepsOpen = true;
  first.faults.percent = 40n;
  await world.accept('BTC', 'USDT', usdt(3_000));
  await world.round();
  expect(await states()).toEqual(['sent']);
  first.heal();
  await later(11);
  await later(1);
  expect(await states()).toEqual(['done', 'done']);
  expect(await sentTrades(world.test.database)).toEqual([]);
});

it('writes down in a dry run what it would trade, once, and trades nothing', async () => {
  world.mode = 'dry-run';
  await world.accept('BTC', 'ETH', usdt(3_000));
  for (let n = 0; n < 3; n++) await later(60);
  expect(await states()).toEqual(['rehearsed', 'rehearsed']);
  expect(first.sent).toEqual([]);
  world.mode = 'off';
  await later(60);
  world.mode = 'on';
  await later(1);
  await later(1);
  expect(await states()).toEqual(['dropped', 'dropped', 'done', 'done']);
});

it('says what it waits for: a venue without funds, a coin without a price', async () => {
  for (const venue of world.venues) await world.bring(venue, 'BTC', -5n * ONE);
  await world.accept('BTC', 'ETH', usdt(3_000));
  await later(61);
  expect(await waits()).toMatch(/binance holds too little BTC for us; kraken holds too little BTC for us/);
  delete world.prices.BTC;
  await later(1);
  expect(await waits()).toBe('it has no price now');
});

it('trades nothing twice when the store loses what was written under a running node', async () => {
  const { database } = world.test;
  await world.accept('BTC', 'USDT', usdt(3_000));
  await world.round();
  await later(1);
  expect(first.sent).toHaveLength(1);
  // The store is as it was before the trade.
  await database.query(`DELETE FROM trade_fill; DELETE FROM trade; DELETE FROM ledger_delta WHERE account IN ('venue', 'trading')
    AND id > (SELECT max(id) FROM ledger_delta WHERE account = 'order'); UPDATE venue_account SET agreed_at = agreed_at - 1 WHERE venue = 'binance'`);
  for (let n = 0; n < 3; n++) await later(20);
  expect([first.sent.length, world.venues[1].sent.length]).toEqual([1, 0]);
  const [account] = await loadVenueAccounts(database);
  expect(account?.haltWhy).toMatch(/BTC: it holds 4.97, the ledger says 5/);
});

it('trades nothing while nobody has compared a promoted store, and asks venues anew before it goes on', async () => {
  const { database } = world.test;
  await database.query(
    "INSERT INTO signing_record (id, folder, tick, timeline, seen_at) VALUES ('r', '', 0, 'another', 0)",
  );
  await world.accept('BTC', 'USDT', usdt(3_000));
  await later(1);
  expect((await loadHedge(database))?.stopped).toMatch(/not compared/);
  first.held.set('BTC', 4n * ONE);
  await database.query('DELETE FROM signing_record');
  await later(1);
  expect(first.sent).toEqual([]);
});

it('trades nothing else at a venue while it is not known what became of a trade there', async () => {
  first.faults.send = 'unanswered';
  first.ask = async () => ({ order: null, at: null });
  await world.accept('BTC', 'ETH', usdt(3_000));
  await expect(world.round()).rejects.toThrow('socket hang up');
  for (let n = 0; n < 3; n++) await later(50);
  expect([first.sent.length, world.venues[1].sent.length]).toEqual([1, 0]);
  await later(50);
  expect([first.sent.length, world.venues[1].sent.length]).toEqual([1, 1]);
});

it('makes a trade that a venue says it refused nowhere else before the books of that venue show so', async () => {
  await world.accept('BTC', 'USDT', usdt(3_000));
  first.faults.send = 'refused';
  await world.round();
  // It was made all the same.
  first.held.set('BTC', 4n * ONE);
  for (let n = 0; n < 4; n++) await later(20);
  expect([first.sent.length, world.venues[1].sent.length]).toEqual([1, 0]);
  expect(await waits()).toMatch(/binance did not make trade 1, and its books have not shown so/);
  first.held.set('BTC', 5n * ONE);
  await later(1);
  await later(1);
  expect(await states()).toEqual(['refused', 'done']);
});

it('looks again at what a coin costs when a venue was slow with another', async () => {
  const send = first.send.bind(first);
  first.send = async (order) => {
    await send(order);
    delete world.prices.ETH;
  };
  world.traded = [first];
  await world.accept('BTC', 'ETH', usdt(3_000));
  await world.round();
  expect(await states()).toEqual(['done']);
  expect(await waits('ETH')).toBe('it has no price now');
});
