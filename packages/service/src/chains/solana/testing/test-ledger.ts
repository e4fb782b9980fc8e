import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { type Address, type EncodedAccount, getTransactionDecoder, type Transaction } from '@solana/kit';
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';
import { advancedBy } from '../instructions.ts';
import { type ReadTransaction, readTransaction } from '../message.ts';
import { SYSTEM } from '../program-ids.ts';

/** An account at some moment; null if there was none. */
export type Snapshot = Pick<EncodedAccount, 'lamports' | 'data' | 'programAddress'> | null;

export interface LedgerTransaction {
  readonly txid: string;
  readonly bytes: Uint8Array;
  readonly keys: readonly string[];
  readonly signers: number;
  readonly err: unknown;
  readonly fee: number;
  readonly before: ReadonlyMap<string, Snapshot>;
  readonly after: ReadonlyMap<string, Snapshot>;
}

export interface LedgerBlock {
  readonly slot: number;
  readonly height: number;
  readonly hash: string;
  readonly parent: string;
  readonly parentSlot: number;
  readonly time: number;
  readonly transactions: readonly LedgerTransaction[];
}

/** For so many blocks a transaction may name one's hash. */
export const LIFETIME = 150;
const BEGAN = 1_700_000_000;
/** Errors by their number: the transaction is in no block. Those with more to say are in one, and cost their fee. */
const isLeftOut = (err: unknown) => typeof err === 'number';

/**
 * A network whose programs run in the real virtual machine. It makes blocks when it is told to, skips slots, calls blocks final, and
 * goes back. What the machine leaves to validators is done here as they do it: which hashes are recent, that none is taken twice, and
 * that a nonce is used up by what fails.
 */
export class TestLedger {
  readonly genesis = base58.encode(sha256(utf8ToBytes('a network of tests')));
  readonly blocks: LedgerBlock[] = [];
  /** What waits, in the order in which it came. */
  readonly waiting: Uint8Array[] = [];
  /** How many of the blocks are final. */
  finalCount = 0;
  /** What blocks say of when they were made. */
  timeOf = (slot: number): number => BEGAN + slot;
  private readonly svm = new LiteSVM().withTransactionHistory(0n).withBlockhashCheck(false);
  private readonly decoder = getTransactionDecoder();

  constructor() {
    this.makeBlock();
    this.finalize();
  }

  get newest(): LedgerBlock {
    return this.blocks.at(-1) as LedgerBlock;
  }

  get final(): LedgerBlock {
    return this.blocks[this.finalCount - 1] as LedgerBlock;
  }

  /** Makes a block of what waits, after some slots without one. */
  makeBlock({ skipped = 0 } = {}): LedgerBlock {
    const last = this.blocks.at(-1);
    const slot = (last?.slot ?? 100) + 1 + skipped;
    this.svm.warpToSlot(BigInt(slot));
    const transactions: LedgerTransaction[] = [];
    for (const bytes of this.waiting.splice(0)) {
      const done = this.run(bytes, new Set(transactions.map(({ txid }) => txid)));
      if (done !== null) transactions.push(done);
    }
    this.svm.expireBlockhash();
    const block = {
      slot,
      height: (last?.height ?? 40) + 1,
      hash: this.svm.latestBlockhash(),
      parent: last?.hash ?? this.genesis,
      parentSlot: last?.slot ?? 100,
      time: this.timeOf(slot),
      transactions,
    };
    this.blocks.push(block);
    return block;
  }

  /** All blocks but the newest few are final. */
  finalize(but = 0): void {
    this.finalCount = Math.max(this.finalCount, this.blocks.length - but);
  }

  /** Takes the newest blocks back, and what they did. Others may come in their place. */
  goBack(count: number): readonly LedgerTransaction[] {
    if (this.blocks.length - count < this.finalCount) throw new RangeError('what is final stays');
    const gone = this.blocks.splice(this.blocks.length - count).flatMap(({ transactions }) => transactions);
    for (const { before, after } of [...gone].reverse()) {
      // Programs are named by every transaction and changed by none.
      for (const [address, snapshot] of before) {
        if (!isSame(snapshot, after.get(address) ?? null)) this.put(address, snapshot);
      }
    }
    return gone;
  }

  /** What an account was at the end of a slot. */
  accountAt(address: string, slot: number): Snapshot {
    for (const block of this.blocks) {
      if (block.slot <= slot) continue;
      const first = block.transactions.find(({ before }) => before.has(address));
      if (first !== undefined) return first.before.get(address) ?? null;
    }
    return this.look(address);
  }

