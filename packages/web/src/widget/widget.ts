import type { WidgetMessage } from '@swapdesk/contract';
import { readStored, store } from '../design/storage.ts';

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
export function orderPath(code: string, manageCode: string, reference: string | null): string {
  return isWidget ? `/widget/${code}${setup}#${manageCode}` : ownPath(code, manageCode, reference);
}

/** The page of an order in a tab of its own. */
export function ownPath(code: string, manageCode: string, reference: string | null): string {
  const search = reference === null ? '' : `?${new URLSearchParams({ reference })}`;
  return `/order/${code}${search}#${manageCode}`;
}

const NAME = 'widget-order';

/** The order that whoever loads the page around again comes back to, where this browser keeps anything in frames. */
export function keepWidgetOrder(path: string): void {
  store(NAME, JSON.stringify({ setup, path }));
}

export function forgetWidgetOrder(): void {
  if (isWidget) store(NAME, '{}');
}

/** Null: there is none of this very widget. What another page has asked for is not shown here. */
export function keptWidgetOrder(): string | null {
  if (!isHost) return null;
  try {
    const kept: unknown = JSON.parse(readStored(NAME) ?? '{}');
    const { setup: of, path } = kept as { setup?: unknown; path?: unknown };
    return of === setup && typeof path === 'string' && path.startsWith('/widget/') ? path : null;
  } catch {
    return null;
  }
}
