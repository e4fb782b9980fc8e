import { hash } from 'node:crypto';
import { MESSAGE, type ReceiveEntry } from '@swapdesk/contract';
import type { Asset, Catalogue } from '../catalog/catalogue.ts';
import { formatFixed, parseFixed } from '../money/fixed.ts';
import { floorPromised, toUnits } from '../money/units.ts';
import { Refusal } from '../refusal.ts';
import type { AskedExchange } from './asked-before.ts';
import { holdOf } from './hold.ts';
import { isMacOf, mac, newMacSecret } from './mac.ts';
import type { Markup } from './markup.ts';
import { open, type SealKey, seal } from './seal.ts';
import { ratiosOf } from './shares.ts';
import { areSized } from './sized-prices.ts';
import {
  type Conditions,
  type ExchangeRequest,
  grouped,
  settle,
  type Terms,
  type UnquotedEntry,
} from './terms.ts';

/**
 * A calc id is the quote itself: any node can open it, and a quote costs no storage. It has two parts:
 *
 *     sealed conditions . number . until when . units . digests of addresses . prices of that size . MAC
 *
 * The conditions (prices, fees, limits) are encrypted and authenticated, once for all who ask for the same exchange
 * at the same prices. What is the asker's own stands readable behind, under a MAC whose secret is among the
 * conditions; so do the prices, where they depend on the size, of the source and of each entry. So nobody can read, change or
 * invent a calc id, and no two are alike.
 */
type SealedTerms = readonly [
  macSecret: string,
  conditions: SealedConditions,
  form?: number,
  markup?: readonly [ppm: number, accountId: number],
];

/**
 * Whoever seals says no form as long as it is the first. Another is read by one version before any seals it: as the two run side by
 * side, each opens what the other has promised. What is of a form that is not known is nobody's promise here.
 */
const FORM = 1;
/** With a markup. A version that does not know it would promise more: to that it is nobody's promise. */
const MARKED_UP = 2;

type SealedConditions = readonly [
  asset: number,
  price: string,
  min: string,
  max: string,
  entries: readonly SealedEntry[],
  ownFee: string | null,
];

type SealedEntry = readonly [
  asset: number,
  ratio: string,
  groupRatio: string | null,
  share: string,
  price: string,
  feePpm: number,
  networkFee: string,
  premiumPpm: number,
  skewPpm: number,
  feeTiers: readonly (readonly [fromUnits: string, feePpm: number])[] | null,
];

/** Seals fixed terms for as long as they are to hold, to the millisecond. */
export function sealQuote(key: SealKey, terms: Terms, request: AskedExchange, nowMs: number): string {
  const { sealed, secret, next } = envelope(terms.conditions, key);
  const addresses = request.to_address.map(({ to_address }) => digest(to_address)).join('~');
  const own = `${next()}.${nowMs + holdOf(request) * 1_000}.${terms.units}.${addresses}.${pricesText(terms)}`;
  return `${sealed}.${own}.${mac(secret, own)}`;
}

/** The terms that a calc id promises to exactly this request. Throws the calc-id refusals of the interface. */
export function openQuote(
  keys: readonly SealKey[],
  calcId: string,
  request: ExchangeRequest,
  catalogue: Catalogue,
  nowMs: number,
  /** What the caller has agreed with us; null: nothing. */
  ownFee: string | null,
): Terms {
  const opened = openParts(keys, calcId, catalogue);
  if (opened === null || nowMs >= opened.expiresAtMs) throw new Refusal(MESSAGE.calcIdInvalid);
  const { promised, units, addresses } = opened;
  // What an account has agreed with us is not for others. What everybody gets is, for an account too.
  if (promised.ownFee !== null && promised.ownFee !== ownFee) throw new Refusal(MESSAGE.calcIdInvalid);
  if (!isSameSource(promised.from, units, request, catalogue)) {
    throw new Refusal(MESSAGE.calcIdParametersDiffer);
  }
  if (!areSameEntries(promised.entries, addresses, request, catalogue)) {
    throw new Refusal(MESSAGE.calcIdToAddressDiffers);
  }
  return settle(promised, units);
}

/** What a calc id promises to whoever it is, also after its end; null if it is not ours, or its key is gone. */
export function readQuote(
  keys: readonly SealKey[],
  calcId: string,
  catalogue: Catalogue,
): { readonly terms: Terms; readonly expiresAtMs: number } | null {
  const opened = openParts(keys, calcId, catalogue);
  if (opened === null) return null;
  return { terms: settle(opened.promised, opened.units), expiresAtMs: opened.expiresAtMs };
}

interface Opened {
  readonly promised: Conditions;
  readonly expiresAtMs: number;
  readonly units: bigint;
  /** Digests. */
  readonly addresses: readonly string[];
}

/** Null if it was not sealed here, as it is. */
function openParts(keys: readonly SealKey[], calcId: string, catalogue: Catalogue): Opened | null {
  const [sealed = '', number, expiresAt, units = '', addresses = '', prices = '', given = ''] =
    calcId.split('.');
  const text = open(keys, sealed);
  if (text === null) return null;
  const [secret, conditions, form = FORM, named] = JSON.parse(text) as SealedTerms;
  if (form !== (named === undefined ? FORM : MARKED_UP)) return null;
  const markup = named === undefined ? null : { ppm: named[0], accountId: named[1] };
  const own = `${number}.${expiresAt}.${units}.${addresses}.${prices}`;
  if (!isMacOf(secret, own, given) || calcId !== `${sealed}.${own}.${given}`) return null;
  return {
    promised: openConditions(conditions, markup, catalogue, readPrices(prices)),
    expiresAtMs: Number(expiresAt),
    units: BigInt(units),
    addresses: addresses.split('~'),
  };
}

