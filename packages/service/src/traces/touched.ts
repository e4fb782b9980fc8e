import type { Queryable } from '../store/database.ts';
import type { Facts } from './span.ts';

/** An order to which something has happened, and the payment by which it did, if it did by one. */
export interface TouchedOrder {
  /** Null: it is of no order, and nobody is told. */
  readonly order_id: number | null;
  readonly payment_id?: number;
}

/** Is told to which orders something has happened. */
export type TellTouched = (orders: readonly TouchedOrder[], what: string, facts: Facts) => void;

/** A connection by which traces are told; all others have nothing of this. */
export interface TracedConnection {
  tellTouched?: TellTouched;
}

const NO_FACTS: Facts = {};

/** Something has happened to orders, by what was done on this connection. Where traces are off, nobody looks at them. */
export function touched(
  client: Queryable,
  orders: readonly TouchedOrder[],
  what: string,
  facts: Facts = NO_FACTS,
): void {
  (client as TracedConnection).tellTouched?.(orders, what, facts);
}
