import { account } from './account.ts';
import { data, list, words } from './answers.ts';
import type { ContractLog } from './trc20.ts';

/** Receipts as nodes give them: what calls have logged, and what contracts have paid. */

/** What a call has logged, as the node gives it. */
export interface NodeLog {
  readonly address: string;
  readonly topics?: readonly string[];
  readonly data?: string;
}

/** What became of a transaction. */
export interface NodeInfo {
  readonly id: string;
  readonly fee?: number;
  readonly blockNumber?: number;
  readonly result?: string;
  readonly receipt?: { readonly result?: string };
  readonly log?: readonly NodeLog[];
  readonly internal_transactions?: readonly InternalTransaction[];
}

interface InternalTransaction {
  readonly caller_address: string;
  readonly transferTo_address?: string;
  readonly callValueInfo?: readonly { readonly callValue?: number; readonly tokenId?: string }[];
  /** What it is, as bytes in hexadecimal or as it is. */
  readonly note?: string;
  readonly rejected?: boolean;
}

/** TRX that a contract has sent. */
export interface ContractPayment {
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
  /** Its place among all of the transaction, whatever they moved. */
  readonly rank: number;
}

/** Which contract has logged it. */
export function loggedBy({ address }: NodeLog): string {
  const contract = typeof address === 'string' ? address.toLowerCase() : '';
  return contract.length === 40 ? `41${contract}` : contract;
}

/** Whom a log names where one of a transfer names its receiver. */
export function receiverIn({ topics }: NodeLog): string {
  const topic: unknown = list(topics)[2];
  return typeof topic === 'string' ? `41${topic.slice(-40).toLowerCase()}` : '';
}

/** What is in a log. */
export function logOf({ topics, data: said }: NodeLog): ContractLog {
  return { topics: list(topics).map(data), data: data(said) };
}

/**
 * By which internal transactions somebody gets TRX. Nodes tell of stakes in the same form: what a contract freezes, or delegates to
 * somebody, moves nothing to whom it names.
 */
const MOVING: ReadonlySet<string> = new Set(['call', 'create', 'suicide']);

/** Ranked among those that move something: whether a node tells of the others is a setting of its own. */
export function internalOf({ internal_transactions }: NodeInfo): ContractPayment[] {
  const moves = list(internal_transactions)
    .filter(({ note }) => MOVING.has(words(note)))
    .flatMap((each) => list(each.callValueInfo).map((value) => ({ ...each, ...value })));
  return moves.flatMap(({ rejected, caller_address, transferTo_address, callValue, tokenId }, rank) => {
    // What JSON cannot state exactly is left to the balance of whoever got it.
    const isTrx = Number.isSafeInteger(callValue) && (tokenId === undefined || tokenId === '');
    if (rejected === true || !isTrx || (callValue as number) <= 0 || transferTo_address === undefined)
      return [];
    const units = BigInt(callValue as number);
    return [{ from: account(caller_address), to: account(transferTo_address), units, rank }];
  });
}
