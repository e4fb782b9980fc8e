// Written by `npm run client-types` from packages/contract.
import type { Amount } from '../amount.ts';

export interface CalculateRequest {
  /** Exchange mode */
  readonly exchange_mode: 'float' | 'fixed';
  /** Source coin name, or the CAIP-19 id of the asset */
  readonly from_abbr: string;
  /** Source chain name, or its CAIP-2 id */
  readonly from_chain: string;
  /** Source quantity */
  readonly from_quantity?: Amount | undefined;
  /** Instead of from_quantity: what all entries are to receive together at least, of one coin on whatever chains. The answer is to the least source that gives it, and says that as from_quantity */
  readonly to_quantity?: Amount | undefined;
  readonly to_address: readonly {
    /** Receive coin name, or the CAIP-19 id of the asset */
    readonly to_abbr: string;
    /** Receive chain name, or its CAIP-2 id */
    readonly to_chain: string;
    /** Share of the source asset that goes to this entry */
    readonly to_ratio?: Amount | undefined;
    /** Receiving address */
    readonly to_address?: string | undefined;
    /** Receiving group ratio (Variant A) */
    readonly to_group_ratio?: Amount | undefined;
    /** Instead of from_quantity: what this entry is to receive at least, at its ratio */
    readonly to_quantity?: Amount | undefined;
  }[];
  /** In fixed mode: how many seconds the calc_id is to hold, at the premium of that. The service says how many it gives at most */
  readonly hold_s?: number | undefined;
  /** What your account puts on top of the service fee, as a part of 1, such as "0.01"; you earn it as commission when the order is completed. Needs a key whose account may have one */
  readonly markup?: string | undefined;
  /** Also refuse addresses that place would refuse, once the rest is right */
  readonly check_addresses?: boolean | undefined;
  /** Also answer with the prices and fees that the amounts come from */
  readonly show_costs?: boolean | undefined;
}

export interface PlaceRequest {
  /** Exchange mode */
  readonly exchange_mode: 'float' | 'fixed';
  /** Source coin name, or the CAIP-19 id of the asset */
  readonly from_abbr: string;
  /** Source chain name, or its CAIP-2 id */
  readonly from_chain: string;
  /** Source quantity */
  readonly from_quantity: Amount;
  /** The fixed quote that this order takes */
  readonly calc_id?: string | undefined;
  readonly to_address: readonly {
    /** Receive coin name, or the CAIP-19 id of the asset */
    readonly to_abbr: string;
    /** Receive chain name, or its CAIP-2 id */
    readonly to_chain: string;
    /** Share of the source asset that goes to this entry */
    readonly to_ratio?: Amount | undefined;
    /** Receiving address */
    readonly to_address: string;
    /** Receiving group ratio (Variant A) */
    readonly to_group_ratio?: Amount | undefined;
    /** Memo or tag of the receiving address */
    readonly to_memo?: string | undefined;
  }[];
  /** Where a refund would go */
  readonly refund_address?: string | undefined;
  readonly refund_memo?: string | undefined;
  /** Referral code; the Ref-Code header wins */
  readonly ref_code?: string | undefined;
  /** What your account puts on top of the service fee, as a part of 1, such as "0.01"; you earn it as commission when the order is completed. Needs a key whose account may have one */
  readonly markup?: string | undefined;
  /** Your own id of the order, unique per account */
  readonly client_order_id?: string | undefined;
  /** What to do with a deposit that is not as agreed */
  readonly on_mismatch?: 'ask' | 'exchange' | 'refund' | undefined;
}

export interface ListRequest {
  /** Page number */
  readonly page?: number | undefined;
  /** Page size */
  readonly page_size?: number | undefined;
  /** Start of the creation time, Unix seconds, inclusive */
  readonly created_start?: number | undefined;
  /** End of the creation time, Unix seconds, exclusive */
  readonly created_end?: number | undefined;
  /** By creation time */
  readonly direction?: 'DESC' | 'ASC' | undefined;
  /** Only orders with this status */
  readonly status?: number | undefined;
}

export interface AccountEventsRequest {
  /** The `account_number` of the last event that is known */
  readonly after?: number | undefined;
  /** How many at most */
  readonly limit?: number | undefined;
}

export interface ReferralListRequest {
  /** Page number */
  readonly page?: number | undefined;
  /** Page size */
  readonly page_size?: number | undefined;
  /** Start of the creation time, Unix seconds, inclusive */
  readonly created_start?: number | undefined;
  /** End of the creation time, Unix seconds, exclusive */
  readonly created_end?: number | undefined;
  /** By creation time */
  readonly direction?: 'DESC' | 'ASC' | undefined;
  /** Only orders of this referral code */
  readonly ref_code?: string | undefined;
  /** 1 incomplete, 2 completed */
  readonly settle_status?: number | undefined;
}

