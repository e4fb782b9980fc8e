import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { toHex } from '../account.ts';
import { tronForm } from '../address.ts';
import { MessageWriter } from '../protobuf.ts';
import {
  decodeRaw,
  decodeSigned,
  encodeRaw,
  encodeSigned,
  type RawTransaction,
  txidOf,
} from '../transaction.ts';
import { carryOut, type Receipt } from './carry-out.ts';
import { type ContractCode, type TokenRules, tokenContract } from './contracts.ts';
import { copyOf, type LedgerAccount, type LedgerState, newAccount } from './ledger-state.ts';
import { NotTaken } from './not-taken.ts';

export interface TestTransaction {
  readonly txid: string;
  readonly raw: RawTransaction;
  readonly rawHex: string;
  readonly signatures: readonly string[];
  readonly receipt: Receipt;
}

export interface TestBlock {
  readonly height: number;
  readonly hash: string;
  readonly parent: string;
  readonly timeMs: number;
  readonly transactions: readonly TestTransaction[];
  /** As of the end of the block. */
  readonly state: LedgerState;
}

const BLOCK_MS = 3_000;
const DAY_MS = 86_400_000;
/** Blocks to which a transaction may refer. */
const RECENT = 65_536;
/** As on the networks with 27 producers: a block is solidified once two thirds have built on it. */
const UNSOLID = 18;
/** What lends energy and takes it back, as permissions count it. */
export const KINDS = { delegate: 57, undelegate: 58 };

/**
 * A network of TRON that mines when it is told to. It keeps accounts and tokens, and takes a transaction only if its signature,
 * its reference block, its expiry and what it costs are as the protocol wants them.
 */
export class TronTestNetwork {
  readonly contracts = new Map<string, ContractCode>();
  readonly blocks: TestBlock[] = [];
  pending: Omit<TestTransaction, 'receipt'>[] = [];
  unsolid = UNSOLID;
  /** What somebody sets up outside of transactions is in the next block. */
  private state: LedgerState = { accounts: new Map(), tokens: new Map(), loans: new Map() };

  constructor(startMs = 1_763_400_000_000) {
    this.append([], startMs, '00'.repeat(32));
  }

  get newest(): TestBlock {
    return this.blocks.at(-1) as TestBlock;
  }

  get solid(): TestBlock {
    return this.blocks[Math.max(0, this.blocks.length - 1 - this.unsolid)] as TestBlock;
  }

  /** An account that is activated, to set up. */
  account(address: string, isContract = false): LedgerAccount {
    const id = toHex(address);
    const account = this.state.accounts.get(id) ?? newAccount(isContract);
    this.state.accounts.set(id, account);
    return account;
  }

  addContract(address: string, code: ContractCode): void {
    this.account(address, true);
    this.contracts.set(toHex(address), code);
  }

  addToken(address: string, rules: TokenRules): void {
    this.addContract(address, tokenContract(rules));
    this.state.tokens.set(toHex(address), new Map());
  }

  /** Gives tokens from nowhere; activates nobody. */
  mint(token: string, address: string, units: bigint): void {
    const holders = this.state.tokens.get(toHex(token)) as Map<string, bigint>;
    holders.set(toHex(address), (holders.get(toHex(address)) ?? 0n) + units);
  }

  /** Takes a signed transaction, or throws NotTaken. It is in the next block. */
  submit(hex: string): string {
    const { raw: bytes, signatures } = decodeSigned(hexToBytes(hex));
    const txid = txidOf(bytes);
    const raw = decodeRaw(bytes);
    if (this.has(txid)) throw new NotTaken('DUP_TRANSACTION_ERROR', 'Dup transaction.');
    this.checkSignature(raw, bytes, signatures);
    this.checkTimes(raw);
    const waiting = { txid, raw, rawHex: bytesToHex(bytes), signatures: signatures.map(bytesToHex) };
    // A node carries it out on what it has, with all that waits before it.
    const state = copyOf(this.state);
    for (const each of [...this.pending, waiting]) this.run(state, each);
    this.pending.push(waiting);
    return txid;
  }

  /** Has a transaction wait as if others had taken it, whoever signed it. */
  enqueue(raw: RawTransaction): string {
    const bytes = encodeRaw(raw);
    const txid = txidOf(bytes);
    this.pending.push({ txid, raw, rawHex: bytesToHex(bytes), signatures: ['00'.repeat(65)] });
    return txid;
  }

