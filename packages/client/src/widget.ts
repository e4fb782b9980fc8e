import type { WidgetHeight, WidgetPlaced, WidgetQuoted, WidgetReady, WidgetStatus } from './wire/widget.ts';

/** All that a widget tells the page in which it stands. A newer service may say more. */
export type WidgetMessage = WidgetReady | WidgetHeight | WidgetQuoted | WidgetPlaced | WidgetStatus;

/**
 * What a widget says, of a page's `message` event; null for every other message. `service` is where the widget comes from, e.g.
 * https://swap.example: what others send in its form is nothing of it.
 */
export function readWidgetMessage(
  { origin, data }: { readonly origin: string; readonly data: unknown },
  service: string,
): WidgetMessage | null {
  if (origin !== new URL(service).origin || typeof data !== 'object' || data === null) return null;
  const { widget, type } = data as Partial<WidgetMessage>;
  return widget === 'swapdesk/1' && typeof type === 'string' ? (data as WidgetMessage) : null;
}