interface Envelope {
  readonly key: SealKey;
  readonly sealed: string;
  readonly secret: string;
  /** Counts the quotes under it, so that no two are alike. */
  next(): number;
}

const envelopes = new WeakMap<Conditions, Envelope>();

/** The sealed part, made once for the same conditions and the same key. */
function envelope(conditions: Conditions, key: SealKey): Envelope {
  const known = envelopes.get(conditions);
  if (known?.key === key) return known;
  const secret = newMacSecret();
  const { markup } = conditions;
  const closed = closeConditions(conditions);
  const terms: SealedTerms =
    markup === null ? [secret, closed] : [secret, closed, MARKED_UP, [markup.ppm, markup.accountId]];
  let quotes = 0;
  const made = { key, sealed: seal(key, JSON.stringify(terms)), secret, next: () => quotes++ };
  envelopes.set(conditions, made);
  return made;
}

function closeConditions({ from, price, limits, entries, ownFee }: Conditions): SealedConditions {
  return [
    from.id,
    formatFixed(price),
    String(limits.minUnits),
    String(limits.maxUnits),
    entries.map((entry) => [
      entry.asset.id,
      formatFixed(entry.ratio),
      entry.groupRatio === null ? null : formatFixed(entry.groupRatio),
      formatFixed(entry.share),
      formatFixed(entry.price),
      entry.feePpm,
      String(entry.networkFeeUnits),
      entry.premiumPpm,
      entry.skewPpm,
      entry.feeTiers?.map(({ fromUnits, feePpm }) => [String(fromUnits), feePpm] as const) ?? null,
    ]),
    ownFee,
  ];
}

function openConditions(
  [asset, price, min, max, entries, ownFee]: SealedConditions,
  markup: Markup | null,
  catalogue: Catalogue,
  [sized, ...sizedEntries]: readonly bigint[],
): Conditions {
  const from = catalogue.get(asset);
  const side = { decimals: from.decimals, price: sized ?? parseFixed(price) };
  return {
    mode: 'fixed',
    from,
    price: side.price,
    ladder: null,
    limits: { minUnits: BigInt(min), maxUnits: BigInt(max) },
    entries: grouped(
      side,
      entries.map((entry, n) => openEntry(entry, markup, catalogue, sizedEntries[n])),
    ),
    ownFee,
    markup,
  };
}

function openEntry(
  entry: SealedEntry,
  markup: Markup | null,
  catalogue: Catalogue,
  sized: bigint | undefined,
): UnquotedEntry {
  const [asset, ratio, groupRatio, share, price, feePpm, networkFee, premiumPpm, skewPpm, tiers] = entry;
  return {
    asset: catalogue.get(asset),
    ratio: parseFixed(ratio),
    groupRatio: groupRatio === null ? null : parseFixed(groupRatio),
    share: parseFixed(share),
    price: sized ?? parseFixed(price),
    ladder: null,
    feePpm,
    feeTiers: tiers?.map(([fromUnits, ofTier]) => ({ fromUnits: BigInt(fromUnits), feePpm: ofTier })) ?? null,
    skewPpm,
    premiumPpm,
    markupPpm: markup?.ppm ?? 0,
    networkFeeUnits: BigInt(networkFee),
  };
}

/** In hexadecimal, which has no full stop; empty where the size does not matter. */
function pricesText({ conditions, price, entries }: Terms): string {
  if (!areSized(conditions, conditions.entries)) return '';
  return [price, ...entries.map((entry) => entry.price)].map((each) => each.toString(16)).join('~');
}

function readPrices(text: string): bigint[] {
  return text === '' ? [] : text.split('~').map((each) => BigInt(`0x${each}`));
}

function isSameSource(from: Asset, units: bigint, request: ExchangeRequest, catalogue: Catalogue): boolean {
  if (catalogue.find(request.from_chain, request.from_abbr) !== from) return false;
  return floorPromised(toUnits(request.from_quantity, from.decimals), from.decimals) === units;
}

function areSameEntries(
  entries: Conditions['entries'],
  addresses: readonly string[],
  request: ExchangeRequest,
  catalogue: Catalogue,
): boolean {
  if (request.to_address.length !== entries.length) return false;
  return entries.every((quoted, n) => {
    const asked = request.to_address[n] as ReceiveEntry;
    const { ratio, groupRatio } = ratiosOf(asked);
    const address = addresses[n];
    return (
      catalogue.find(asked.to_chain, asked.to_abbr) === quoted.asset &&
      ratio === quoted.ratio &&
      groupRatio === quoted.groupRatio &&
      (address === '' || digest(asked.to_address) === address)
    );
  });
}

/** Of an address, or '' if there is none. An empty one is none: clients send it while the user has not typed it yet. */
function digest(address: string | undefined): string {
  if (address === undefined || address === '') return '';
  return hash('sha256', address, 'base64url').slice(0, 22);
}