export interface OwnStatementRequest {
  /** Such as 2026-11 */
  readonly month: string;
  /** The time zone whose month it is, such as Europe/Berlin */
  readonly zone?: string | undefined;
  /** The number of the last order that is known: goes on after it */
  readonly after?: string | undefined;
}

export interface NamePayoutAddressRequest {
  /** Chain name, or its CAIP-2 id */
  readonly chain: string;
  /** Coin name, or the CAIP-19 id of the asset */
  readonly abbr: string;
  /** Where to: an address of yours */
  readonly address: string;
}

export interface ValidateAddressRequest {
  /** Chain name */
  readonly chain: string;
  /** Coin name */
  readonly abbr: string;
  /** The address to check */
  readonly address: string;
}

export interface FindRequest {
  /** Deposit address, id of a transaction to or from the service, or order number. Which of both facts is which does not matter */
  readonly fact: string;
  /** Another fact of the same order. One of the two must be known to its client alone: the order number, the manage code, or a receiving or refund address that no chain shows with the order yet */
  readonly other: string;
}

export interface CancelRequest {
  /** Query code of the order */
  readonly query_code: string;
  /** From the answer to placing it. Not needed where the account that placed it signs */
  readonly manage_code?: string | undefined;
}

export interface ResolveRequest {
  /** Query code of the order */
  readonly query_code: string;
  /** From the answer to placing it. Not needed where the account that placed it signs */
  readonly manage_code?: string | undefined;
  /** exchange: what arrived, at the float rate of now; refund: send it back, less the network fee */
  readonly action: 'exchange' | 'refund';
  /** Where to send a refund, if the order does not know it yet */
  readonly refund_address?: string | undefined;
}

export interface CreateWebhookRequest {
  /** Where to: https, a public address */
  readonly url: string;
  /** Which events; none: all */
  readonly types?:
    | readonly (
        | 'order.status'
        | 'deposit.seen'
        | 'deposit.mined'
        | 'deposit.confirmed'
        | 'deposit.undone'
        | 'deposit.vanished'
        | 'deposit.surplus'
        | 'payout.sent'
        | 'payout.confirmed'
        | 'payout.undone'
        | 'payout.redirected'
        | 'payout.refunded'
        | 'refund.sent'
        | 'refund.confirmed'
        | 'refund.undone'
        | 'refund.redirected'
        | 'webhook.paused'
        | 'affiliate.address_changed'
        | 'affiliate.address_undone'
        | 'commission.settled'
        | 'commission.undone'
      )[]
    | undefined;
  /** Send events after this `account_number`; absent: those that come */
  readonly after?: number | undefined;
}

export interface ChangeWebhookRequest {
  /** Which webhook */
  readonly id: number;
  /** Where to: https, a public address */
  readonly url?: string | undefined;
  /** Which events; none: all */
  readonly types?:
    | readonly (
        | 'order.status'
        | 'deposit.seen'
        | 'deposit.mined'
        | 'deposit.confirmed'
        | 'deposit.undone'
        | 'deposit.vanished'
        | 'deposit.surplus'
        | 'payout.sent'
        | 'payout.confirmed'
        | 'payout.undone'
        | 'payout.redirected'
        | 'payout.refunded'
        | 'refund.sent'
        | 'refund.confirmed'
        | 'refund.undone'
        | 'refund.redirected'
        | 'webhook.paused'
        | 'affiliate.address_changed'
        | 'affiliate.address_undone'
        | 'commission.settled'
        | 'commission.undone'
      )[]
    | undefined;
}

export interface RotateWebhookRequest {
  /** Which webhook */
  readonly id: number;
  /** For how long the secret of before signs too, in seconds */
  readonly overlap_s?: number | undefined;
}

export interface ResendWebhookRequest {
  /** Which webhook */
  readonly id: number;
  /** Send all events after this `account_number` again */
  readonly after: number;
}

export interface WebhookAttemptsRequest {
  /** Which webhook */
  readonly id: number;
  /** Attempts before this `attempt` */
  readonly before?: number | undefined;
  /** How many at most */
  readonly limit?: number | undefined;
}

export interface TestnetPayRequest {
  /** Query code of the order */
  readonly query_code: string;
  /** Default: the order's own */
  readonly amount?: Amount | undefined;
  /** Coin, or Chain:coin, to send instead of the agreed one */
  readonly asset?: string | undefined;
}

export interface TestnetMineRequest {
  /** Chain name */
  readonly chain?: string | undefined;
  readonly blocks?: number | undefined;
}

export interface TestnetReorgRequest {
  /** Chain name */
  readonly chain: string;
  /** Blocks that are undone */
  readonly depth: number;
}

export interface TestnetDropRequest {
  /** Chain name */
  readonly chain: string;
  /** A transaction that waits for a block */
  readonly txid: string;
}
