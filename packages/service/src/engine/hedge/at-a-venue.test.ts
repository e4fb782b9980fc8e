import { afterEach, expect, it } from 'vitest';
import { BinanceAccount } from '../../../../../test/support/venues/binance-account.ts';
import { loadHeld } from '../../ledger/venue-coins.ts';
import { ONE, parseFixed } from '../../money/fixed.ts';
import { lastTrades } from '../../trades/read-trades.ts';
import { openTrading } from '../../trades/venues/open-trading.ts';
import { HedgeWorld } from './testing/hedge-world.ts';

const ID = 'ab'.repeat(16);

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

it('an order whose answer is lost is found at the venue by our id, and booked as that tells it', async () => {
  const server = await new BinanceAccount().start();
  const world = await HedgeWorld.open(() => ID);
  const { database } = world.test;
  world.now = Math.floor(Date.now() / 1_000);
  const key = { name: 'binance', key: server.key, secret: server.secret, rest: server.rest } as const;
  const venue = await openTrading(key, { nowMs: Date.now, random: Math.random });
  close = async () => {
    venue.stop();
    await server.stop();
    await world.test.drop();
  };
  world.traded = [venue];
  // Beside what the world brings, a tenth of each coin is bound there in the server's form.
  server.balances = { BTC: '4.9', ETH: '99.9', USDT: '999999.9', BNB: '99.9' };
  await world.round();
  await world.accept('BTC', 'USDT', 3_000n * ONE);

  server.fills = [
    { id: '1', amount: '0.01000000', price: '99950.00', value: '999.50000000', fee: '0.99950000' },
    { id: '2', amount: '0.02000000', price: '99940.00', value: '1998.80000000', fee: '1.99880000' },
  ];
  server.faults.cut = 'after';
  await expect(world.round()).rejects.toThrow();
  expect(server.orders).toMatchObject([{ clientId: ID, isBuy: false, amount: '0.03', price: '99500' }]);
  server.balances = { BTC: '4.87', ETH: '99.9', USDT: '1002995.2017', BNB: '99.9' };
  world.restart();
  await world.round();

  expect(await lastTrades(database, 9)).toMatchObject([{ filled: parseFixed('0.03'), why: 'filled' }]);
  const held = (await loadHeld(database)).filter((coin) => coin.venue === 'binance');
  const units = Object.fromEntries(held.map((coin) => [coin.abbr, coin.units]));
  expect(units).toMatchObject({ BTC: parseFixed('4.97'), USDT: parseFixed('1002995.3017') });
  expect(held.filter((coin) => coin.toldUnits !== coin.units)).toEqual([]);
  expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
