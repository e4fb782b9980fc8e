import { normalizeQueryCode } from '@swapdesk/contract/plain';

/** An order that was placed in a widget. */
export interface WidgetOrder {
  readonly code: string;
  readonly manageCode: string;
  /** The widget that it was placed in, as `widgetOf` names it. */
  readonly of: string;
  /** Whoever placed it has gone on to another swap: they come back to it by a link, and not by themselves. */
  readonly isLeft: boolean;
}

/** The oldest go. */
export const MOST_KEPT = 5;

/** How a widget looks and speaks, which a page may change while an order is open. */
const LOOKS = ['theme', 'accent', 'accent-dark', 'lang'];

/** What makes a widget this one: all that its page has asked for, but for its looks. */
export function widgetOf(setup: string): string {
  const asked = new URLSearchParams(setup);
  for (const name of LOOKS) asked.delete(name);
  asked.sort();
  return asked.toString();
}

/** What was stored, perhaps by another version of this page, or by nobody: what is no order is left out. */
export function readOrders(text: string | null): readonly WidgetOrder[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored.filter(isOrder).slice(0, MOST_KEPT) : [];
  } catch {
    return [];
  }
}

/** Once each, the one that came last first. */
export function withOrder(orders: readonly WidgetOrder[], order: WidgetOrder): readonly WidgetOrder[] {
  return [order, ...withoutOrder(orders, order.code)].slice(0, MOST_KEPT);
}

/** One that has ended; of the others nothing is forgotten with it. */
export function withoutOrder(orders: readonly WidgetOrder[], code: string): readonly WidgetOrder[] {
  return orders.filter((each) => !isSame(each, code));
}

export function withLeft(orders: readonly WidgetOrder[], code: string): readonly WidgetOrder[] {
  return orders.map((each) => (isSame(each, code) ? { ...each, isLeft: true } : each));
}

function isSame(order: WidgetOrder, code: string): boolean {
  return normalizeQueryCode(order.code) === normalizeQueryCode(code);
}

/** Its codes go into an address: they are letters, digits and dashes. */
function isOrder(value: unknown): value is WidgetOrder {
  const { code, manageCode, of, isLeft } = (value ?? {}) as Partial<WidgetOrder>;
  const areCodes = [code, manageCode].every((each) => typeof each === 'string' && /^[\w-]+$/.test(each));
  return areCodes && typeof of === 'string' && typeof isLeft === 'boolean';
}
