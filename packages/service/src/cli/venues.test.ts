import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HedgeWorld } from '../engine/hedge/testing/hedge-world.ts';
import { ONE } from '../money/fixed.ts';
import { hedgeBegin, tradeList, venueBook, venueGo, venueShow } from './venues.ts';

let world: HedgeWorld;
const said: string[] = [];
beforeEach(async () => {
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
  let ids = 0;
  world = await HedgeWorld.open(() => String(++ids).padStart(32, '0'));
  await world.round();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.test.drop();
});

async function type(command: typeof venueShow, ...args: string[]): Promise<string> {
  said.length = 0;
  await command.run(args, { SWAPDESK_DATABASE_URL: world.test.url });
  return said.join('\n');
}

it('shows and books what venues hold, and shows what was traded', async () => {
  await world.accept('BTC', 'USDT', 3_000n * ONE);
  world.now++;
  await world.round();
  expect(await type(tradeList)).toMatch(/binance\s+sell 0.03 BTC\s+99500\s+done: filled\s+0.03\s+2998.5/);
  const shown = await type(venueShow);
  expect(shown).toMatch(/binance\s+USDT\s+1002995.5015\s+1000000\s+-2995.5015/);
  expect(shown).toMatch(/Hedging is on, as of .+: long 0.03 BTC$/m);
  expect(await type(venueBook, 'binance', 'LTC', '--amount=-2.5', '--moved', '--why', 'taken')).toBe(
    'Booked at binance as moved: -2.5 LTC.',
  );
  expect(await type(venueBook, 'binance', '--as-told', '--traded', '--why', 'as it is')).toContain(
    'Booked at binance as traded: 2.5 LTC.',
  );
  expect(await type(venueGo, 'kraken', '--why', 'well')).toBe('kraken was not halted.');
  expect(await type(hedgeBegin, '--why', 'kept')).toMatch(/only what the desk becomes long or short of/);
  const { rows } = await world.test.database.query('SELECT act FROM audit_entry ORDER BY id');
  expect(rows.map(({ act }) => act)).toEqual(['venue book', 'venue book', 'venue go', 'hedge begin']);
});

it('says what is wrong with what was typed', async () => {
  await expect(type(venueBook, 'okx', 'BTC', '--amount', '1', '--moved', '--why', 'x')).rejects.toThrow(
    'okx cannot be traded at. There are binance and kraken.',
  );
  await expect(type(venueBook, 'kraken', 'BTC', '--amount', '0', '--moved', '--why', 'x')).rejects.toThrow(
    'an --amount other than 0',
  );
  await expect(type(venueBook, 'kraken', '--moved', '--why', 'x')).rejects.toThrow(
    'Name a COIN with its --amount',
  );
  await expect(type(venueBook, 'kraken', '--as-told', '--why', 'x')).rejects.toThrow('Say --moved');
  await expect(type(venueBook, 'kraken', 'BTC', '--amount', '1')).rejects.toThrow('Add --why TEXT');
});
