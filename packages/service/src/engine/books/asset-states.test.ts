import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/database.ts';
import type { Catalogue } from '../../catalog/catalogue.ts';
import { loadCatalogue } from '../../catalog/load-catalogue.ts';
import { beginHold, endHold } from '../hold/hold.ts';
import { resumeSigning, stopSigning } from '../hold/signing-switch.ts';
import { assetStates } from './asset-states.ts';
import { clearHalt, setHalt } from './halts.ts';

const NOW = 1_700_000_000;

let store: TestDatabase;
let catalogue: Catalogue;
const asset = (chain: string, abbr: string) => {
  const found = catalogue.find(chain, abbr);
  if (found === undefined) throw new Error(`there is no ${abbr} on ${chain}`);
  return found;
};
const states = (now = NOW) => assetStates(store.database, now);

beforeAll(async () => {
  store = await createTestDatabase();
  catalogue = await loadCatalogue(store.database);
});
afterEach(async () => expect(await states()).toEqual([]));
afterAll(() => store.drop());

describe('how it stands with assets', () => {
  it('one that is halted is, since then', async () => {
    const { id } = asset('Ethereum', 'USDT');
    await setHalt(store.database, id, 'a look at the books', NOW - 7, 'ada');
    expect(await states()).toEqual([{ assetId: id, state: 'halted', since: NOW - 7 }]);
    await clearHalt(store.database, id);
  });

  it('all are halted while nothing is signed, since the first of what stops it', async () => {
    await stopSigning(store.database, 'a drill', NOW - 5);
    await beginHold(store.database, { id: 'hold', since: NOW - 9, why: 'an older store' });
    const all = await states();
    expect(all).toHaveLength(catalogue.assets.length);
    expect(new Set(all.map(({ state, since }) => `${state} ${since}`))).toEqual(
      new Set([`halted ${NOW - 9}`]),
    );
    await endHold(store.database);
    await resumeSigning(store.database);
  });

  it('those of a chain of which nothing has been seen for a while are delayed, and of no other', async () => {
    const { chain } = asset('Bitcoin', 'BTC');
    await store.database.query('INSERT INTO chain_known (chain_id, until) VALUES ($1, $2)', [chain.id, NOW]);
    expect(await states(NOW + 299)).toEqual([]);
    expect(await states(NOW + 300)).toEqual([
      { assetId: asset('Bitcoin', 'BTC').id, state: 'delayed', since: NOW },
    ]);
    await store.database.query('DELETE FROM chain_known');
  });
});
