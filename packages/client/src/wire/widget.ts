// Written by `npm run client-types` from packages/contract.

export interface WidgetReady {
  /** By which a message is known from others, and its form */
  readonly widget: 'swapdesk/1';
  readonly type: 'ready';
  readonly page: 'swap' | 'order';
  /** What the frame is called, in its language */
  readonly title: string;
}

export interface WidgetHeight {
  /** By which a message is known from others, and its form */
  readonly widget: 'swapdesk/1';
  readonly type: 'height';
  /** In CSS pixels */
  readonly height: number;
}

export interface WidgetQuoted {
  /** By which a message is known from others, and its form */
  readonly widget: 'swapdesk/1';
  readonly type: 'quoted';
  readonly exchange_mode: 'float' | 'fixed';
  readonly from: {
    readonly chain: string;
    readonly abbr: string;
    readonly quantity: string;
  };
  readonly to: readonly {
    readonly chain: string;
    readonly abbr: string;
    readonly quantity: string;
  }[];
}

export interface WidgetPlaced {
  /** By which a message is known from others, and its form */
  readonly widget: 'swapdesk/1';
  readonly type: 'placed';
  /** Lets one read the order, nothing more */
  readonly query_code: string;
  /** The one that the widget was given */
  readonly reference: string | null;
}

export interface WidgetStatus {
  /** By which a message is known from others, and its form */
  readonly widget: 'swapdesk/1';
  readonly type: 'status';
  readonly query_code: string;
  /** As `query` has it: 1 to 9 */
  readonly status: number;
}
