import type { Mempool, Transaction, Transfer, Watch } from '../chain.ts';
import type { Endpoints } from '../rpc/endpoints.ts';
import { FIRST_LOG_INDEX, NATIVE_INDEX } from './block-transactions.ts';
import { transferCall } from './erc20.ts';
import { EvmRpcError, type Rpc } from './evm-rpc.ts';
import { stored } from './hex.ts';
import type { AssetIds } from './our-block.ts';
import { plain } from './read-block.ts';
import type { RpcBlock, RpcTransaction } from './rpc-block.ts';

/** What waits has not been asked for. */
export const UNREAD: Mempool = { has: () => false, transactions: [], noted() {} };

/**
 * What waits for a block, as far as the node's pending block tells. It is news, not money: only what blocks say
 * counts, so one node's word is enough, and a node that does not tell is no fault.
 */
export class PendingTransactions {
  private noted = new Set<string>();

  async read(
    endpoints: Endpoints<Rpc>,
    assets: () => AssetIds,
    watch: () => Promise<Watch>,
  ): Promise<Mempool> {
    const waiting = await endpoints.first(pendingTransactions);
    const txids = new Set(waiting.map(({ hash }) => hash.toLowerCase()));
    // What waits no more need not be remembered.
    this.noted = new Set([...this.noted].filter((txid) => txids.has(txid)));
    const unnoted = waiting.filter(({ hash }) => !this.noted.has(hash.toLowerCase()));
    const isOurs = await watch();
    const transactions = unnoted.flatMap((transaction) => toUs(transaction, assets(), isOurs));
    const told = unnoted.map(({ hash }) => hash.toLowerCase());
    return {
      has: (txid) => txids.has(txid),
      transactions,
      noted: () => {
        for (const txid of told) this.noted.add(txid);
      },
    };
  }
}

async function pendingTransactions(rpc: Rpc): Promise<readonly RpcTransaction[]> {
  try {
    const block = await rpc.call<Pick<RpcBlock, 'transactions'> | null>('eth_getBlockByNumber', [
      'pending',
      true,
    ]);
    return block?.transactions ?? [];
  } catch (error) {
    if (error instanceof EvmRpcError) return [];
    throw error;
  }
}

/** The transaction with what it will bring us; nothing if that is nothing. */
function toUs(transaction: RpcTransaction, assets: AssetIds, watch: Watch): Transaction[] {
  const { txid, from, to } = plain(transaction);
  const move =
    to !== null && assets.tokens.has(to) ? transferCall(to, from, transaction.input.toLowerCase()) : null;
  const sources = [...new Set([from, ...(move === null ? [] : [move.from])].map(stored))];
  const transfers = expected(transaction, assets).filter(
    ({ address, units }) => units > 0n && watch(address),
  );
  return transfers.length === 0 ? [] : [{ txid, sources, spends: [], transfers }];
}

function expected(transaction: RpcTransaction, { nativeAssetId, tokens }: AssetIds): Transfer[] {
  const { from, to, units } = plain(transaction);
  if (to === null) return [];
  const native = { index: NATIVE_INDEX, address: stored(to), assetId: nativeAssetId, units };
  const assetId = tokens.get(to);
  const move = assetId === undefined ? null : transferCall(to, from, transaction.input.toLowerCase());
  if (assetId === undefined || move === null) return [native];
  // A plain transfer logs one thing. Where a token logs more, the block will say so, and it counts.
  return [native, { index: FIRST_LOG_INDEX, address: stored(move.to), assetId, units: move.units }];
}
