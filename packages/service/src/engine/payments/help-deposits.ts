import { ORDER_STATUS } from '@swapdesk/contract';
import type { Chain, Coin, CoinChain, Helper } from '../../chains/chain.ts';
import { DEPOSIT, depositIs } from '../../deposits/life.ts';
import { ONE } from '../../money/fixed.ts';
import { PURPOSE } from '../../payments/life.ts';
import { storePayments } from '../../payments/store-payments.ts';
import type { Queryable } from '../../store/database.ts';
import type { Engine } from '../context.ts';
import { type Lease, LeaseLost } from '../lease.ts';
import { keepSigned } from './keep-signed.ts';
import { NotSigned, signPayment } from './may-sign.ts';

/** Deposits that are looked at in one round, the largest first. */
const MOST_AT_ONCE = 20;
/** Whoever can still replace their transfer may help themselves, and is given more time for it. */
const TIMES_IF_REPLACEABLE = 3;

interface WaitingDeposit extends Coin {
  readonly seenAt: number;
  /** Who sent it, as far as that is known. */
  readonly sources: readonly string[];
  /** The number of the order that waits for it. */
  readonly order: string;
}

/**
 * Helps along deposits that no block takes because they pay too little: a payment of ours spends them, to the treasury,
 * and pays enough for both. Only for orders that wait for them, and once for each transfer: a coin is used once.
 */
export async function helpDeposits(engine: Engine, chain: CoinChain, lease: Lease): Promise<void> {
  const { helper } = chain;
  if (helper === undefined) return;
  const deposits = await waitingDeposits(engine.database, chain, engine.clock() - helper.waitS);
  if (deposits.length === 0) return;
  const { now: rate } = await chain.feeRate();
  for (const deposit of deposits) {
    try {
      if (await isSuspect(engine, chain, deposit)) continue;
      await help(engine, chain, lease, helper, deposit, rate);
    } catch (error) {
      if (error instanceof LeaseLost || error instanceof NotSigned) throw error;
      // Whatever is wrong with one, the others are helped.
      engine.warn(
        { err: error, chain: chain.name, coin: deposit.spend, order: deposit.order },
        'a deposit could not be helped along',
      );
    }
  }
}

async function help(
  engine: Engine,
  chain: CoinChain,
  lease: Lease,
  helper: Helper,
  { seenAt, sources: _sources, order: _order, ...coin }: WaitingDeposit,
  rate: bigint,
): Promise<void> {
  const price = await helper.price(coin, rate);
  if (price === null || !isWorthIt(helper, coin.units, price.feeUnits)) return;
  const patience = helper.waitS * (price.isReplaceable ? TIMES_IF_REPLACEABLE : 1);
  if (engine.clock() - seenAt < patience) return;
  const { feeUnits, feeRate } = price;
  const { assetId } = coin;
  const request = {
    coins: [coin],
    feeRate,
    spendAll: true,
    payees: [{ address: chain.treasury, memo: null, assetId, units: coin.units - feeUnits }],
  };
  const signed = await signPayment(engine, chain, request);
  const ownTransfer = { purpose: PURPOSE.help, coins: [] };
  const payments = [{ request, signed, ownTransfer }];
  await keepSigned(engine, chain, lease, payments, (client) =>
    storePayments(client, chain, payments, engine.clock()),
  );
}

/** Help brings it to the treasury: what nobody has answered for, or somebody has something against, is not helped. */
async function isSuspect(engine: Engine, chain: Chain, { sources }: WaitingDeposit): Promise<boolean> {
  if (!engine.isScreened) return false;
  const ask = (address: string) => engine.screen({ chainId: chain.id, chain: chain.name, address });
  return sources.length === 0 || (await Promise.all(sources.map(ask))).some(({ isHit }) => isHit);
}

/** Whether a deposit is worth what it costs to help it. */
export function isWorthIt(
  { worth, mostUnits }: Pick<Helper, 'worth' | 'mostUnits'>,
  units: bigint,
  fee: bigint,
): boolean {
  return units > fee && units * ONE >= fee * worth && (mostUnits === null || fee <= mostUnits);
}

/** Transfers that have waited since before a time, that an order waits for, and of which nothing has been spent. */
async function waitingDeposits(client: Queryable, chain: Chain, before: number): Promise<WaitingDeposit[]> {
  const { rows } = await client.query<{
    spend: string;
    address: string;
    asset_id: number;
    units: string;
    seen_at: number;
    sources: string[];
    no: string;
  }>({
    name: 'waiting-deposits',
    text: `
      SELECT spend, address, asset_id, units::text, seen_at, sources, no FROM (
        SELECT DISTINCT ON (d.txid) d.txid || ':' || d.index AS spend, d.address, d.asset_id, d.units, d.seen_at, d.sources, o.no
          FROM deposit d JOIN orders o ON o.id = d.order_id AND o.asset_id = d.asset_id AND o.status = ${ORDER_STATUS.sent}
         WHERE d.chain_id = $1 AND ${depositIs('d', DEPOSIT.seen)} AND d.seen_at <= $2
           AND NOT EXISTS (
               SELECT 1 FROM deposit e JOIN payment_spend s ON s.chain_id = e.chain_id AND s.spend = e.txid || ':' || e.index
                WHERE e.chain_id = $1 AND e.txid = d.txid)
         ORDER BY d.txid, d.units DESC, d.id) AS t
       ORDER BY units DESC, spend LIMIT $3`,
    values: [chain.id, before, MOST_AT_ONCE],
  });
  return rows.map((row) => ({
    spend: row.spend,
    address: row.address,
    assetId: row.asset_id,
    units: BigInt(row.units),
    seenAt: row.seen_at,
    sources: row.sources,
    order: row.no,
    isWaiting: true,
  }));
}
