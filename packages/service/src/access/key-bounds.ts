import { KEY_SCOPES, type KeyScope, MESSAGE } from '@swapdesk/contract';
import { Refusal } from '../refusal.ts';
import { AddressList } from './address-list.ts';

/** What a key may be used for, until when, from where. */
export interface KeyBounds {
  /** What its owner calls it. */
  readonly label: string;
  readonly scopes: readonly KeyScope[];
  /** Addresses and networks; none: from anywhere. */
  readonly addresses: readonly string[];
  /** Null: it does not end by itself. */
  readonly expiresAt: number | null;
}

export const UNBOUND: KeyBounds = { label: '', scopes: KEY_SCOPES, addresses: [], expiresAt: null };

/** Bounds as the directory keeps them: ready to be asked with every request. */
export interface ActiveBounds {
  readonly scopes: ReadonlySet<KeyScope>;
  readonly from: AddressList;
  readonly expiresAt: number | null;
}

export function activeBounds({ scopes, addresses, expiresAt }: Omit<KeyBounds, 'label'>): ActiveBounds {
  return { scopes: new Set(scopes), from: addressesOf(addresses), expiresAt };
}

/** Throws for a key that has ended, or is used from elsewhere. Its holder has shown the secret: they are told which. */
export function refuseOutside({ from, expiresAt }: ActiveBounds, address: string, now: number): void {
  if (expiresAt !== null && now >= expiresAt) throw new Refusal(MESSAGE.keyExpired);
  if (!from.isEmpty && !from.has(address)) throw new Refusal(MESSAGE.keyFromElsewhere);
}

export function isWithin({ from, expiresAt }: ActiveBounds, address: string, now: number): boolean {
  return (expiresAt === null || now < expiresAt) && (from.isEmpty || from.has(address));
}

/** Throws a Refusal for bounds that no key can have. */
export function checkBounds({ scopes, addresses, expiresAt }: KeyBounds, now: number): void {
  if (scopes.length === 0) throw new Refusal(MESSAGE.keyWithoutScope);
  if (expiresAt !== null && expiresAt <= now) throw new Refusal(MESSAGE.keyEndsInThePast);
  addressesOf(addresses);
}

function addressesOf(addresses: readonly string[]): AddressList {
  return new AddressList(addresses, () => new Refusal(MESSAGE.notAnAddressList));
}