  /** Puts an account where it is, as if it had always been there. */
  put(address: string, snapshot: Snapshot): void {
    const { lamports, data, programAddress } = snapshot ?? {
      lamports: 0n,
      data: new Uint8Array(),
      programAddress: SYSTEM as Address,
    };
    this.svm.setAccount({
      address: address as Address,
      lamports: lamports as EncodedAccount['lamports'],
      data,
      programAddress,
      executable: false,
      space: BigInt(data.length),
    });
  }

  /** Gives a wallet coins. */
  fund(address: string, lamports: bigint): void {
    const held = this.look(address)?.lamports ?? 0n;
    const sum = (held + lamports) as EncodedAccount['lamports'];
    this.put(address, { lamports: sum, data: new Uint8Array(), programAddress: SYSTEM as Address });
  }

  find(txid: string): { block: LedgerBlock; transaction: LedgerTransaction } | null {
    for (const block of this.blocks) {
      const transaction = block.transactions.find((each) => each.txid === txid);
      if (transaction !== undefined) return { block, transaction };
    }
    return null;
  }

  /** Tries a transaction out, whoever has signed it. */
  simulate(bytes: Uint8Array): { err: unknown; unitsConsumed: number; logs: string[] } {
    const read = readTransaction(bytes);
    if (!this.isAlive(read)) return { err: 'BlockhashNotFound', unitsConsumed: 0, logs: [] };
    this.svm.withSigverify(false);
    const done = this.svm.simulateTransaction(this.decode(bytes));
    this.svm.withSigverify(true);
    const meta = done.meta();
    const err = done instanceof FailedTransactionMetadata ? said(done.err()) : null;
    return { err, unitsConsumed: Number(meta.computeUnitsConsumed()), logs: meta.logs() };
  }

  isAlive({ lifetime, instructions }: ReadTransaction): boolean {
    if (this.blocks.slice(-LIFETIME).some(({ hash }) => hash === lifetime)) return true;
    const account = advancedBy(instructions)?.account;
    return account !== undefined && nonceIn(this.look(account)) === lifetime;
  }

  private run(bytes: Uint8Array, taken: ReadonlySet<string>): LedgerTransaction | null {
    const read = readTransaction(bytes);
    if (taken.has(read.txid) || this.find(read.txid) !== null || !this.isAlive(read)) return null;
    const before = this.lookAt(read.keys);
    const done = this.svm.sendTransaction(this.decode(bytes));
    const err = done instanceof FailedTransactionMetadata ? done.err() : null;
    if (isLeftOut(err)) return null;
    if (err !== null) this.useUpNonce(read, before);
    const after = this.lookAt(read.keys);
    return {
      txid: read.txid,
      bytes,
      keys: read.keys,
      // Each signs once, and no transaction has more than 127 signatures.
      signers: bytes[0] as number,
      err: err === null ? null : said(err),
      // Nothing else is ever lost.
      fee: Number(sum(before) - sum(after)),
      before,
      after,
    };
  }

  /** The machine takes back all that a failed transaction did, the nonce among it; validators do not. */
  private useUpNonce(
    { instructions, lifetime }: ReadTransaction,
    before: ReadonlyMap<string, Snapshot>,
  ): void {
    const account = advancedBy(instructions)?.account;
    const held = account === undefined ? null : (before.get(account) ?? null);
    if (account === undefined || held === null || nonceIn(held) !== lifetime) return;
    const data = Uint8Array.from(held.data);
    const hash = base58.decode(this.svm.latestBlockhash());
    data.set(sha256(concatBytes(utf8ToBytes('DURABLE_NONCE'), hash)), 40);
    this.put(account, { ...held, data });
  }

  private decode(bytes: Uint8Array): Transaction {
    return this.decoder.decode(bytes);
  }

  private lookAt(keys: readonly string[]): Map<string, Snapshot> {
    return new Map(keys.map((key) => [key, this.look(key)]));
  }

  private look(address: string): Snapshot {
    const found = this.svm.getAccount(address as Address);
    if (!found.exists || found.lamports === 0n) return null;
    return {
      lamports: found.lamports,
      data: Uint8Array.from(found.data),
      programAddress: found.programAddress,
    };
  }
}

function bytes(account: Snapshot): Buffer {
  return Buffer.from(account?.data ?? []);
}

function isSame(one: Snapshot, other: Snapshot): boolean {
  return one?.lamports === other?.lamports && bytes(one).equals(bytes(other));
}

function nonceIn(account: Snapshot): string | null {
  return account?.data.length === 80 ? base58.encode(account.data.subarray(40, 72)) : null;
}

function said(err: unknown): unknown {
  return typeof err === 'number' ? `error ${err}` : { InstructionError: String(err) };
}

function sum(accounts: ReadonlyMap<string, Snapshot>): bigint {
  return [...accounts.values()].reduce((total, account) => total + (account?.lamports ?? 0n), 0n);
}
