import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Asset, Catalogue, type CatalogueChain } from '../catalog/catalogue.ts';
import { DEFAULT_SETTINGS } from '../catalog/settings.ts';
import { ONE, parseFixed } from '../money/fixed.ts';
import { Rates } from '../pricing/rates.ts';
import { assetScope } from './day-limits.ts';
import { DayRoom } from './day-room.ts';
import type { OpenOrder } from './reading/read-open-orders.ts';

const NOW = 1_700_000_000;
const chain = { id: 1, name: 'Bitcoin', nativeAbbr: 'BTC' } as CatalogueChain;
const asset = (id: number, abbr: string) => ({
  id,
  abbr,
  chain,
  decimals: 8,
  contract: null,
  transferCost: 1n,
});
const price = (abbr: string, text: string) => ({ abbr, value: parseFixed(text), at: NOW, source: 'test' });
const moment = {
  catalogue: new Catalogue([asset(1, 'BTC'), asset(2, 'USDT')] as unknown as Asset[]),
  rates: new Rates([price('BTC', '100000'), price('USDT', '1')]),
  settings: DEFAULT_SETTINGS,
  now: NOW,
};

const units = fc.bigInt({ min: 1n, max: 10n ** 9n });
const visits = fc.array(fc.record({ caller: fc.nat(2), said: units, came: units, again: units }), {
  maxLength: 8,
});
const entry = { assetId: 2, share: ONE, feePpm: 0, feeTiers: null, skewPpm: 0 };
const order = (id: number, caller: number, said: bigint, countedUnits: bigint) =>
  ({
    id,
    accountId: 0,
    caller: `ip:${caller}`,
    assetId: 1,
    units: said,
    countedUnits,
    entries: [entry],
  }) as unknown as OpenOrder;

it('what comes beyond what was said is counted once, never below zero, and never beyond what is left', () => {
  fc.assert(
    fc.property(visits, fc.bigInt({ min: 0n, max: 10n ** 24n }), (orders, most) => {
      const scopes = ['ip:0', 'ip:1', 'ip:2', assetScope(2)];
      const room = new DayRoom(1, new Map(scopes.map((whose) => [whose, most])));
      const counted = new Map<string, bigint>();
      for (const [id, { caller, said, came, again }] of orders.entries()) {
        let countedUnits = 0n;
        // The second time it is taken up again, with another amount.
        for (const arrived of [came, again]) {
          const excess = room.excessOf(order(id, caller, said, countedUnits), arrived, moment);
          expect(excess === null).toBe(arrived <= said + countedUnits);
          if (excess === null || !room.hasRoomFor(excess)) continue;
          room.take(excess);
          expect(excess.units).toBe(arrived - said);
          countedUnits = excess.units;
          for (const { whose, value } of excess.counts) {
            expect(value >= 0n).toBe(true);
            counted.set(whose, (counted.get(whose) ?? 0n) + value);
          }
        }
      }
      for (const value of counted.values()) expect(value <= most).toBe(true);
    }),
  );
});
