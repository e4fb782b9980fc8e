import { base58 } from '@scure/base';
import { readTransaction } from '../message.ts';
import { isTokenProgram } from '../program-ids.ts';
import {
  type LedgerBlock,
  type LedgerTransaction,
  LIFETIME,
  type Snapshot,
  type TestLedger,
} from './test-ledger.ts';

/** A node's no. */
export class NodeRefusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

type Params = readonly unknown[];
type Options = Readonly<Record<string, unknown>>;

/** What a node answers that knows a ledger up to some blocks before its newest. In the form in which real ones do. */
export class LedgerAnswers {
  private readonly ledger: TestLedger;
  /** How many blocks it is behind. */
  behind = 0;

  constructor(ledger: TestLedger) {
    this.ledger = ledger;
  }

  answer(method: string, params: Params): unknown {
    const method_ = this.methods[method];
    if (method_ === undefined) throw new NodeRefusal(-32601, 'Method not found');
    return method_(params);
  }

  private readonly methods: Readonly<Record<string, (params: Params) => unknown>> = {
    getVersion: () => ({ 'solana-core': '3.1.0', 'feature-set': 1 }),
    getGenesisHash: () => this.ledger.genesis,
    getSlot: ([options]) => this.top(options).slot,
    getEpochInfo: ([options]) => {
      const { slot, height } = this.top(options);
      return { absoluteSlot: slot, blockHeight: height, epoch: 0, slotIndex: slot, slotsInEpoch: 432_000 };
    },
    getBlocks: ([from, to, options]) =>
      this.known(options)
        .map(({ slot }) => slot)
        .filter((slot) => slot >= (from as number) && slot <= (to as number)),
    getBlock: ([slot, options]) => this.block(slot as number, options as Options),
    getTransaction: ([txid]) => {
      const found = this.find(txid as string);
      if (found === null) return null;
      const { bytes } = found.transaction;
      return { slot: found.block.slot, transaction: [Buffer.from(bytes).toString('base64'), 'base64'] };
    },
    getMultipleAccounts: ([addresses, options]) => {
      const { slot } = this.top(options);
      const { dataSlice } = options as { dataSlice?: { offset: number; length: number } };
      return {
        context: { slot, apiVersion: '3.1.0' },
        value: (addresses as string[]).map((address) =>
          told(this.ledger.accountAt(address, slot), dataSlice),
        ),
      };
    },
    getSignatureStatuses: ([txids]) => ({
      context: { slot: this.top({ commitment: 'confirmed' }).slot },
      value: (txids as string[]).map((txid) => this.status(txid)),
    }),
    getLatestBlockhash: ([options]) => {
      const { hash, height, slot } = this.top(options);
      return { context: { slot }, value: { blockhash: hash, lastValidBlockHeight: height + LIFETIME } };
    },
    getRecentPrioritizationFees: () =>
      this.known({ commitment: 'confirmed' }).map(({ slot }) => ({
        slot,
        prioritizationFee: this.priorityFee,
      })),
    simulateTransaction: ([raw]) => ({
      context: { slot: this.top({ commitment: 'confirmed' }).slot },
      value: this.ledger.simulate(Uint8Array.from(Buffer.from(raw as string, 'base64'))),
    }),
    sendTransaction: ([raw]) => {
      const bytes = Uint8Array.from(Buffer.from(raw as string, 'base64'));
      const { txid } = readTransaction(bytes);
      this.take(bytes);
      return txid;
    },
  };

  /** What it says that others have paid lately. */
  priorityFee = 0;

  /** What happens to bytes that it is given; a node may lose them, or keep them for a while. */
  take = (bytes: Uint8Array): void => {
    this.ledger.waiting.push(bytes);
  };

  private known(options: unknown): readonly LedgerBlock[] {
    const { blocks, finalCount } = this.ledger;
    const seen = blocks.length - this.behind;
    const { commitment = 'finalized' } = (options ?? {}) as { commitment?: string };
    return blocks.slice(0, commitment === 'finalized' ? Math.min(seen, finalCount) : seen);
  }

