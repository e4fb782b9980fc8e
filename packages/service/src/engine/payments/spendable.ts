import type { Chain, Coin, Holdings, NonceChain } from '../../chains/chain.ts';
import { DEPOSIT, depositIs } from '../../deposits/life.ts';
import { PAYOUT, payoutIs } from '../../payouts/life.ts';
import type { Queryable } from '../../store/database.ts';
import type { Engine } from '../context.ts';
import type { Lease } from '../lease.ts';
import { refuseUsed } from './refuse-unknown.ts';

/** As many as a payment could ever need, largest first. */
const MOST_COINS = 500;

/**
 * A coin is deep enough in the chain, and used by no payment. One of a deposit that has to be deeper than others is when the
 * deposit counts. SQL about a coin `c` of chain $1 with $2 confirmations.
 */
const IS_FREE = `
  c.chain_id = $1
  AND c.height <= (SELECT max(height) FROM followed_block WHERE chain_id = $1) - $2 + 1
  AND NOT EXISTS (
      SELECT 1 FROM deposit d
       WHERE d.chain_id = c.chain_id AND d.txid = split_part(c.spend, ':', 1)
         AND d.index = split_part(c.spend, ':', 2)::int AND ${depositIs('d', DEPOSIT.mined)} AND d.extra_blocks > 0)
  AND NOT EXISTS (SELECT 1 FROM payment_spend s WHERE s.chain_id = c.chain_id AND s.spend = c.spend)`;

/**
 * A coin is kept apart: screening stopped it, or, where somebody is asked (`screened`), nothing has been decided yet about
 * the deposit that it is. SQL about a coin `c`.
 */
export const isKeptApart = (screened: string): string => `EXISTS (
  SELECT 1 FROM deposit q
   WHERE q.chain_id = c.chain_id AND q.txid = split_part(c.spend, ':', 1) AND q.index = split_part(c.spend, ':', 2)::int
     AND (q.quarantined_at > 0 OR (${screened} AND q.order_id IS NOT NULL AND q.use IS NULL)))`;

/** Coins that can be spent; without those that are set aside to pay somebody anew, and those that are kept apart. */
export async function freeCoins(client: Queryable, chain: Chain, isScreened = false): Promise<Coin[]> {
  const { rows } = await client.query<CoinRow>({
    name: 'free-coins',
    text: `
      SELECT c.spend, c.address, c.asset_id, c.units::text FROM coin c
       WHERE ${IS_FREE} AND NOT ${isKeptApart('$4')} AND NOT EXISTS (
             SELECT 1 FROM payout o WHERE o.chain_id = $1 AND o.must_spend = c.spend AND ${payoutIs('o', PAYOUT.ready, PAYOUT.failed)})
       ORDER BY c.units DESC, c.spend LIMIT $3`,
    values: [chain.id, chain.confirmations, MOST_COINS, isScreened],
  });
  return rows.map(toCoin);
}

/** Those of some coins that can be spent, set aside or not. */
export async function readCoins(client: Queryable, chain: Chain, names: readonly string[]): Promise<Coin[]> {
  const { rows } = await client.query<CoinRow>({
    name: 'read-coins',
    text: `
      SELECT c.spend, c.address, c.asset_id, c.units::text FROM coin c
       WHERE ${IS_FREE} AND c.spend = ANY ($3::text[]) ORDER BY c.spend`,
    values: [chain.id, chain.confirmations, names],
  });
  return rows.map(toCoin);
}

/** The coins that a payment spends; null if they are not all there. */
export async function coinsOf(client: Queryable, chainId: number, paymentId: number): Promise<Coin[] | null> {
  const { rows } = await client.query<{
    spend: string | null;
    address: string;
    asset_id: number;
    units: string;
  }>({
    name: 'coins-of-payment',
    text: `
      SELECT c.spend, c.address, c.asset_id, c.units::text FROM payment_spend s
        LEFT JOIN coin c ON c.chain_id = s.chain_id AND c.spend = s.spend
       WHERE s.chain_id = $1 AND s.payment_id = $2 ORDER BY c.spend`,
    values: [chainId, paymentId],
  });
  const coins = rows.flatMap(({ spend, ...row }) => (spend === null ? [] : [toCoin({ ...row, spend })]));
  return coins.length === rows.length ? coins : null;
}

/**
 * The nonce that an account's next transaction takes, as far as the store knows. Nonces are never given back, so they
 * have no gaps. Those that others are known to have used are not given.
 */
export async function nextNonce(client: Queryable, chain: Chain, source: string): Promise<number> {
  const { rows } = await client.query<{ next: number }>({
    name: 'next-nonce',
    text: `
      SELECT greatest(
        (SELECT max(nonce) FROM payment WHERE chain_id = $1 AND source = $2),
        (SELECT max(nonce) FROM unknown_spend WHERE chain_id = $1 AND source = $2), -1) + 1 AS next`,
    values: [chain.id, source],
  });
  return rows[0]?.next ?? 0;
}

/** The same, after the chain was asked: if it knows of more, the store is older than the chain, and this throws. */
export async function claimNonce(
  engine: Engine,
  chain: NonceChain,
  lease: Lease,
  source: string,
): Promise<number> {
  const next = await nextNonce(engine.database, chain, source);
  await refuseUsed(engine, chain, lease, source, next);
  return next;
}

/** Coins of ours that no payment uses: nothing in the world may spend them. */
export async function unusedCoins(client: Queryable, chain: Chain): Promise<Coin[]> {
  const { rows } = await client.query<CoinRow>({
    name: 'unused-coins',
    text: `
      SELECT c.spend, c.address, c.asset_id, c.units::text FROM coin c
       WHERE c.chain_id = $1 AND NOT EXISTS (
             SELECT 1 FROM payment_spend s WHERE s.chain_id = c.chain_id AND s.spend = c.spend)
       ORDER BY c.spend`,
    values: [chain.id],
  });
  return rows.map(toCoin);
}

/** All that we know to hold, wherever it lies. */
export async function readHoldings(client: Queryable, chain: Chain): Promise<Holdings> {
  const coins = await client.query<CoinRow>({
    name: 'all-coins',
    text: 'SELECT spend, address, asset_id, units::text FROM coin WHERE chain_id = $1 ORDER BY spend',
    values: [chain.id],
  });
  const holders = await client.query<{ address: string }>({
    name: 'all-holders',
    text: `
      SELECT address FROM holder WHERE chain_id = $1 UNION SELECT address FROM nonce_account WHERE chain_id = $1
       ORDER BY address`,
    values: [chain.id],
  });
  return { coins: coins.rows.map(toCoin), addresses: holders.rows.map(({ address }) => address) };
}

interface CoinRow {
  spend: string;
  address: string;
  asset_id: number;
  units: string;
}

function toCoin(row: CoinRow): Coin {
  return { spend: row.spend, address: row.address, assetId: row.asset_id, units: BigInt(row.units) };
}
