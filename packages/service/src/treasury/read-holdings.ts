import { readTreasury } from '../ledger/treasury.ts';
import { PAYOUT, payoutIs, UNPAID } from '../payouts/life.ts';
import { isFor, REASON } from '../payouts/reasons.ts';
import { priceOfNow } from '../pricing/prices-of-now.ts';
import type { Market } from '../pricing/terms.ts';
import type { Queryable } from '../store/database.ts';
import type { Holding, PlanLimits } from './holding.ts';

interface Row {
  asset_id: number;
  target: string;
  hot_limit: string | null;
  low_since: number;
  cold_address: string | null;
  waiting: number;
  stuck: string;
  is_under_way: boolean;
  last_at: number;
  stop: string | null;
}

/** Units by asset. */
export type Payable = ReadonlyMap<number, bigint>;

/**
 * The assets of which something was said, as they are now, without those that are on no chain here. Of those that `payable`
 * names, no more can be paid with right now.
 */
export async function readHoldings(
  client: Queryable,
  market: Market,
  payable: Payable = new Map(),
): Promise<Holding[]> {
  const { catalogue } = market;
  const { free, promised } = await readTreasury(client);
  const { rows } = await client.query<Row>({
    name: 'treasury-holdings',
    text: `
      SELECT t.asset_id, t.target::text, t.hot_limit::text, t.low_since, s.address AS cold_address,
             (SELECT count(*)::int FROM payout w WHERE w.chain_id = a.chain_id AND w.asset_id IN (a.id, n.id)
                 AND ${payoutIs('w', PAYOUT.ready)} AND NOT ${isFor('w', REASON.cold)} AND w.waits_why IS NULL) AS waiting,
             (SELECT coalesce(sum(w.units), 0)::text FROM payout w WHERE w.chain_id = a.chain_id AND w.asset_id = a.id
                 AND ${payoutIs('w', PAYOUT.ready)} AND NOT ${isFor('w', REASON.cold)} AND w.waits_why IS NOT NULL) AS stuck,
             EXISTS (SELECT 1 FROM payout w WHERE w.chain_id = a.chain_id AND w.asset_id = a.id
                        AND ${payoutIs('w', ...UNPAID)} AND ${isFor('w', REASON.cold)}) AS is_under_way,
             coalesce((SELECT greatest(d.decided_at, (
                         SELECT max(f.signed_at) FROM payout w JOIN attempt f ON f.payment_id = w.payment_id WHERE w.cold_transfer_id = d.id))
                         FROM cold_transfer d WHERE d.asset_id = a.id ORDER BY d.number DESC LIMIT 1), 0) AS last_at,
             CASE WHEN EXISTS (SELECT 1 FROM hold WHERE hold.id IS NOT NULL) THEN 'until the desk is not held any more'
                  WHEN EXISTS (SELECT 1 FROM signer_switch WHERE stopped_at IS NOT NULL) THEN 'until signing goes on'
                  WHEN EXISTS (SELECT 1 FROM halt WHERE halt.asset_id IN (a.id, n.id)) THEN 'until the halt ends' END AS stop
        FROM treasury_target t JOIN asset a ON a.id = t.asset_id JOIN chain c ON c.id = a.chain_id
        JOIN asset n ON n.chain_id = c.id AND n.abbr = c.native_abbr
        LEFT JOIN signer_cold s ON s.chain_id = c.id
       ORDER BY t.asset_id`,
  });
  return rows.flatMap((row) => {
    const asset = catalogue.get(row.asset_id);
    if (asset.isAbsent) return [];
    const native = catalogue.native(asset.chain);
    const reserved = promised.get(asset.id) ?? 0n;
    return {
      asset,
      booked: (free.get(asset.id) ?? 0n) + reserved,
      reserved,
      payable: payable.get(asset.id) ?? null,
      waitingPayouts: row.waiting,
      stuckUnits: BigInt(row.stuck),
      target: BigInt(row.target),
      hotLimit: row.hot_limit === null ? null : BigInt(row.hot_limit),
      lowSince: row.low_since,
      price: priceOfNow(market, asset),
      native,
      nativePrice: priceOfNow(market, native),
      nativeFree: free.get(native.id) ?? 0n,
      cold: {
        address: row.cold_address,
        stop: row.stop,
        isUnderWay: row.is_under_way,
        lastAt: row.last_at,
      },
    };
  });
}

/** By what the settings say. */
export function planLimits({ settings, now }: Market): PlanLimits {
  return {
    bandPpm: BigInt(settings.treasury_band_ppm),
    coldFeePpm: BigInt(settings.cold_fee_ppm),
    coldPauseS: settings.cold_pause_s,
    now,
  };
}
