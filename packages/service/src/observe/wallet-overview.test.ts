import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { Catalogue } from '../catalog/catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import type { LedgerAccount } from '../ledger/accounts.ts';
import { post } from '../ledger/post.ts';
import { transaction } from '../store/transaction.ts';
import { type AskChain, walletOverview } from './wallet-overview.ts';

const BTC = 1;
const USDT_ON_ETHEREUM = 5;

let store: TestDatabase;
let catalogue: Catalogue;

beforeAll(async () => {
  store = await createTestDatabase();
  const { database } = store;
  await database.query(
    `INSERT INTO address_space (name, derived, given, treasury) VALUES ('bitcoin', 30, 10, 'the treasury')`,
  );
  catalogue = await loadCatalogue(database);
  const entry = (account: Exclude<LedgerAccount, 'order'>, units: bigint) => ({
    account,
    assetId: BTC,
    units,
  });
  const entries = [
    entry('wallet', 100n),
    entry('incoming', -5n),
    entry('unclaimed', -7n),
    entry('treasury', -43n),
    entry('withdrawal', -6n),
    entry('fee', -8n),
    entry('rounding', -1n),
  ];
  const owed = { account: 'order' as const, orderId: 1, assetId: BTC, units: -30n };
  await transaction(database, (client) => post(client, [{ why: 'test', entries: [...entries, owed] }], 0));
});
afterAll(() => store.drop());

const silent: AskChain = async () => new Map();

async function bitcoin(ask: AskChain) {
  const overview = await walletOverview(store.database, catalogue, ask);
  return overview.find(({ chain }) => chain.name === 'Bitcoin');
}

describe('the wallet of a chain', () => {
  it('has its addresses, and each asset with whose it is', async () => {
    expect(await bitcoin(silent)).toMatchObject({
      chain: { treasury: 'the treasury' },
      derived: 30,
      given: 10,
      assets: [
        {
          held: 100n,
          owedToOrders: 30n,
          arriving: 5n,
          unclaimed: 7n,
          withdrawing: 6n,
          earned: 9n,
          free: 43n,
          onChain: null,
        },
      ],
    });
  });

  it('adds up: all that is held is somebody’s', async () => {
    for (const { assets } of await walletOverview(store.database, catalogue, silent)) {
      for (const { held, owedToOrders, arriving, unclaimed, withdrawing, earned, free } of assets)
        expect(owedToOrders + arriving + unclaimed + withdrawing + earned + free).toBe(held);
    }
  });

  it('is left out where this network has nothing of it', async () => {
    const absent = new Catalogue(
      catalogue.assets.map((asset) => ({ ...asset, isAbsent: asset.chain.name !== 'Bitcoin' })),
    );
    const overview = await walletOverview(store.database, absent, silent);
    expect(overview.map(({ chain }) => chain.name)).toEqual(['Bitcoin']);
  });

  it('says what the chain says, where it can be asked', async () => {
    const ask: AskChain = async ({ name }) => {
      if (name === 'Ethereum') throw new Error('the node is down');
      return new Map([[BTC, 99n]]);
    };
    expect(await bitcoin(ask)).toMatchObject({ assets: [{ held: 100n, onChain: 99n }] });
    const overview = await walletOverview(store.database, catalogue, ask);
    const ethereum = overview.find(({ chain }) => chain.name === 'Ethereum');
    expect(ethereum?.assets.find(({ asset }) => asset.id === USDT_ON_ETHEREUM)?.onChain).toBeNull();
    expect(ethereum?.assets).toHaveLength(3);
  });
});
