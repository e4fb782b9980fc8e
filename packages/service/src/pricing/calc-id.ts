import { createHash } from 'node:crypto';
import { CALC_ID_LIFETIME_S, MESSAGE } from '@swapdesk/contract';
import type { Catalogue } from '../catalog/catalogue.ts';
import { floorPromised, toUnits } from '../money/units.ts';
import { Refusal } from '../refusal.ts';
import { open, type SealKey, seal } from './seal.ts';
import { ratiosOf } from './shares.ts';
import {
  type AgreedEntry,
  type Conditions,
  type ExchangeRequest,
  grouped,
  settle,
  type Terms,
} from './terms.ts';

/** A calc id is the quote itself, sealed: any node can open it, and a quote costs no storage. */
interface SealedQuote {
  readonly expiresAt: number;
  readonly asset: number;
  readonly units: string;
  readonly price: string;
  readonly min: string;
  readonly max: string;
  readonly entries: readonly SealedEntry[];
}

interface SealedEntry {
  readonly asset: number;
  readonly ratio: string;
  readonly groupRatio: string | null;
  readonly share: string;
  /** Digest of the address that the quote was asked for; null if it named none. */
  readonly address: string | null;
  readonly price: string;
  readonly feePpm: number;
  readonly networkFee: string;
}

/** Seals fixed terms for 30 seconds. */
export function sealQuote(key: SealKey, terms: Terms, request: ExchangeRequest, now: number): string {
  const quote: SealedQuote = {
    expiresAt: now + CALC_ID_LIFETIME_S,
    asset: terms.from.id,
    units: String(terms.units),
    price: String(terms.price),
    min: String(terms.limits.minUnits),
    max: String(terms.limits.maxUnits),
    entries: terms.entries.map((entry, n) => sealEntry(entry, request.to_address[n]?.to_address)),
  };
  return seal(key, JSON.stringify(quote));
}

/** The terms that a calc id promises to exactly this request. Throws the calc-id refusals of the interface. */
export function openQuote(
  keys: readonly SealKey[],
  calcId: string,
  request: ExchangeRequest,
  catalogue: Catalogue,
  now: number,
): Terms {
  const text = open(keys, calcId);
  if (text === null) throw new Refusal(MESSAGE.calcIdInvalid);
  const quote = JSON.parse(text) as SealedQuote;
  if (quote.expiresAt < now) throw new Refusal(MESSAGE.calcIdInvalid);
  if (!sameSource(quote, request, catalogue)) throw new Refusal(MESSAGE.calcIdParametersDiffer);
  if (!sameEntries(quote, request, catalogue)) throw new Refusal(MESSAGE.calcIdToAddressDiffers);
  const entries = quote.entries.map((entry) => ({
    asset: catalogue.get(entry.asset),
    ratio: BigInt(entry.ratio),
    groupRatio: entry.groupRatio === null ? null : BigInt(entry.groupRatio),
    share: BigInt(entry.share),
    price: BigInt(entry.price),
    feePpm: entry.feePpm,
    networkFeeUnits: BigInt(entry.networkFee),
  }));
  const conditions: Conditions = {
    mode: 'fixed',
    from: catalogue.get(quote.asset),
    price: BigInt(quote.price),
    limits: { minUnits: BigInt(quote.min), maxUnits: BigInt(quote.max) },
    entries: grouped(entries),
  };
  return settle(conditions, BigInt(quote.units));
}

function sealEntry(entry: AgreedEntry, address: string | undefined): SealedEntry {
  return {
    asset: entry.asset.id,
    ratio: String(entry.ratio),
    groupRatio: entry.groupRatio === null ? null : String(entry.groupRatio),
    share: String(entry.share),
    address: digest(address),
    price: String(entry.price),
    feePpm: entry.feePpm,
    networkFee: String(entry.networkFeeUnits),
  };
}

function sameSource(quote: SealedQuote, request: ExchangeRequest, catalogue: Catalogue): boolean {
  const asset = catalogue.find(request.from_chain, request.from_abbr);
  if (asset === undefined || asset.id !== quote.asset) return false;
  return (
    floorPromised(toUnits(request.from_quantity, asset.decimals), asset.decimals) === BigInt(quote.units)
  );
}

function sameEntries(quote: SealedQuote, request: ExchangeRequest, catalogue: Catalogue): boolean {
  if (request.to_address.length !== quote.entries.length) return false;
  return request.to_address.every((asked, n) => {
    const quoted = quote.entries[n] as SealedEntry;
    const { ratio, groupRatio } = ratiosOf(asked);
    return (
      catalogue.find(asked.to_chain, asked.to_abbr)?.id === quoted.asset &&
      ratio === BigInt(quoted.ratio) &&
      (groupRatio === null ? quoted.groupRatio === null : String(groupRatio) === quoted.groupRatio) &&
      (quoted.address === null || digest(asked.to_address) === quoted.address)
    );
  });
}

/** An empty address is none: clients send it while the user has not typed one yet. */
function digest(address: string | undefined): string | null {
  if (address === undefined || address === '') return null;
  return createHash('sha256').update(address).digest('base64url').slice(0, 22);
}
