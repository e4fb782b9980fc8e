import type { OrderStatus } from '@swapdesk/contract';
import type { Mode } from '../catalog/catalogue.ts';
import type { DepositUse } from '../deposits/life.ts';
import type { PayoutState } from '../payouts/life.ts';
import type { OrderReason } from '../payouts/reasons.ts';
import type { FeeTiers } from '../pricing/charge.ts';
import type { FreezeReason } from './decide.ts';

export type OnMismatch = 'ask' | 'exchange' | 'refund';

/** An order as it is stored. Times are Unix seconds, 0 for what has not happened; amounts are base units. */
export interface Order {
  readonly id: number;
  readonly no: string;
  /** Without dashes. */
  readonly queryCode: string;
  readonly accountId: number;
  /** Whom it is counted for: `key:…` or `ip:…`; null if it was placed in open mode. */
  readonly caller: string | null;
  readonly mode: Mode;
  readonly status: OrderStatus;
  readonly assetId: number;
  readonly units: bigint;
  readonly receivedUnits: bigint;
  /** A transfer of less decides nothing about it. */
  readonly dustUnits: bigint;
  readonly address: string;
  readonly price: bigint;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Until when a late deposit is still taken up. */
  readonly lateUntil: number;
  readonly paidAt: number;
  readonly acceptedAt: number;
  readonly finishedAt: number;
  readonly frozenAt: number;
  readonly deletedAt: number;
  /** Why it was frozen; null if it never was, or goes on since. */
  readonly freezeReason: FreezeReason | null;
  /** What was decided about a frozen order; null if nothing is. */
  readonly resolution: 'exchange' | 'refund' | null;
  /** Only an operator may have it exchanged. */
  readonly isBeyondLimits: boolean;
  readonly refundAddress: string | null;
  readonly entries: readonly OrderEntry[];
  /** What has arrived at its address, oldest first. Without what has vanished again. */
  readonly arrivals: readonly Arrival[];
  /** What has been sent because of it: to its receivers, and back. */
  readonly departures: readonly Departure[];
}

/** A transfer to the order's address. */
export interface Arrival {
  /** The deposit. */
  readonly id: number;
  readonly assetId: number;
  readonly txid: string;
  readonly address: string;
  readonly units: bigint;
  /** Blocks on top of it, its own included; 0 while it waits for one, and once it is deep enough: then nobody asks. */
  readonly confirmations: number;
  /** 0 while it is not deep enough. */
  readonly confirmedAt: number;
  readonly seenAt: number;
  /** What becomes of it; null: not decided. */
  readonly use: DepositUse | null;
  /** Of one that is to be given back: whether there is one; there is none for what is not worth its fee. */
  readonly isPaidBack: boolean;
  /** True if screening keeps it from being given back. */
  readonly isHeld: boolean;
  /** Blocks that it needs beyond the chain's confirmations, because of what it is worth. */
  readonly extraBlocks: number;
}

/** A payout that the network has been given. */
export interface Departure {
  readonly id: number;
  readonly reason: OrderReason;
  /** The entry that it pays, or gives back. */
  readonly entry: number | null;
  /** Of a refund: the deposit that it gives back. */
  readonly depositId: number | null;
  readonly assetId: number;
  readonly txid: string;
  readonly from: readonly string[];
  readonly address: string;
  readonly units: bigint;
  readonly state: PayoutState;
  /** 0 until then. */
  readonly confirmedAt: number;
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
  /** Of what was agreed, and once it is exchanged of what came. */
  readonly feePpm: number;
  /** Fees of other amounts, as agreed; null: the same for any. */
  readonly feeTiers: FeeTiers | null;
  readonly skewPpm: number;
  readonly premiumPpm: number;
  readonly markupPpm: number;
  readonly networkFeeUnits: bigint;
  readonly units: bigint;
  /** As computed when the order was placed. */
  readonly unitsOrigin: bigint;
  readonly status: number;
  readonly finishedAt: number;
}
