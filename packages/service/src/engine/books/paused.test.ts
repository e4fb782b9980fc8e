import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/database.ts';
import type { Catalogue } from '../../catalog/catalogue.ts';
import { loadCatalogue } from '../../catalog/load-catalogue.ts';
import { beginHold, endHold } from '../hold/hold.ts';
import { resumeSigning, stopSigning } from '../hold/signing-switch.ts';
import { clearHalt, setHalt } from './halts.ts';
import { pausedAssets } from './paused.ts';

const NOW = 1_700_000_000;

let store: TestDatabase;
let catalogue: Catalogue;
const idOf = (chain: string, abbr: string) => catalogue.find(chain, abbr)?.id as number;
const chainIdOf = (chain: string, abbr: string) => catalogue.find(chain, abbr)?.chain.id as number;
/** As `chain coin`. */
const paused = async (now = NOW) => {
  const ids = await pausedAssets(store.database, now);
  return [...ids].map((id) => `${catalogue.get(id).chain.name} ${catalogue.get(id).abbr}`);
};
const everything = () => catalogue.assets.map(({ chain, abbr }) => `${chain.name} ${abbr}`);
const ARBITRUM = ['Arbitrum ETH', 'Arbitrum ARB', 'Arbitrum USDT'];

beforeAll(async () => {
  store = await createTestDatabase();
  catalogue = await loadCatalogue(store.database);
});
afterEach(async () => expect(await paused()).toEqual([]));
afterAll(() => store.drop());

describe('nothing is paid out', () => {
  it('in an asset that is halted, and in no other of its chain', async () => {
    await setHalt(store.database, idOf('Ethereum', 'USDT'), 'a look at the books', NOW, 'ada');
    expect(await paused()).toEqual(['Ethereum USDT']);
    await clearHalt(store.database, idOf('Ethereum', 'USDT'));
  });

  it('in anything while signing is stopped', async () => {
    await stopSigning(store.database, 'a drill', NOW);
    expect(await paused()).toEqual(everything());
    await resumeSigning(store.database);
  });

  it('in anything while the desk is held', async () => {
    await beginHold(store.database, { id: 'hold', since: NOW, why: 'an older store' });
    expect(await paused()).toEqual(everything());
    await endHold(store.database);
  });

  it('on a chain where something of ours was spent and nobody has decided about it', async () => {
    await store.database.query(
      "INSERT INTO unknown_spend (chain_id, spend, txid, found_at) VALUES ($1, 'coin', 'stranger', $2)",
      [chainIdOf('Arbitrum', 'ETH'), NOW],
    );
    expect(await paused()).toEqual(ARBITRUM);
    await store.database.query('UPDATE unknown_spend SET settled_at = $1', [NOW]);
  });

  it('on a chain whose gate is shut, unless only for a moment', async () => {
    await store.database.query(
      "INSERT INTO chain_gate (chain_id, holder, shut, since) VALUES ($1, 'engine', 'it is behind', $2)",
      [chainIdOf('Arbitrum', 'ETH'), NOW],
    );
    expect(await paused(NOW + 59)).toEqual([]);
    expect(await paused(NOW + 60)).toEqual(ARBITRUM);
    await store.database.query('UPDATE chain_gate SET shut = NULL');
    expect(await paused(NOW + 60)).toEqual([]);
  });
});
