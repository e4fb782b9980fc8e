import { split } from '../money/split.ts';
import { floorPromised, powerOfTen } from '../money/units.ts';

const MILLION = 1_000_000n;

/** One side of an exchange: how an asset counts, and what it is worth. */
export interface Side {
  readonly decimals: number;
  /** In USDT, counted in 10^-18. */
  readonly price: bigint;
}

/** What is promised to one receive entry. */
export interface EntryTerms extends Side {
  /** Entries with the same group receive the same asset. */
  readonly group: number;
  /** Weight among all entries. */
  readonly share: bigint;
  readonly feePpm: number;
  readonly networkFeeUnits: bigint;
  /** What `rateOf` gives, where it has been computed already. */
  readonly rate?: Rate;
}

/** What a unit of the source is worth in units of an entry, after the service fee: an exact fraction. */
export interface Rate {
  readonly top: bigint;
  readonly bottom: bigint;
}

export interface QuotedUnits {
  readonly units: bigint;
  readonly groupUnits: bigint;
}

/**
 * What each entry receives for so many units of the source:
 *
 *     floor8( part × source price ÷ entry price × (1 − fee) − network fee )
 *
 * where the parts are the source units split by share. Never negative.
 */
export function quote(source: Side, sourceUnits: bigint, entries: readonly EntryTerms[]): QuotedUnits[] {
  const parts = split(
    sourceUnits,
    entries.map(({ share }) => share),
  );
  const units = entries.map((entry, n) => entryUnits(source, parts[n] as bigint, entry));
  if (units.length === 1) return units.map((each) => ({ units: each, groupUnits: each }));
  return entries.map(({ group }, n) => ({
    units: units[n] as bigint,
    groupUnits: units.reduce((sum, each, m) => (entries[m]?.group === group ? sum + each : sum), 0n),
  }));
}

export function rateOf(source: Side, entry: Side & Pick<EntryTerms, 'feePpm'>): Rate {
  return {
    top: source.price * powerOfTen(entry.decimals) * (MILLION - BigInt(entry.feePpm)),
    bottom: entry.price * powerOfTen(source.decimals) * MILLION,
  };
}

function entryUnits(source: Side, part: bigint, entry: EntryTerms): bigint {
  const { top, bottom } = entry.rate ?? rateOf(source, entry);
  const gross = (part * top) / bottom;
  return gross <= entry.networkFeeUnits ? 0n : floorPromised(gross - entry.networkFeeUnits, entry.decimals);
}
