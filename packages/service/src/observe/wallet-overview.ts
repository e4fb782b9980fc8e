import type { Asset, Catalogue, CatalogueChain } from '../catalog/catalogue.ts';
import type { LedgerAccount } from '../ledger/accounts.ts';
import { balancesOfAll } from '../ledger/balances.ts';
import { readTreasury } from '../ledger/treasury.ts';
import type { Database } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';

/** What the wallet is on one chain. */
export interface ChainOverview {
  readonly chain: CatalogueChain;
  /** Deposit addresses of its space: made so far, and of these handed to nodes for orders. */
  readonly derived: number;
  readonly given: number;
  /** Where the treasury's key is, below the account; null before there is one. */
  readonly treasuryPath: string | null;
  readonly assets: readonly AssetOverview[];
}

/**
 * What we hold of an asset and whose it is, by the ledger; and what the chain says. What is held is all the others together, to the
 * last unit, less what is paid already and not forgotten yet (`leaving`).
 */
export interface AssetOverview {
  readonly asset: Asset;
  readonly held: bigint;
  /** Null if the chain did not say. */
  readonly onChain: bigint | null;
  readonly owedToOrders: bigint;
  /** What open fixed orders have been promised: nobody else is promised it, and nobody takes it out. */
  readonly promised: bigint;
  readonly arriving: bigint;
  readonly unclaimed: bigint;
  /** On its way out of the treasury, to the operator or to affiliates. */
  readonly withdrawing: bigint;
  /** Service fees, what was charged for networks beyond what they took, and what rounding left. */
  readonly earned: bigint;
  /** The treasury's, and not free: what of it no posting explains, and what screening stopped. */
  readonly setAside: bigint;
  /** Paid, in a block that is not deep enough: it is owed still, and held no more. */
  readonly leaving: bigint;
  readonly free: bigint;
}

/** What a chain says that we hold, by asset. What it does not know is left out. */
export type AskChain = (chain: CatalogueChain) => Promise<ReadonlyMap<number, bigint>>;

const OTHERS = [
  'order',
  'incoming',
  'unclaimed',
  'withdrawal',
  'settlement',
  'fee',
  'network',
  'rounding',
  'treasury',
  'loss',
  'outgoing',
] as const satisfies readonly LedgerAccount[];

/**
 * The wallet, chain by chain, without assets that this network does not have. A chain that cannot be asked is left to
 * the ledger.
 */
export async function walletOverview(
  database: Database,
  catalogue: Catalogue,
  ask: AskChain,
): Promise<ChainOverview[]> {
  const assets = catalogue.assets.filter(({ isAbsent }) => !isAbsent);
  const { balances, free, promised } = await readBooks(database);
  const units: Units = (account, { id }) => balances.get(account)?.get(id) ?? 0n;
  const spaces = await readSpaces(database);
  const chains = [...new Set(assets.map(({ chain }) => chain))];
  return Promise.all(
    chains.map(async (chain) => {
      const onChain = await ask(chain).catch(() => new Map<number, bigint>());
      const overview = (asset: Asset): AssetOverview => {
        const freeUnits = free.get(asset.id) ?? 0n;
        const promisedUnits = promised.get(asset.id) ?? 0n;
        return {
          asset,
          held: units('wallet', asset),
          onChain: onChain.get(asset.id) ?? null,
          // What we owe is negative in the ledger.
          owedToOrders: -units('order', asset),
          arriving: -units('incoming', asset),
          unclaimed: -units('unclaimed', asset),
          withdrawing: -units('withdrawal', asset) - units('settlement', asset),
          earned: earnings(units, asset),
          promised: promisedUnits,
          setAside: ofTreasury(units, asset) - freeUnits - promisedUnits,
          leaving: units('outgoing', asset),
          free: freeUnits,
        };
      };
      const space = spaces.get(chain.space) ?? { derived: 0, given: 0, treasuryPath: null };
      return { chain, ...space, assets: assets.filter((each) => each.chain === chain).map(overview) };
    }),
  );
}

/** At one moment: what is promised between two reads would be free and promised, or neither. */
function readBooks(database: Database) {
  return transaction(database, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const balances = await balancesOfAll(client, ['wallet', ...OTHERS]);
    const { free, promised } = await readTreasury(client);
    return { balances, free, promised };
  });
}

type Units = (account: LedgerAccount, asset: Asset) => bigint;

/** What networks took beyond what was charged is less that is free, not less that was earned. */
function earnings(units: Units, asset: Asset): bigint {
  const network = units('network', asset);
  return -units('fee', asset) - units('rounding', asset) - (network < 0n ? network : 0n);
}

/** What the treasury has by the books, before anything of it is promised or set aside. */
function ofTreasury(units: Units, asset: Asset): bigint {
  const network = units('network', asset);
  return -units('treasury', asset) - units('loss', asset) - (network > 0n ? network : 0n);
}

type SpaceOverview = Pick<ChainOverview, 'derived' | 'given' | 'treasuryPath'>;

async function readSpaces(database: Database): Promise<Map<string, SpaceOverview>> {
  const { rows } = await database.query<SpaceOverview & { name: string }>(
    'SELECT name, derived, given, treasury_path AS "treasuryPath" FROM address_space',
  );
  return new Map(rows.map(({ name, ...space }) => [name, space]));
}
