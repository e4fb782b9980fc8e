import type { EdgeStatus } from '../status.ts';

/** A transaction as Edge's requirements for reports have it. Amounts are in native units. */
export interface ReportedTransaction {
  /** The one of the quote, and of the status page. */
  readonly orderId: string;
  readonly status: EdgeStatus;
  readonly createdDate: string;
  readonly completedDate: string | null;
  /** CAIP-2 names, as quotes are asked for by. */
  readonly sourceNetwork: string;
  /** The contract; null for the coin of the chain. */
  readonly sourceTokenId: string | null;
  readonly sourceCurrencyCode: string;
  readonly sourceAmount: string;
  readonly sourceEvmChainId: number | null;
  readonly destinationNetwork: string;
  readonly destinationTokenId: string | null;
  readonly destinationCurrencyCode: string;
  readonly destinationAmount: string;
  readonly destinationEvmChainId: number | null;
  readonly payinAddress: string;
  readonly payoutAddress: string;
  /** Null: nothing was seen yet. */
  readonly payinTxid: string | null;
  readonly payoutTxid: string | null;
}
