import type { Mode } from '../catalog/catalogue.ts';
import { formatFixed } from '../money/fixed.ts';
import type { FeeTiers } from '../pricing/charge.ts';
import { MINED_GRACE_S } from '../pricing/fixed-wait.ts';
import type { Terms } from '../pricing/terms.ts';
import { blockStart, LEVEL_BITS } from '../rolls/tallies.ts';
import type { Queryable } from '../store/database.ts';
import type { DepositAddress } from '../wallet/address-pool.ts';
import type { Claim } from './claims.ts';
import { DAY_S, type DayCount } from './day-limits.ts';

import type { OnMismatch } from './order.ts';
import type { EntryColumns } from './reading/columns.ts';
import { reservationsOf } from './reservations.ts';

/** An order that is ready to be stored. */
export interface NewOrder {
  readonly no: string;
  readonly queryCode: string;
  readonly account: { readonly id: number; readonly ordersRollId: number };
  readonly terms: Terms;
  readonly receivers: readonly { readonly address: string; readonly memo: string | null }[];
  readonly deposit: DepositAddress;
  readonly toleranceUnits: bigint;
  readonly dustUnits: bigint;
  readonly lifetimeS: number;
  readonly lateWindowS: number;
  readonly onMismatch: OnMismatch;
  readonly refundAddress: string | null;
  readonly refundMemo: string | null;
  readonly clientOrderId: string | null;
  readonly caller: string | null;
  readonly claims: readonly Claim[];
  readonly fingerprint: Buffer;
  readonly referral: Referral | null;
  readonly caps: FixedCaps;
  /** What it counts for on its day. */
  readonly days: readonly DayCount[];
  /** Where its trace goes on; null: nobody is told of it. */
  readonly trace: string | null;
}

/** What open fixed orders may be worth, in USDT, and what of the treasury they may promise; null: there is no cap. */
export interface FixedCaps {
  readonly perAsset: number | null;
  readonly perCaller: number | null;
  readonly inAll: number | null;
  readonly sharePct: number | null;
  /** What callers without a key may have of each of these, in hundredths; null: this one has a key, or nobody is capped. */
  readonly keylessPct: number | null;
}

/** Who earns by an order, and what. */
export interface Referral {
  /** Null: through no code, by a markup. */
  readonly code: { readonly id: number; readonly name: string; readonly rollId: number } | null;
  readonly accountId: number;
  readonly accountRollId: number;
  readonly commissionPpm: number;
  /** The order's value in USDT, exact decimal text. */
  readonly orderAmount: string;
}

