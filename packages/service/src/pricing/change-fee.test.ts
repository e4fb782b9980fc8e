import { MESSAGE } from '@swapdesk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { findOrCreateAccount } from '../access/accounts.ts';
import { loadDirectory } from '../access/directory.ts';
import type { Asset } from '../catalog/catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { DEFAULT_SETTINGS } from '../catalog/settings.ts';
import { transaction } from '../store/transaction.ts';
import { type FeeScope, listFees, removeFee, setFee } from './change-fee.ts';
import { FeeRules, feesOf, loadFeeRules, ownFeeOf } from './fee-rules.ts';

let store: TestDatabase;
let btc: Asset;
let eth: Asset;

beforeAll(async () => {
  store = await createTestDatabase();
  const catalogue = await loadCatalogue(store.database);
  btc = catalogue.find('Bitcoin', 'BTC') as Asset;
  eth = catalogue.find('Ethereum', 'ETH') as Asset;
});
afterAll(() => store.drop());

const set = (scope: FeeScope, feePpm: number) =>
  transaction(store.database, (client) => setFee(client, scope, feePpm));
const anyPair: FeeScope = { mode: 'float', account: null, pair: null, fromUsdt: 0 };

describe('fees that operators set', () => {
  it('are stored once for what they are for, counted for whom they are for, and taken away', async () => {
    const { database } = store;
    await transaction(database, (client) => findOrCreateAccount(client, 'shop', 1));
    const pair = { from: btc, to: eth };
    const made = await set({ ...anyPair, fromUsdt: 10_000 }, 3_000);
    expect(made).toEqual([{ what: 'float fee in millionths', before: null, after: '3000' }]);
    await set({ ...anyPair, pair }, 4_500);
    await set({ ...anyPair, pair, account: 'shop', fromUsdt: 500 }, 1_000);
    await set({ ...anyPair, pair, account: 'shop', fromUsdt: 500 }, 900);
    expect(await listFees(database)).toMatchObject([
      { account: null, pair: null, fromUsdt: 10_000, feePpm: 3_000 },
      { account: null, pair: { from: btc.id, to: eth.id }, fromUsdt: 0, feePpm: 4_500 },
      { account: 'shop', pair: { from: btc.id, to: eth.id }, fromUsdt: 500, feePpm: 900 },
    ]);

    const all = await loadFeeRules(database);
    const rules = new FeeRules(all.filter(({ accountId }) => accountId === null));
    const shop = new FeeRules(all.filter(({ accountId }) => accountId !== null));
    const nobody = { float: null, fixed: null };
    const sources = { account: nobody, rules, settings: DEFAULT_SETTINGS };
    expect(feesOf('float', btc, eth, sources)).toEqual([{ fromUsdt: 0, feePpm: 4_500 }]);
    expect(feesOf('float', eth, btc, sources)).toMatchObject([{ feePpm: 5_000 }, { feePpm: 3_000 }]);
    expect(feesOf('fixed', btc, eth, sources)).toEqual([{ fromUsdt: 0, feePpm: 10_000 }]);
    const own = { ...nobody, rules: shop };
    expect(feesOf('float', btc, eth, { ...sources, account: own })).toMatchObject([
      { fromUsdt: 0, feePpm: 4_500 },
      { fromUsdt: 500, feePpm: 900 },
    ]);
    expect([ownFeeOf('float', nobody), ownFeeOf('float', own)]).toEqual([null, `/${shop.words}`]);
    expect((await loadDirectory(database, null)).anonymous.fees.rules).toBeUndefined();

    for (const { id } of all) await removeFee(database, id);
    expect(await loadFeeRules(database)).toEqual([]);
    await expect(removeFee(database, all[0]!.id)).rejects.toThrow(MESSAGE.feeNotFound);
  });

  it('are refused where larger amounts would not be cheaper, for everything, and for nobody', async () => {
    await set({ ...anyPair, fromUsdt: 1_000 }, 3_000);
    const refused = (scope: Partial<FeeScope>, feePpm: number) =>
      expect(set({ ...anyPair, ...scope }, feePpm)).rejects;
    await refused({ fromUsdt: 5_000 }, 3_000).toThrow(MESSAGE.feeNotLower);
    await refused({ fromUsdt: 500 }, 2_999).toThrow(MESSAGE.feeNotLower);
    await refused({ fromUsdt: 1_000 }, 3_000).toThrow(MESSAGE.nothingToChange);
    await refused({}, 1_000).toThrow(MESSAGE.feeForAll);
    await refused({ account: 'nobody', fromUsdt: 1 }, 1_000).toThrow(MESSAGE.accountNotFound);
    await set({ ...anyPair, mode: 'fixed', fromUsdt: 5_000 }, 3_000);
  });
});
