import { normalizeQueryCode } from '@swapdesk/contract/plain';
import { readOfTab, readStored, store, storeInTab } from '../design/storage.ts';
import { isWidget } from '../widget/widget.ts';
import { knownOrders } from './kept-orders.ts';

/** What this browser knows of an order by itself. Whatever the address of its page says may be said by anybody. */
export interface PlacedHere {
  readonly code: string;
  /** What whoever is paid calls it, such as the number of a bill. */
  readonly reference?: string;
}

const NAME = 'widget-placed';
/** The oldest go. */
export const MOST_PLACED = 20;

/** Null: it was placed elsewhere, or forgotten. */
export function placedHere(code: string): PlacedHere | null {
  const known = isWidget ? placedInWidget() : knownOrders();
  return known.find((each) => isSame(each.code, code)) ?? null;
}

/**
 * Remembers an order that was placed in a frame, where the list of orders is not kept: nothing by which one could decide about
 * it, so that it can be known again and no more.
 */
export function keepPlacedInWidget(placed: PlacedHere): void {
  const text = JSON.stringify(withPlaced(readPlaced(readStored(NAME)), placed));
  if (!store(NAME, text)) storeInTab(NAME, text);
}

function placedInWidget(): readonly PlacedHere[] {
  return [...readPlaced(readStored(NAME)), ...readPlaced(readOfTab(NAME))];
}

export function withPlaced(known: readonly PlacedHere[], placed: PlacedHere): readonly PlacedHere[] {
  return [placed, ...known.filter(({ code }) => !isSame(code, placed.code))].slice(0, MOST_PLACED);
}

/** What was stored, perhaps by nobody: what is none is left out. */
export function readPlaced(text: string | null): readonly PlacedHere[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPlaced) : [];
  } catch {
    return [];
  }
}

function isPlaced(value: unknown): value is PlacedHere {
  const { code, reference = '' } = (value ?? {}) as Partial<PlacedHere>;
  return typeof code === 'string' && typeof reference === 'string';
}

function isSame(one: string, other: string): boolean {
  return normalizeQueryCode(one) === normalizeQueryCode(other);
}