/** What the store adds to an order. */
export interface Stored {
  readonly id: number;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/**
 * Stores all of the orders or none, in one statement and so in one transaction and one commit. Rolls are locked in
 * the order of their ids, so two nodes that place at once never wait for each other in a circle.
 */
export async function insertOrders(
  database: Queryable,
  orders: readonly NewOrder[],
  now: number,
): Promise<Stored[]> {
  const rolls = new Rolls();
  const placed = orders.map((order) => orderRow(order, rolls));
  const entries = orders.flatMap(entryRows);
  const claims = orders.flatMap(claimRows);
  const reservations = orders.flatMap(reservationRows);
  const days = orders.flatMap((order) => order.days);
  const { rows } = await database.query<{ id: number; no: string; created_at: number; expires_at: number }>({
    ...statementFor(
      claims.length > 0,
      orders.some(({ referral }) => referral !== null),
      reservations.length > 0,
      days.length > 0,
    ),
    values: [
      JSON.stringify(placed),
      JSON.stringify(entries),
      rolls.ids,
      rolls.counts,
      now,
      ...(claims.length > 0 ? [JSON.stringify(claims)] : []),
      ...(reservations.length > 0 ? [JSON.stringify(reservations)] : []),
      ...(days.length > 0 ? [JSON.stringify(days)] : []),
    ],
  });
  const stored = new Map(rows.map((row) => [row.no, row]));
  return orders.map(({ no }) => {
    const row = stored.get(no);
    if (row === undefined) throw new Error(`order ${no} was not stored; is its account's roll missing?`);
    return { id: row.id, createdAt: row.created_at, expiresAt: row.expires_at };
  });
}

/** Members of one block are counted by one delta. */
const BLOCK = 1 << LEVEL_BITS[0];

/** What no order of a batch needs is left out: to set it up takes the server as long as some orders do. */
const NEW_CLAIM = `, new_claim AS (
  INSERT INTO order_claim (claim, fingerprint, order_id)
  SELECT decode(claim, 'hex'), decode(fingerprint, 'hex'), new_order.id
    FROM json_to_recordset($6) AS t (no text, claim text, fingerprint text) JOIN new_order USING (no)
   ORDER BY claim -- the same order on every node, so that none waits for another in a circle
)`;

const NEW_REFERRAL = `, new_referral AS (
  INSERT INTO referral_order (order_id, code_id, code, account_id, account_position, code_position, commission_ppm,
                              order_amount, created_at, updated_at)
  SELECT new_order.id, code_id, coalesce(code, ''), affiliate_id, affiliate.first + affiliate_nth, of_code.first + code_nth,
         commission_ppm, order_amount, new_order.created_at, new_order.created_at
    FROM placed
    JOIN new_order USING (no)
    JOIN appended affiliate ON affiliate.id = affiliate_roll_id
    LEFT JOIN appended of_code ON of_code.id = code_roll_id
)`;

/** Rolls are locked first: what a caller reserves on two nodes at once is counted one after the other. */
const newReservation = (parameter: string) => `, taken AS MATERIALIZED (
  SELECT reserve(${parameter}::json) FROM moment
), new_reservation AS (
  INSERT INTO reservation (order_id, asset_id, units, value, caller, is_keyless, until)
  SELECT new_order.id, asset_id, units, value, caller, keyless_pct IS NOT NULL, new_order.expires_at + ${MINED_GRACE_S}
    FROM json_to_recordset(${parameter}::json) AS t (
           no text, asset_id int, units numeric, value numeric, caller text, keyless_pct int)
    JOIN new_order USING (no), taken
)`;

/** After what is reserved, so that all lock in the same order. */
const dayCounted = (parameter: string, reservations: boolean) => `, counted AS MATERIALIZED (
  SELECT count_placed(($5::bigint / ${DAY_S})::integer, ${parameter}::json) FROM moment${reservations ? ', taken' : ''}
)`;

const insertion = (claims: boolean, referrals: boolean, reservations: boolean, days: boolean) => `
WITH placed AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1) AS t (
    no text, query_code text, account_id bigint, roll_id bigint, nth bigint, mode text, asset_id int, units numeric,
    min_units numeric, max_units numeric, address_id bigint, address text, price numeric, tolerance_units numeric,
    dust_units numeric, on_mismatch text, refund_address text, refund_memo text, client_order_id text, caller text,
    lifetime_s bigint, late_window_s bigint, trace text,
    code_id bigint, code text, code_roll_id bigint, code_nth bigint, affiliate_id bigint, affiliate_roll_id bigint,
    affiliate_nth bigint, commission_ppm int, order_amount numeric)
), locked AS MATERIALIZED (
  SELECT id, last_at FROM roll WHERE id = ANY ($3::bigint[]) ORDER BY id FOR UPDATE
), moment AS MATERIALIZED (
  -- One time for all, and in no roll before what is there already, whatever the clocks of other nodes said.
  SELECT greatest($5::bigint, max(last_at)) AS at FROM locked
), appended AS (
  UPDATE roll SET length = roll.length + more.count, last_at = moment.at
    FROM unnest($3::bigint[], $4::bigint[]) AS more (id, count) JOIN locked ON locked.id = more.id, moment
   WHERE roll.id = more.id
  RETURNING roll.id, roll.length - more.count AS first, roll.last_at
), new_order AS (
  INSERT INTO orders (no, query_code, account_id, position, mode, status, asset_id, units, min_units, max_units,
                      address_id, address, price, tolerance_units, dust_units, on_mismatch, refund_address, refund_memo,
                      client_order_id, caller, created_at, expires_at, late_until, trace)
  SELECT no, query_code, account_id, first + nth, mode, 1, asset_id, units, min_units, max_units,
         address_id, address, price, tolerance_units, dust_units, on_mismatch, refund_address, refund_memo,
         client_order_id, caller, last_at, $5 + lifetime_s, $5 + lifetime_s + late_window_s, trace
    FROM placed JOIN appended ON appended.id = roll_id
  RETURNING id, no, account_id, position, created_at, expires_at
), new_entry AS (
  INSERT INTO order_entry (order_id, entry, asset_id, address, memo, to_ratio, to_group_ratio, share, group_share,
                           price, fee_ppm, fee_tiers, skew_ppm, premium_ppm, markup_ppm, network_fee_units, units, units_origin)
  SELECT new_order.id, entry, asset_id, address, memo, to_ratio, to_group_ratio, share, group_share,
         price, fee_ppm, fee_tiers, skew_ppm, premium_ppm, coalesce(markup_ppm, 0), network_fee_units, units, units
    FROM json_to_recordset($2) AS t (
           no text, entry int, asset_id int, address text, memo text, to_ratio numeric, to_group_ratio numeric,
           share numeric, group_share numeric, price numeric, fee_ppm int, fee_tiers jsonb, skew_ppm int,
           premium_ppm int, markup_ppm int, network_fee_units numeric, units numeric)
    JOIN new_order USING (no)
)${claims ? NEW_CLAIM : ''}${referrals ? NEW_REFERRAL : ''}${
  reservations ? newReservation(claims ? '$7' : '$6') : ''
}${days ? dayCounted(`$${6 + Number(claims) + Number(reservations)}`, reservations) : ''}, new_delta AS (
  -- Every new member starts with facet 1: an order waiting, a settlement incomplete.
  INSERT INTO roll_delta (roll_id, facet, position, members)
  SELECT appended.id, 1, greatest(start, first), least(start + ${BLOCK}, first + count) - greatest(start, first)
    FROM unnest($3::bigint[], $4::bigint[]) AS more (id, count)
    JOIN appended ON appended.id = more.id,
         generate_series(${blockStart('first')}, first + count - 1, ${BLOCK}) AS start
)
SELECT id, no, created_at, expires_at FROM new_order${days ? ', counted' : ''}`;

const STATEMENTS = [false, true].flatMap((claims) =>
  [false, true].flatMap((referrals) =>
    [false, true].flatMap((reservations) =>
      [false, true].map((days) => ({
        name: `insert-orders${claims ? '-claims' : ''}${referrals ? '-referrals' : ''}${reservations ? '-reservations' : ''}${days ? '-days' : ''}`,
        text: insertion(claims, referrals, reservations, days),
      })),
    ),
  ),
);

const statementFor = (claims: boolean, referrals: boolean, reservations: boolean, days: boolean) =>
  STATEMENTS[
    8 * Number(claims) + 4 * Number(referrals) + 2 * Number(reservations) + Number(days)
  ] as (typeof STATEMENTS)[number];

/** Counts how many members each roll gets, and hands out their places. */
class Rolls {
  private readonly sizes = new Map<number, number>();

