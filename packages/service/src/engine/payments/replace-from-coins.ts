import type { CoinChain, Payee } from '../../chains/chain.ts';
import type { Queryable } from '../../store/database.ts';
import type { Engine } from '../context.ts';
import { signPayment } from './may-sign.ts';
import { payeesOf, type Replace } from './replace.ts';
import { coinsOf } from './spendable.ts';

/** More than a payment of ours has. */
const MOST_OUTPUTS = 64;

/** Only what spends the very same coins excludes the other; after a reorganisation one may be unknown for a while. */
export function replaceFromCoins(engine: Engine, chain: CoinChain): Replace {
  return async (stuck) => {
    const coins = await coinsOf(engine.database, chain.id, stuck.id);
    if (coins === null) return 'a coin that it spends is not in a block';
    if (await isBuiltUpon(engine.database, stuck.id)) return 'another payment spends what it gives back';
    return async (feeRate) => {
      const carried = await payeesOf(engine.database, stuck.id);
      const payees = stuck.is_cancelled ? toOurselves(carried, chain.treasury) : carried;
      const request = { payees, coins, feeRate, spendAll: true };
      return { request, signed: await signPayment(engine, chain, request) };
    };
  };
}

/**
 * Whether another payment spends what this one gives back: it was confirmed once, and its block is gone. In place of it
 * the other could never be mined.
 */
async function isBuiltUpon(client: Queryable, paymentId: number): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'is-built-upon',
    text: `
      SELECT 1 FROM attempt a JOIN payment_spend s ON s.chain_id = a.chain_id
         AND s.spend = ANY (ARRAY (SELECT a.txid || ':' || index FROM generate_series(0, $2::int) AS t (index)))
       WHERE a.payment_id = $1 LIMIT 1`,
    values: [paymentId, MOST_OUTPUTS],
  });
  return rowCount !== 0;
}

/**
 * Of a cancel each payout has a coin of its own, which whoever pays it anew has to spend: so nothing can ever be mined
 * beside what is cancelled here. Half of the amount will do; the rest pays for the higher fee and is change.
 */
function toOurselves(carried: readonly Payee[], treasury: string): Payee[] {
  return carried.map(({ assetId, units }) => ({
    address: treasury,
    memo: null,
    assetId,
    units: (units + 1n) / 2n,
  }));
}
