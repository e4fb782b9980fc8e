import { hash } from 'node:crypto';
import { CALC_ID_LIFETIME_S, MESSAGE, type ReceiveEntry } from '@swapdesk/contract';
import type { Asset, Catalogue } from '../catalog/catalogue.ts';
import { formatFixed, parseFixed } from '../money/fixed.ts';
import { floorPromised, toUnits } from '../money/units.ts';
import { Refusal } from '../refusal.ts';
import { remember } from '../remember.ts';
import { open, type SealKey, seal } from './seal.ts';
import { ratiosOf } from './shares.ts';
import { type Conditions, type ExchangeRequest, grouped, settle, type Terms } from './terms.ts';

/**
 * A calc id is the quote itself, sealed: any node can open it, and a quote costs no storage. Lists without names,
 * because a calc id travels twice and should be short. Amounts are decimal text.
 */
type SealedQuote = readonly [
  expiresAt: number,
  units: string,
  /** Digests of the addresses that the quote was asked for; null for an entry that named none. */
  addresses: readonly (string | null)[],
  conditions: SealedConditions,
];

type SealedConditions = readonly [
  asset: number,
  price: string,
  min: string,
  max: string,
  entries: readonly SealedEntry[],
];

type SealedEntry = readonly [
  asset: number,
  ratio: string,
  groupRatio: string | null,
  share: string,
  price: string,
  feePpm: number,
  networkFee: string,
];

/** Seals fixed terms for 30 seconds. */
export function sealQuote(key: SealKey, terms: Terms, request: ExchangeRequest, now: number): string {
  const addresses = JSON.stringify(request.to_address.map(({ to_address }) => digest(to_address)));
  const expiresAt = now + CALC_ID_LIFETIME_S;
  return seal(key, `[${expiresAt},"${terms.units}",${addresses},${conditionsText(terms.conditions)}]`);
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
  const [expiresAt, units, addresses, conditions] = JSON.parse(text) as SealedQuote;
  if (expiresAt < now) throw new Refusal(MESSAGE.calcIdInvalid);
  const promised = openConditions(conditions, catalogue);
  if (!isSameSource(promised.from, BigInt(units), request, catalogue)) {
    throw new Refusal(MESSAGE.calcIdParametersDiffer);
  }
  if (!areSameEntries(promised.entries, addresses, request, catalogue)) {
    throw new Refusal(MESSAGE.calcIdToAddressDiffers);
  }
  return settle(promised, BigInt(units));
}

/** The same for all who ask for the same exchange in the same second, so it is written once. */
const conditionsText = remember(({ from, price, limits, entries }: Conditions): string => {
  const sealed: SealedConditions = [
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
    ]),
  ];
  return JSON.stringify(sealed);
});

function openConditions(
  [asset, price, min, max, entries]: SealedConditions,
  catalogue: Catalogue,
): Conditions {
  return {
    mode: 'fixed',
    from: catalogue.get(asset),
    price: parseFixed(price),
    limits: { minUnits: BigInt(min), maxUnits: BigInt(max) },
    entries: grouped(
      entries.map(([entryAsset, ratio, groupRatio, share, entryPrice, feePpm, networkFee]) => ({
        asset: catalogue.get(entryAsset),
        ratio: parseFixed(ratio),
        groupRatio: groupRatio === null ? null : parseFixed(groupRatio),
        share: parseFixed(share),
        price: parseFixed(entryPrice),
        feePpm,
        networkFeeUnits: BigInt(networkFee),
      })),
    ),
  };
}

function isSameSource(from: Asset, units: bigint, request: ExchangeRequest, catalogue: Catalogue): boolean {
  if (catalogue.find(request.from_chain, request.from_abbr) !== from) return false;
  return floorPromised(toUnits(request.from_quantity, from.decimals), from.decimals) === units;
}

function areSameEntries(
  entries: Conditions['entries'],
  addresses: readonly (string | null)[],
  request: ExchangeRequest,
  catalogue: Catalogue,
): boolean {
  if (request.to_address.length !== entries.length) return false;
  return entries.every((quoted, n) => {
    const asked = request.to_address[n] as ReceiveEntry;
    const { ratio, groupRatio } = ratiosOf(asked);
    const address = addresses[n] ?? null;
    return (
      catalogue.find(asked.to_chain, asked.to_abbr) === quoted.asset &&
      ratio === quoted.ratio &&
      groupRatio === quoted.groupRatio &&
      (address === null || digest(asked.to_address) === address)
    );
  });
}

/** An empty address is none: clients send it while the user has not typed one yet. */
function digest(address: string | undefined): string | null {
  if (address === undefined || address === '') return null;
  return hash('sha256', address, 'base64url').slice(0, 22);
}