  /** The member's place among those that this batch adds to the roll. */
  append(rollId: number): number {
    const size = this.sizes.get(rollId) ?? 0;
    this.sizes.set(rollId, size + 1);
    return size;
  }

  get ids(): number[] {
    return [...this.sizes.keys()];
  }

  get counts(): number[] {
    return [...this.sizes.values()];
  }
}

function orderRow(order: NewOrder, rolls: Rolls): Record<string, unknown> {
  const { terms, account, deposit } = order;
  return {
    no: order.no,
    query_code: order.queryCode,
    account_id: account.id,
    roll_id: account.ordersRollId,
    nth: rolls.append(account.ordersRollId),
    mode: terms.mode satisfies Mode,
    asset_id: terms.from.id,
    units: String(terms.units),
    min_units: String(terms.limits.minUnits),
    max_units: String(terms.limits.maxUnits),
    address_id: deposit.id,
    address: deposit.address,
    price: formatFixed(terms.price),
    tolerance_units: String(order.toleranceUnits),
    dust_units: String(order.dustUnits),
    on_mismatch: order.onMismatch,
    refund_address: order.refundAddress,
    refund_memo: order.refundMemo,
    client_order_id: order.clientOrderId,
    caller: order.caller,
    lifetime_s: order.lifetimeS,
    late_window_s: order.lateWindowS,
    ...(order.trace !== null && { trace: order.trace }),
    ...referralColumns(order.referral, rolls),
  };
}

function referralColumns(referral: Referral | null, rolls: Rolls): Record<string, unknown> {
  if (referral === null) return {};
  return {
    ...(referral.code !== null && {
      code_id: referral.code.id,
      code: referral.code.name,
      code_roll_id: referral.code.rollId,
      code_nth: rolls.append(referral.code.rollId),
    }),
    affiliate_id: referral.accountId,
    affiliate_roll_id: referral.accountRollId,
    affiliate_nth: rolls.append(referral.accountRollId),
    commission_ppm: referral.commissionPpm,
    order_amount: referral.orderAmount,
  };
}

function entryRows({ no, terms, receivers }: NewOrder): Record<string, unknown>[] {
  return terms.entries.map((entry, n) => ({
    no,
    entry: n,
    asset_id: entry.asset.id,
    address: receivers[n]?.address,
    memo: receivers[n]?.memo,
    to_ratio: formatFixed(entry.ratio),
    to_group_ratio: entry.groupRatio === null ? null : formatFixed(entry.groupRatio),
    share: formatFixed(entry.share),
    group_share: formatFixed(entry.groupShare),
    price: formatFixed(entry.price),
    fee_ppm: entry.feePpm,
    fee_tiers: tiersRow(entry.feeTiers),
    skew_ppm: entry.skewPpm,
    premium_ppm: entry.premiumPpm,
    ...(entry.markupPpm > 0 && { markup_ppm: entry.markupPpm }),
    network_fee_units: String(entry.networkFeeUnits),
    units: String(entry.units),
  }));
}

/** Fees of other amounts, as they are read back. */
function tiersRow(tiers: FeeTiers | null): EntryColumns['fee_tiers'] {
  return tiers?.map(({ fromUnits, feePpm }) => [String(fromUnits), feePpm]) ?? null;
}

function claimRows({ no, claims, fingerprint }: NewOrder): Record<string, string>[] {
  return claims.map(({ id }) => ({
    no,
    claim: id.toString('hex'),
    fingerprint: fingerprint.toString('hex'),
  }));
}

function reservationRows({ no, terms, caller, caps }: NewOrder): Record<string, unknown>[] {
  return reservationsOf(terms).map(({ assetId, units, value }) => ({
    no,
    asset_id: assetId,
    units: String(units),
    value,
    caller,
    most_of_asset: caps.perAsset,
    most_of_caller: caps.perCaller,
    most_in_all: caps.inAll,
    share_pct: caps.sharePct,
    keyless_pct: caps.keylessPct,
  }));
}
