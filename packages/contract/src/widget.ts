import Type, { type Static } from 'typebox';
import { OneOf } from './schema.ts';

/**
 * What a widget tells the page in which it stands, by `postMessage`. Amounts are exact decimals as text. Never a manage code: it
 * stays in the widget's frame.
 */
const sender = OneOf(['swapdesk/1'], {
  description: 'By which a message is known from others, and its form',
});

const WidgetAmount = Type.Object({ chain: Type.String(), abbr: Type.String(), quantity: Type.String() });

/** It is there: the form, or an order. */
export const WidgetReady = Type.Object({
  widget: sender,
  type: OneOf(['ready']),
  page: OneOf(['swap', 'order']),
  title: Type.String({ description: 'What the frame is called, in its language' }),
});
export type WidgetReady = Static<typeof WidgetReady>;

/** How high the frame has to be for all of it to be seen. */
export const WidgetHeight = Type.Object({
  widget: sender,
  type: OneOf(['height']),
  height: Type.Integer({ description: 'In CSS pixels' }),
});
export type WidgetHeight = Static<typeof WidgetHeight>;

/** What is seen now would be exchanged so. A price that does not hold comes again every few seconds. */
export const WidgetQuoted = Type.Object({
  widget: sender,
  type: OneOf(['quoted']),
  exchange_mode: OneOf(['float', 'fixed']),
  from: WidgetAmount,
  to: Type.Array(WidgetAmount),
});
export type WidgetQuoted = Static<typeof WidgetQuoted>;

/** An order was placed. Nothing is paid yet. */
export const WidgetPlaced = Type.Object({
  widget: sender,
  type: OneOf(['placed']),
  query_code: Type.String({ description: 'Lets one read the order, nothing more' }),
  reference: Type.Union([Type.String(), Type.Null()], { description: 'The one that the widget was given' }),
});
export type WidgetPlaced = Static<typeof WidgetPlaced>;

/** The order that is seen has this status: told at once, and with each change. */
export const WidgetStatus = Type.Object({
  widget: sender,
  type: OneOf(['status']),
  query_code: Type.String(),
  status: Type.Integer({ description: 'As `query` has it: 1 to 9' }),
});
export type WidgetStatus = Static<typeof WidgetStatus>;

export type WidgetMessage = WidgetReady | WidgetHeight | WidgetQuoted | WidgetPlaced | WidgetStatus;
