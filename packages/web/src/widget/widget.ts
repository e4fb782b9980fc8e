import type { WidgetMessage } from '@swapdesk/contract';
import { readStored, store } from '../design/storage.ts';
import {
  readOrders,
  type WidgetOrder,
  widgetOf,
  withLeft,
  withOrder,
  withoutOrder,
} from './widget-orders.ts';

/** What the page around is told (`packages/contract/src/widget.ts`), but for the name of the form. */
type Said<Message> = Message extends unknown ? Omit<Message, 'widget'> : never;
type Saying = Said<WidgetMessage>;

/** True in the frame that a page of somebody else's shows: the form at /widget, and an order below it. */
export const isWidget = /^\/widget(\/|$)/.test(globalThis.location?.pathname ?? '');

/** What was asked for of the widget: it stays the same from the form to its order. */
const setup = isWidget ? location.search : '';
/** Whose page it stands in, as that page says. */
const host = hostOf(new URLSearchParams(setup).get('host'));
/** False where the browser knows that it is another's. */
const isHost = host !== null && (globalThis.location?.ancestorOrigins?.[0] ?? host) === host;

/** Tells the page around, if it has said who it is: a browser gives the message to nobody else. */
export function tell(saying: Saying): void {
  if (host !== null && isHost && parent !== window)
    parent.postMessage({ widget: 'swapdesk/1', ...saying }, host);
}

/** Null: nobody is told anything. */
function hostOf(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const { protocol, origin } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? origin : null;
}

/** Where another exchange begins. */
export const HOME = isWidget ? `/widget${setup}` : '/';

/** The page of an order, here: a widget goes on in its frame. */
export function orderPath(code: string, manageCode: string): string {
  return isWidget ? `/widget/${code}${setup}#${manageCode}` : ownPath(code, manageCode);
}

/** The page of an order in a tab of its own. */
export function ownPath(code: string, manageCode: string): string {
  return `/order/${code}#${manageCode}`;
}

const NAME = 'widget-orders';
const CODES = /^\/widget\/([\w-]+)[^#]*#([\w-]+)$/;

/** The order that whoever loads the page around again comes back to, where this browser keeps anything in frames. */
export function keepWidgetOrder(path: string): void {
  const [, code, manageCode] = CODES.exec(path) ?? [];
  if (code === undefined || manageCode === undefined) return;
  keep(withOrder(kept(), { code, manageCode, of: widgetOf(setup), isLeft: false }));
}

/** The order of this page has ended: nobody comes back to it. */
export function forgetWidgetOrder(): void {
  const code = codeHere();
  if (code !== null) keep(withoutOrder(kept(), code));
}

/** The order of this page is still there, but another swap begins. */
export function leaveWidgetOrder(): void {
  const code = codeHere();
  if (code !== null) keep(withLeft(kept(), code));
}

/** Null: there is none of this very widget. What another page has asked for is not shown here. */
export function keptWidgetOrder(): string | null {
  return ordersHere().find(({ isLeft }) => !isLeft)?.path ?? null;
}

/** The open orders of this very widget, newest first, and where each is shown. */
export function ordersHere(): readonly (WidgetOrder & { readonly path: string })[] {
  if (!isHost) return [];
  const here = widgetOf(setup);
  return kept()
    .filter(({ of }) => of === here)
    .map((order) => ({ ...order, path: `/widget/${order.code}${setup}#${order.manageCode}` }));
}

function kept(): readonly WidgetOrder[] {
  return readOrders(readStored(NAME));
}

function keep(orders: readonly WidgetOrder[]): void {
  store(NAME, JSON.stringify(orders));
}

/** The code of the order that is seen, in a widget. */
function codeHere(): string | null {
  return /^\/widget\/([\w-]+)\/?$/.exec(location.pathname)?.[1] ?? null;
}
