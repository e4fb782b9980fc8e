import { formatQueryCode, normalizeQueryCode } from '@swapdesk/contract/plain';
import type { AssetName, ManagedOrder } from '../api/order.ts';
import { readOfTab, readStored, store, storeInTab } from '../design/storage.ts';

/** An order as this browser remembers it: enough to find it again, and to decide about it. */
export interface KeptOrder extends ManagedOrder {
  readonly asset: AssetName;
  /** What was to be sent. */
  readonly amount: string;
  readonly receives: readonly AssetName[];
  /** When it was placed, Unix seconds. */
  readonly placedAt: number;
  /** What whoever is paid calls it. Left out where there is none. */
  readonly reference?: string;
  /** True if nobody knows whether its manage code is right: it came with a link, and not with the order. */
  readonly isUnproven?: boolean;
}

const NAME = 'orders';
/** The oldest go. Whoever has more than these wants a program, not a page. */
export const MOST_KEPT = 50;
/** Dates end here. */
const LAST_MOMENT_S = 8_640_000_000_000;

/** The orders of this browser, newest first. */
export function keptOrders(): readonly KeptOrder[] {
  return readKept(readStored(NAME));
}

/** The same, and what this tab alone knows. */
export function knownOrders(): readonly KeptOrder[] {
  return [...keptOrders(), ...readKept(readOfTab(NAME))];
}

/** For whoever's browser keeps nothing longer: until the tab is closed. */
export function keepInTab(order: KeptOrder): void {
  storeInTab(NAME, JSON.stringify(withKept(readKept(readOfTab(NAME)), order)));
}

/** False if this browser keeps nothing. */
export function keepOrder(order: KeptOrder): boolean {
  return store(NAME, JSON.stringify(withKept(keptOrders(), order)));
}

export function forgetOrder(code: string): void {
  storeInTab(NAME, JSON.stringify(withoutKept(readKept(readOfTab(NAME)), code)));
  store(NAME, JSON.stringify(withoutKept(keptOrders(), code)));
}

export function forgetAll(): void {
  store(NAME, '[]');
  storeInTab(NAME, null);
}

/** True if what is kept now is there when the browser is opened again. */
export function canKeep(): boolean {
  return store(NAME, JSON.stringify(keptOrders()));
}

/** What was stored, perhaps by another version of this page, or by nobody: what is no order is left out. */
export function readKept(text: string | null): readonly KeptOrder[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored.filter(isKeptOrder).slice(0, MOST_KEPT) : [];
  } catch {
    return [];
  }
}

/** Once each, the one that came last first. */
export function withKept(orders: readonly KeptOrder[], order: KeptOrder): readonly KeptOrder[] {
  const code = formatQueryCode(normalizeQueryCode(order.code));
  return [{ ...order, code }, ...withoutKept(orders, code)].slice(0, MOST_KEPT);
}

export function withoutKept(orders: readonly KeptOrder[], code: string): readonly KeptOrder[] {
  return orders.filter((each) => normalizeQueryCode(each.code) !== normalizeQueryCode(code));
}

function isKeptOrder(value: unknown): value is KeptOrder {
  const {
    code,
    manageCode,
    asset,
    amount,
    receives,
    placedAt,
    reference = '',
  } = (value ?? {}) as Partial<KeptOrder>;
  const areTexts = [code, manageCode, amount, reference].every((each) => typeof each === 'string');
  const hasCoins = isName(asset) && Array.isArray(receives) && receives.every(isName);
  return areTexts && hasCoins && isMoment(placedAt);
}

/** One that a calendar has: of any other, nobody can say when it was. */
function isMoment(value: unknown): boolean {
  return Number.isSafeInteger(value) && Math.abs(value as number) <= LAST_MOMENT_S;
}

function isName(value: unknown): value is AssetName {
  const { abbr, chain } = (value ?? {}) as Partial<AssetName>;
  return typeof abbr === 'string' && typeof chain === 'string';
}
