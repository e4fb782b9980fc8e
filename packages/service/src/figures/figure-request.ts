import type { Period } from './zone-days.ts';

/** What sums are grouped by, beside time. */
export const FIGURE_GROUPS = ['none', 'from', 'to', 'pair', 'account', 'code'] as const;
export type FigureGroup = (typeof FIGURE_GROUPS)[number];

/** What is summed up. */
export const MEASURES = ['orders', 'turnover', 'fees', 'commissions', 'network', 'result'] as const;
export type Measure = (typeof MEASURES)[number];

/** Which orders; what is null does not matter. */
export interface FigureFilter {
  /** One of these is what was sent, or among what was paid out. */
  readonly assetIds: readonly number[] | null;
  readonly account: string | null;
  readonly code: string | null;
}

export interface FigureRequest extends FigureFilter {
  readonly periods: readonly Period[];
  readonly by: FigureGroup;
}

/** The sums of a group in a period, with every digit. Amounts in USDT. */
export interface FigureRow extends Readonly<Record<Measure, string>> {
  readonly period: Period;
  /** What was sent, what was paid out, the account or the code; none where nothing is grouped by. */
  readonly from: number | null;
  readonly to: readonly number[];
  readonly name: string;
}
