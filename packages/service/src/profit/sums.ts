import { CAPITAL, RESULT_PARTS } from './parts.ts';

/** What results are summed up by. */
export const BYS = ['day', 'pair', 'venue', 'order'] as const;
export type By = (typeof BYS)[number];

/** What the names of a group are. An order has a line for each day on which something was booked for it. */
export const GROUP_NAMES: Readonly<Record<By, readonly string[]>> = {
  day: ['day'],
  pair: ['pair'],
  venue: ['venue'],
  order: ['day', 'order', 'pair'],
};

/** Whole days, UTC: Unix seconds of the first, and of the one after the last; null: from the beginning, to the end. */
export interface DaySpan {
  readonly from: number | null;
  readonly until: number | null;
}

/** What one part brought in one asset. */
export interface Sum {
  /** The names of its group. */
  readonly group: readonly string[];
  readonly part: string;
  readonly assetId: number;
  readonly units: bigint;
  /** In 10^-18 USDT. */
  readonly value: bigint;
}

const PARTS = [...RESULT_PARTS, CAPITAL];

/**
 * Sums of the same group, part and asset become one, each group where it came first, and always in the same order within it:
 * what was folded meanwhile moves nothing.
 */
export function sumUp(sums: readonly Sum[]): Sum[] {
  const all = new Map<string, Sum>();
  const places = new Map<string, number>();
  for (const { group, part, assetId, units, value } of sums) {
    const name = JSON.stringify(group);
    if (!places.has(name)) places.set(name, places.size);
    const key = JSON.stringify([group, part, assetId]);
    const { units: unitsBefore, value: valueBefore } = all.get(key) ?? { units: 0n, value: 0n };
    all.set(key, { group, part, assetId, units: unitsBefore + units, value: valueBefore + value });
  }
  const placeOf = ({ group }: Sum) => places.get(JSON.stringify(group)) as number;
  return [...all.values()].sort(
    (a, b) =>
      placeOf(a) - placeOf(b) || PARTS.indexOf(a.part) - PARTS.indexOf(b.part) || a.assetId - b.assetId,
  );
}

/** A group as people look at it: what each part is worth, in 10^-18 USDT. */
export interface Group {
  readonly names: readonly string[];
  readonly parts: ReadonlyMap<string, bigint>;
  /** All parts of the result together. */
  readonly result: bigint;
  /** What was put in, less what was taken out. */
  readonly capital: bigint;
}

/** The groups of some sums, each where it came first. */
export function groupsOf(sums: readonly Sum[]): Group[] {
  const values = new Map<string, { names: readonly string[]; parts: Map<string, bigint> }>();
  for (const { group, part, value } of sums) {
    const key = JSON.stringify(group);
    const known = values.get(key) ?? { names: group, parts: new Map<string, bigint>() };
    known.parts.set(part, (known.parts.get(part) ?? 0n) + value);
    values.set(key, known);
  }
  return [...values.values()].map(({ names, parts }) => groupOf(names, parts));
}

/** All of them as one. */
export function totalOf(sums: readonly Sum[]): Group {
  return groupsOf(sums.map((sum) => ({ ...sum, group: [] })))[0] ?? groupOf([], new Map());
}

function groupOf(names: readonly string[], parts: ReadonlyMap<string, bigint>): Group {
  const result = RESULT_PARTS.reduce((sum, part) => sum + (parts.get(part) ?? 0n), 0n);
  return { names, parts, result, capital: parts.get(CAPITAL) ?? 0n };
}
