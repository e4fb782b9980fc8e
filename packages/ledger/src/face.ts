import type { SwapdeskClient } from '@swapdesk/client';
import type { NamedAsset } from './currency.ts';
import type { Fields } from './http/fields.ts';
import type { Signer } from './payload/signing-key.ts';
import type { TradeMethod } from './settings.ts';

/** What the routes work with. */
export interface Face {
  readonly client: SwapdeskClient;
  readonly signer: Signer;
  readonly terms: Terms;
  /** What can be exchanged, by id. */
  readonly assets: () => Promise<readonly NamedAsset[]>;
  /** Milliseconds. */
  readonly now: () => number;
}

/** What the operator has agreed with Ledger. */
export interface Terms {
  /** Through which orders are counted for Ledger; none: it earns nothing. */
  readonly refCode: string | undefined;
  /** Which part of the service fee that code earns, as decimal text. */
  readonly commissionRate: string;
  /** The first is what a quote is without being asked. */
  readonly methods: readonly TradeMethod[];
  /** How long a fixed quote holds, in seconds. */
  readonly holdS: number;
}

/** What was asked. */
export interface Asked {
  readonly query: URLSearchParams;
  readonly fields: Fields;
}

export type Route = (asked: Asked, face: Face) => Promise<object>;
