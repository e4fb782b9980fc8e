import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { Catalogue } from '../catalog/catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import type { LedgerAccount } from '../ledger/accounts.ts';
import { post } from '../ledger/post.ts';
import { transaction } from '../store/transaction.ts';
import { type AskChain, type AssetOverview, walletOverview } from './wallet-overview.ts';

const BTC = 1;
const USDT_ON_ETHEREUM = 5;

let store: TestDatabase;
let catalogue: Catalogue;

const entry = (account: Exclude<LedgerAccount, 'order'>, units: bigint) => ({
  account,
  assetId: BTC,
  units,
});

beforeAll(async () => {
  store = await createTestDatabase();
  const { database } = store;
  await database.query(
    `INSERT INTO address_space (name, derived, given, treasury) VALUES ('bitcoin', 30, 10, 'the treasury')`,
  );
  catalogue = await loadCatalogue(database);
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

/** All that is somebody's, or waits to be. */
function sumOf(asset: AssetOverview): bigint {
  const { owedToOrders, promised, arriving, unclaimed, withdrawing, earned, setAside, free, leaving } = asset;
  return owedToOrders + promised + arriving + unclaimed + withdrawing + earned + setAside + free - leaving;
}

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
    for (const { assets } of await walletOverview(store.database, catalogue, silent))
      for (const asset of assets) expect(sumOf(asset)).toBe(asset.held);
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

  it('adds up with what fixed orders are promised, what is paid and not deep, and what a halt holds', async () => {
    await transaction(store.database, async (client) => {
      const entries = [
        entry('wallet', -10n),
        entry('outgoing', 10n),
        entry('treasury', -4n),
        entry('loss', 4n),
      ];
      await post(client, [{ why: 'test', entries }], 0);
      // The store keeps this sum itself, unless it is written anew.
      await client.query('DELETE FROM promised WHERE asset_id = $1', [BTC]);
      await client.query('INSERT INTO promised (asset_id, units) VALUES ($1, 11)', [BTC]);
      await client.query(
        'INSERT INTO halt (asset_id, ledger_units, wallet_units, since) VALUES ($1, 90, 88, 0)',
        [BTC],
      );
    });
    const [btc] = (await bitcoin(silent))?.assets ?? [];
    expect(btc).toMatchObject({ held: 90n, promised: 11n, leaving: 10n, setAside: 2n, free: 30n });
    expect(btc && sumOf(btc)).toBe(90n);
  });
});
