import { listReferralOrders } from '../../../../packages/service/src/affiliates/list.ts';
import { findRefCode } from '../../../../packages/service/src/affiliates/ref-code.ts';
import { parseFixed } from '../../../../packages/service/src/money/fixed.ts';
import { AFFILIATE, REF_CODES } from '../affiliates.ts';
import type { PlacedOrder } from '../place-order.ts';
import type { World } from '../world.ts';
import { type Check, statementCheck } from './check.ts';

interface Row {
  order_id: number;
  status: number;
  commission: string;
  is_covered: boolean;
  fees: [assetId: number, units: string, markup: string, price: string][];
}

const PAGE = { facet: null, createdStart: null, createdEnd: null, newestFirst: true, page: 1, pageSize: 50 };

/**
 * A completed order has earned its share of the service fee, at the rate of the moment when it was placed, and what was put on
 * top of it, rounded down to 8 decimals; all others have earned nothing. The lists add up to that.
 */
export const commissionCheck: Check = async (world) => {
  const { rows } = await world.database.query<Row>(
    `SELECT r.order_id, o.status, r.commission::text, r.settlement_id IS NOT NULL AS is_covered,
            (SELECT json_agg(json_build_array(e.asset_id, e.fee_units::text, e.markup_units::text, e.price::text)) FROM order_entry e
              WHERE e.order_id = o.id) AS fees
       FROM referral_order r JOIN orders o ON o.id = r.order_id ORDER BY r.order_id`,
  );
  const referred = world.orders.filter(
    ({ refCode, terms }) => refCode !== null || terms.conditions.markup !== null,
  );
  const problems = referred.flatMap(({ id, refCode }) => {
    const row = rows.find(({ order_id }) => order_id === id);
    if (row === undefined) return [`commission: order ${id} earns for somebody, but is not listed`];
    const earned = row.status === 4 ? earnedBy(world, row, refCode?.commissionPpm ?? 0) : 0n;
    // What a settlement covers does not follow its order any more.
    const isRight = row.is_covered || parseFixed(row.commission) === earned;
    return isRight
      ? []
      : [`commission: order ${id} (${row.status}) has ${row.commission}, not ${earned} e-18`];
  });
  for (const code of [null, ...REF_CODES]) problems.push(...(await listed(world, code, referred, rows)));
  return problems;
};

/** In 10⁻¹⁸ USDT, exactly, then rounded down to 8 decimals. */
function earnedBy({ catalogue }: World, { fees }: Row, ppm: number): bigint {
  const worth = fees.reduce(
    (sum, [assetId, units, markup, price]) =>
      sum +
      ((BigInt(units) - BigInt(markup)) * BigInt(ppm) + BigInt(markup) * 1_000_000n) *
        parseFixed(price) *
        10n ** BigInt(18 - catalogue.get(assetId).decimals),
    0n,
  );
  return (worth / 10n ** 34n) * 10n ** 10n;
}

/** What the affiliate sees of all codes, or of one. */
async function listed(
  { database, catalogue }: World,
  name: string | null,
  referred: readonly PlacedOrder[],
  rows: readonly Row[],
): Promise<string[]> {
  const account = { ...AFFILIATE, name: 'affiliate', fees: { float: null, fixed: null } };
  const code = name === null ? null : await findRefCode(database, name);
  const own = referred.filter(({ refCode }) => name === null || refCode?.code === name).map(({ id }) => id);
  const sum = rows
    .filter(({ order_id }) => own.includes(order_id))
    .reduce((total, { commission }) => total + parseFixed(commission), 0n);
  const { total, totalCommission } = await listReferralOrders(database, catalogue, { account, code }, PAGE);
  if (total === own.length && parseFixed(totalCommission) === sum) return [];
  return [
    `commission: the list of ${name ?? 'all codes'} says ${total} orders and ${totalCommission} in all`,
  ];
}

/** The tallies of the lists, on each level, with what is not folded yet: a short list is added up without them. */
export const commissionTallyCheck: Check = statementCheck(
  'commission',
  `WITH counted AS (
     SELECT roll_id, level, sum(members) AS members, sum(amount) AS amount FROM (
       SELECT roll_id, level, members, amount FROM roll_tally
        UNION ALL SELECT roll_id, level, members, amount FROM roll_delta, generate_series(0, 2) AS level) AS part
      WHERE roll_id IN (SELECT referral_roll_id FROM account UNION SELECT roll_id FROM ref_code) GROUP BY roll_id, level
   ), real AS (
     SELECT roll_id, level, count(*) AS members, sum(commission) AS amount FROM generate_series(0, 2) AS level, (
       SELECT a.referral_roll_id AS roll_id, r.commission FROM referral_order r JOIN account a ON a.id = r.account_id
        UNION ALL SELECT c.roll_id, r.commission FROM referral_order r JOIN ref_code c ON c.id = r.code_id) AS part
      GROUP BY roll_id, level
   )
   SELECT format('list %s has %s orders that earned %s, but %s and %s are counted on level %s', roll_id, real.members,
                 real.amount, counted.members, counted.amount, level) AS problem
     FROM counted FULL JOIN real USING (roll_id, level)
    WHERE counted.members IS DISTINCT FROM real.members OR counted.amount IS DISTINCT FROM real.amount`,
);