  /** Mines blocks: the first with what waits, and has not expired meanwhile. */
  mine(count = 1, gapMs = BLOCK_MS): TestBlock {
    for (let n = 0; n < count; n++) {
      const waiting = this.pending.filter(({ raw }) => raw.expiration > this.newest.timeMs);
      this.pending = [];
      this.append(this.take(waiting), this.newest.timeMs + gapMs, this.newest.hash);
    }
    return this.newest;
  }

  /** Mines until what is in the newest block is solidified. */
  solidify(): void {
    this.mine(this.unsolid);
  }

  /** Undoes blocks that are not solidified, and what is in them: nobody has it any more, unless it is sent again. */
  fork(depth: number): void {
    if (depth > this.unsolid) throw new RangeError('solidified blocks stay');
    this.blocks.splice(this.blocks.length - depth);
    this.state = copyOf(this.newest.state);
    // Another producer: another time, so that the blocks have other hashes.
    for (let n = 0; n < depth; n++) this.mine(1, BLOCK_MS + 1_000);
  }

  find(txid: string, blocks: readonly TestBlock[] = this.blocks) {
    for (const block of blocks) {
      const transaction = block.transactions.find((each) => each.txid === txid);
      if (transaction !== undefined) return { block, transaction };
    }
    return null;
  }

  private has(txid: string): boolean {
    return this.find(txid) !== null || this.pending.some((each) => each.txid === txid);
  }

  /** Carries out what can be, one after the other. */
  private take(waiting: readonly Omit<TestTransaction, 'receipt'>[]): TestTransaction[] {
    const before = copyOf(this.state);
    const taken: TestTransaction[] = [];
    for (const each of waiting) {
      try {
        taken.push({ ...each, receipt: this.run(this.state, each) });
      } catch (error) {
        if (!(error instanceof NotTaken)) throw error;
        // It may have done a part: all but this one is done anew.
        this.state = before;
        return this.take(waiting.filter((other) => other !== each));
      }
    }
    return taken;
  }

  private run(state: LedgerState, { raw, rawHex, signatures }: Omit<TestTransaction, 'receipt'>): Receipt {
    const bytes = encodeSigned(hexToBytes(rawHex), signatures.map(hexToBytes)).length;
    return carryOut(state, raw, bytes, this.contracts, this.blocks.at(-1)?.timeMs ?? 0);
  }

  private checkSignature({ contract }: RawTransaction, raw: Uint8Array, signatures: readonly Uint8Array[]) {
    const [signature] = signatures;
    const version = signature?.[64] ?? 0;
    const fail = () => new NotTaken('SIGERROR', 'Validate signature error: it is not signed by its owner');
    if (signature?.length !== 65 || signatures.length !== 1) throw fail();
    try {
      const recovered = Uint8Array.of(version >= 27 ? version - 27 : version, ...signature.subarray(0, 64));
      const key = secp256k1.recoverPublicKey(recovered, sha256(raw), { prehash: false });
      if (this.mayAct(contract, toHex(tronForm.encode(key, 'main')))) return;
    } catch {
      // Said below.
    }
    throw fail();
  }

  /** With its own key, or by a permission that the owner has given for just this kind. */
  private mayAct(contract: RawTransaction['contract'], key: string): boolean {
    if (contract.type !== 'delegate' && contract.type !== 'undelegate') return key === contract.owner;
    const { owner, permission, type } = contract;
    if (permission === 0) return key === owner;
    const given = this.state.accounts.get(owner)?.permissions.find(({ id }) => id === permission);
    return given?.key === key && given.kinds.includes(KINDS[type]);
  }

  private checkTimes({ expiration, reference }: RawTransaction): void {
    const { timeMs, height } = this.newest;
    const named = this.blocks
      .slice(Math.max(0, height + 1 - RECENT))
      .find(({ height: each }) => each.toString(16).padStart(16, '0').slice(-4) === reference.bytes);
    if (named?.hash.slice(16, 32) !== reference.hash) throw new NotTaken('TAPOS_ERROR', 'Tapos check error.');
    if (expiration <= timeMs || expiration > timeMs + DAY_MS)
      throw new NotTaken('TRANSACTION_EXPIRATION_ERROR', 'Transaction expired');
  }

  private append(transactions: readonly TestTransaction[], timeMs: number, parent: string): void {
    const height = this.blocks.length;
    const header = new MessageWriter()
      .int(1, timeMs)
      .bytes(2, sha256(new TextEncoder().encode(transactions.map(({ txid }) => txid).join())))
      .bytes(3, hexToBytes(parent))
      .int(7, height)
      .finish();
    const hash = height.toString(16).padStart(16, '0') + bytesToHex(sha256(header)).slice(16);
    this.blocks.push({ height, hash, parent, timeMs, transactions, state: copyOf(this.state) });
  }
}
