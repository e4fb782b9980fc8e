import { createHash } from 'node:crypto';
import { Rejected } from '../chain.ts';
import { ownSpend } from '../expiry.ts';

/** A transaction of a test network, as its bytes say it. */
export interface SimTransaction {
  readonly chainId: number;
  readonly sources: readonly string[];
  /** Two transactions that share one cannot both be mined. */
  readonly spends: readonly string[];
  readonly takes: readonly SimMove[];
  readonly gives: readonly SimMove[];
  /** What it moves that is no transfer: the rent of accounts, with a sign; nothing, where an account is only used. */
  readonly rents?: readonly SimMove[];
  /** Decimal text with a sign: what of that it cost whoever pays the fee, or brought. */
  readonly rentUnits?: string;
  /** Decimal text; what it takes beyond what it gives. */
  readonly feeUnits: string;
  /** Makes two that are otherwise alike differ. */
  readonly salt: string;
  /** Where transactions expire: no block takes it once the block before is of this time, Unix seconds, or later. */
  readonly expiresAt?: number;
}

export interface SimMove {
  readonly address: string;
  readonly assetId: number;
  /** Decimal text. */
  readonly units: string;
}

export function encodeTransaction(tx: SimTransaction): { txid: string; bytes: Buffer } {
  const bytes = Buffer.from(JSON.stringify(tx));
  return { txid: txidOf(bytes), bytes };
}

export function txidOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** What it uses up, as blocks tell it. */
export function spendsOf({ spends, sources, expiresAt }: SimTransaction, txid: string): readonly string[] {
  return expiresAt === undefined ? spends : sources.map((source) => ownSpend(source, txid));
}

export function parse(bytes: Uint8Array, chainId: number): SimTransaction {
  try {
    const tx = JSON.parse(Buffer.from(bytes).toString('utf8')) as SimTransaction;
    if (tx.chainId === chainId && Array.isArray(tx.gives)) return tx;
  } catch {
    // Said below.
  }
  throw new Rejected('not a transaction of this network');
}
