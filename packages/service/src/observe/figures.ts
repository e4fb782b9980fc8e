import { ORDER_STATUS } from '@swapdesk/contract';
import type { Queryable } from '../store/database.ts';

const { completed } = ORDER_STATUS;

export type Step = 'hour' | 'day';

/** What was completed in an hour or a day. Amounts are exact decimal text, in USDT. */
export interface Figure {
  /** Unix seconds. */
  readonly from: number;
  readonly completed: number;
  readonly volume: string;
  readonly fees: string;
  readonly commissions: string;
  readonly margin: string;
  /** From the first sight of the deposit to the last confirmed output. */
  readonly medianS: number;
  readonly slowS: number;
}

/** How long a step is, and how many are shown. */
export const STEPS: Readonly<Record<Step, { seconds: number; many: number }>> = {
  hour: { seconds: 3_600, many: 48 },
  day: { seconds: 86_400, many: 30 },
};

/** A step is stored this long after it is over: a transaction that completes an order then may still be under way. */
const SETTLED_S = 300;
const LATEST = 1_000;

/**
 * The figures of the latest steps, oldest first. A step that is over is computed once, by whoever asks first, and stored:
 * a completed order stays completed, but for those whose payment a deep reorganisation takes back for good. Only what is
 * not over is read from the orders.
 */
export async function readFigures(client: Queryable, step: Step, now: number): Promise<Figure[]> {
  const { seconds, many } = STEPS[step];
  const last = now - (now % seconds);
  const starts = Array.from({ length: many }, (_, n) => last - (many - 1 - n) * seconds);
  const stored = await storedFigures(client, step, starts);
  const figures: Figure[] = [];
  for (const from of starts) {
    const known = stored.get(from);
    const figure = known ?? (await computeFigure(client, from, from + seconds));
    if (known === undefined && from + seconds + SETTLED_S <= now) await storeFigure(client, step, figure);
    figures.push(figure);
  }
  return figures;
}

interface Row {
  from: number;
  completed: number;
  volume: string;
  fees: string;
  commissions: string;
  margin: string;
  medianS: number;
  slowS: number;
}

/** Without the zeros at the end that a sum of numerics keeps. */
const COLUMNS = `
  completed, trim_scale(volume)::text AS volume, trim_scale(fees)::text AS fees,
  trim_scale(commissions)::text AS commissions, trim_scale(fees - commissions)::text AS margin,
  median_s AS "medianS", slow_s AS "slowS"`;

async function storedFigures(
  client: Queryable,
  step: Step,
  starts: readonly number[],
): Promise<Map<number, Figure>> {
  const { rows } = await client.query<Row>({
    name: 'stored-figures',
    text: `SELECT began_at AS from, ${COLUMNS} FROM figure WHERE step = $1 AND began_at = ANY ($2::bigint[])`,
    values: [step, starts],
  });
  return new Map(rows.map((row) => [row.from, row]));
}

async function computeFigure(client: Queryable, from: number, until: number): Promise<Figure> {
  const { rows } = await client.query<Omit<Row, 'from'>>({
    name: 'compute-figure',
    text: `
      WITH done AS (
        SELECT o.id, o.finished_at - o.paid_at AS took,
               o.received_units * o.price * ('1e-' || a.decimals)::numeric AS volume,
               (SELECT sum(e.fee_units * e.price * ('1e-' || b.decimals)::numeric)
                  FROM order_entry e JOIN asset b ON b.id = e.asset_id WHERE e.order_id = o.id) AS fees,
               (SELECT r.commission FROM referral_order r WHERE r.order_id = o.id) AS commission
          FROM orders o JOIN asset a ON a.id = o.asset_id
         WHERE o.status = ${completed} AND o.finished_at >= $1 AND o.finished_at < $2
      ), summed AS (
        SELECT count(*) AS completed, coalesce(sum(volume), 0) AS volume, coalesce(sum(fees), 0) AS fees,
               coalesce(sum(commission), 0) AS commissions,
               coalesce(percentile_disc(0.5) WITHIN GROUP (ORDER BY took), 0) AS median_s,
               coalesce(percentile_disc(0.9) WITHIN GROUP (ORDER BY took), 0) AS slow_s
          FROM done
      )
      SELECT ${COLUMNS} FROM summed`,
    values: [from, until],
  });
  return { from, ...(rows[0] as Omit<Row, 'from'>) };
}

async function storeFigure(client: Queryable, step: Step, figure: Figure): Promise<void> {
  await client.query(
    `INSERT INTO figure (step, began_at, completed, volume, fees, commissions, median_s, slow_s)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
    [
      step,
      figure.from,
      figure.completed,
      figure.volume,
      figure.fees,
      figure.commissions,
      figure.medianS,
      figure.slowS,
    ],
  );
}

/** How long the latest completed orders took. */
export interface Durations {
  readonly orders: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
}

export async function latestDurations(client: Queryable): Promise<Durations> {
  const { rows } = await client.query<Durations>({
    name: 'latest-durations',
    text: `
      SELECT count(*) AS orders,
             coalesce(percentile_disc(0.5) WITHIN GROUP (ORDER BY took), 0) AS p50,
             coalesce(percentile_disc(0.9) WITHIN GROUP (ORDER BY took), 0) AS p90,
             coalesce(percentile_disc(0.99) WITHIN GROUP (ORDER BY took), 0) AS p99
        FROM (SELECT finished_at - paid_at AS took FROM orders WHERE status = ${completed}
               ORDER BY finished_at DESC LIMIT ${LATEST}) AS latest`,
  });
  return rows[0] as Durations;
}
