import {
  conversionOf,
  type Rate,
  type Receiving,
  rateAt,
  rateOf,
  receivedUnits,
  type Side,
} from '@swapdesk/contract';
import { split } from '../money/split.ts';
import { remember } from '../remember.ts';
import { type Charged, chargePpm } from './charge.ts';
import type { SizedPrices } from './sized-prices.ts';

/** What is promised to one receive entry. */
export interface EntryTerms extends Side, Receiving, Charged {
  /** Entries with the same group receive the same asset. */
  readonly group: number;
  /** Weight among all entries. */
  readonly share: bigint;
  /** What `rateOf` gives, where it has been computed already. */
  readonly rate?: Rate;
  /** What `conversionOf` gives, where it has been computed already. */
  readonly conversion?: Rate;
}

export interface QuotedUnits {
  readonly units: bigint;
  readonly groupUnits: bigint;
}

/** What each entry receives for so many units of the source: by the formula, of its part. The parts are the units split by share. */
export function quote(source: Side, sourceUnits: bigint, entries: readonly EntryTerms[]): QuotedUnits[] {
  const parts = split(
    sourceUnits,
    entries.map(({ share }) => share),
  );
  return ofGroups(
    entries,
    entries.map((entry, n) =>
      receivedUnits(parts[n] as bigint, entry.rate ?? rateOf(source, entry, chargePpm(entry)), entry),
    ),
  );
}

/** The same of parts that are split already, at prices for their size in place of the entries' own. */
export function quoteAt(
  source: Side,
  { parts, entries: prices }: Omit<SizedPrices, 'price'>,
  entries: readonly EntryTerms[],
): QuotedUnits[] {
  return ofGroups(
    entries,
    entries.map((entry, n) => {
      const conversion = entry.conversion ?? conversionOf(source.decimals, entry.decimals, chargePpm(entry));
      const rate = rateAt(conversion, source.price, prices[n] as bigint);
      return receivedUnits(parts[n] as bigint, rate, entry);
    }),
  );
}

function ofGroups(entries: readonly EntryTerms[], units: readonly bigint[]): QuotedUnits[] {
  if (isEachAlone(entries)) return units.map((each) => ({ units: each, groupUnits: each }));
  return entries.map(({ group }, n) => ({
    units: units[n] as bigint,
    groupUnits: units.reduce((sum, each, m) => (entries[m]?.group === group ? sum + each : sum), 0n),
  }));
}

const isEachAlone = remember(
  (entries: readonly EntryTerms[]) => new Set(entries.map(({ group }) => group)).size === entries.length,
);