  private top(options: unknown): LedgerBlock {
    return this.known(options).at(-1) as LedgerBlock;
  }

  private find(txid: string): ReturnType<TestLedger['find']> {
    const found = this.ledger.find(txid);
    return found !== null && found.block.slot <= this.top({ commitment: 'confirmed' }).slot ? found : null;
  }

  private status(txid: string): unknown {
    const found = this.find(txid);
    if (found === null) return null;
    const isFinal = found.block.slot <= this.top({}).slot;
    return {
      slot: found.block.slot,
      confirmations: isFinal ? null : 1,
      err: found.transaction.err,
      confirmationStatus: isFinal ? 'finalized' : 'confirmed',
    };
  }

  private block(slot: number, options: Options): unknown {
    const known = this.known(options);
    const block = known.find((each) => each.slot === slot);
    if (block === undefined) {
      throw slot < (known.at(-1)?.slot ?? 0)
        ? new NodeRefusal(
            -32007,
            `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`,
          )
        : new NodeRefusal(-32004, `Block not available for slot ${slot}`);
    }
    const { hash, parent, parentSlot, height, time, transactions } = block;
    return {
      blockhash: hash,
      previousBlockhash: parent,
      parentSlot,
      blockHeight: height,
      blockTime: time,
      ...(options.transactionDetails === 'accounts' && { transactions: transactions.map(withAccounts) }),
    };
  }
}

function told(account: Snapshot, slice: { offset: number; length: number } | undefined): unknown {
  if (account === null) return null;
  const data = slice ? account.data.subarray(slice.offset, slice.offset + slice.length) : account.data;
  return {
    lamports: Number(account.lamports),
    owner: account.programAddress,
    data: [Buffer.from(data).toString('base64'), 'base64'],
    executable: false,
    space: account.data.length,
  };
}

function withAccounts({ txid, bytes, keys, signers, err, fee, before, after }: LedgerTransaction): unknown {
  const balances = (of: ReadonlyMap<string, Snapshot>) =>
    keys.map((key) => Number(of.get(key)?.lamports ?? 0n));
  return {
    transaction: {
      signatures: [txid],
      accountKeys: keys.map((pubkey, n) => ({
        pubkey,
        signer: n < signers,
        writable: isWritable(bytes, n, keys.length),
        source: 'transaction',
      })),
    },
    meta: {
      err,
      status: err === null ? { Ok: null } : { Err: err },
      fee,
      preBalances: balances(before),
      postBalances: balances(after),
      preTokenBalances: tokenBalances(keys, before),
      postTokenBalances: tokenBalances(keys, after),
    },
    version: 'legacy',
  };
}

/** The first three bytes behind the signatures say how many accounts sign, and how many of those and of the others are only read. */
function isWritable(bytes: Uint8Array, n: number, named: number): boolean {
  const [signers = 0, readSigners = 0, readOthers = 0] = bytes.subarray(1 + 64 * (bytes[0] as number));
  return n < signers ? n < signers - readSigners : n < named - readOthers;
}

const ACCOUNT_BYTES = 165;
const KIND_ACCOUNT = 2;

function tokenBalances(keys: readonly string[], of: ReadonlyMap<string, Snapshot>): unknown[] {
  return keys.flatMap((key, accountIndex) => {
    const account = of.get(key) ?? null;
    if (account === null || !isTokenProgram(account.programAddress)) return [];
    const { data } = account;
    if (data.length !== ACCOUNT_BYTES && data[ACCOUNT_BYTES] !== KIND_ACCOUNT) return [];
    const amount = Buffer.from(data).readBigUInt64LE(64);
    return [
      {
        accountIndex,
        mint: base58.encode(data.subarray(0, 32)),
        owner: base58.encode(data.subarray(32, 64)),
        programId: account.programAddress,
        uiTokenAmount: {
          amount: String(amount),
          decimals: 6,
          uiAmount: null,
          uiAmountString: String(amount),
        },
      },
    ];
  });
}
