import type { OrderStatus } from '@swapdesk/contract';
import type { Mode } from '../catalog/catalogue.ts';

export type OnMismatch = 'ask' | 'exchange' | 'refund';

/** An order as it is stored. Times are Unix seconds, 0 for what has not happened; amounts are base units. */
export interface Order {
  readonly id: number;
  readonly no: string;
  /** Without dashes. */
  readonly queryCode: string;
  readonly accountId: number;
  readonly mode: Mode;
  readonly status: OrderStatus;
  readonly assetId: number;
  readonly units: bigint;
  readonly receivedUnits: bigint;
  readonly address: string;
  readonly price: bigint;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly paidAt: number;
  readonly acceptedAt: number;
  readonly finishedAt: number;
  readonly frozenAt: number;
  readonly deletedAt: number;
  readonly entries: readonly OrderEntry[];
}

/** What one receiver gets. */
export interface OrderEntry {
  readonly assetId: number;
  readonly address: string;
  /** As sent. */
  readonly ratio: bigint;
  /** As sent; null in Variant B. */
  readonly groupRatio: bigint | null;
  readonly share: bigint;
  readonly groupShare: bigint;
  readonly price: bigint;
  readonly feePpm: number;
  readonly networkFeeUnits: bigint;
  readonly units: bigint;
  /** As computed when the order was placed. */
  readonly unitsOrigin: bigint;
  readonly status: number;
  readonly finishedAt: number;
}
