/** What the service answers to a query of an order, as far as these tests look. */
export interface ShownOrder {
  readonly no: string;
  readonly status: number;
  readonly address: string;
  readonly output: readonly {
    readonly chain: string;
    readonly abbr: string;
    readonly volume: number;
    readonly txid: string;
  }[];
  readonly [field: string]: unknown;
}

/** A transaction of ours for an order, as it stands in the store. */
export interface StoredPayment {
  readonly id: number;
  readonly txid: string;
  readonly bytes: Buffer;
  readonly state: 'signed' | 'sent' | 'mined' | 'confirmed' | 'replaced' | 'gone' | 'expired';
  /** Of the first, where this one replaces it. */
  readonly replaces: number | null;
  readonly is_failed: boolean;
}

/** What is sent, as the interface asks for it. */
export function sourceOf(from: string, quantity: number) {
  const [from_chain, from_abbr] = from.split(':');
  return { from_chain, from_abbr, from_quantity: quantity };
}
