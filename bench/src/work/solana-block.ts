import { createHash } from 'node:crypto';
import { solanaForm } from '@swapdesk/service/dist/chains/solana/address.js';
import { SolanaChain } from '@swapdesk/service/dist/chains/solana/solana-chain.js';
import { SolanaRpc } from '@swapdesk/service/dist/chains/solana/solana-rpc.js';
import type { FullBlock } from './full-block.ts';

const TRANSACTIONS = 2_000;
const OURS = 50;
const ACCOUNTS = 12;
const [CHAIN_ID, SOL_ID] = [9, 16];
const [SLOT, HEIGHT] = [380_000_000, 358_000_000];
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const GET_BLOCK = {
  commitment: 'finalized',
  transactionDetails: 'accounts',
  encoding: 'json',
  rewards: false,
  maxSupportedTransactionVersion: 0,
};

/** Transactions of others with a dozen accounts, as most are; some of them pay us. */
export function solanaBlock(): FullBlock {
  const numbers = Array.from({ length: TRANSACTIONS }, (_, n) => n);
  const reply = (result: unknown) => ({ jsonrpc: '2.0', id: 1, result });
  const head = {
    blockhash: name('hash', 1),
    previousBlockhash: name('hash', 2),
    blockHeight: HEIGHT,
    blockTime: 1_763_400_000,
    parentSlot: SLOT - 1,
  };
  return {
    family: 'Solana',
    space: 'solana',
    addresses: numbers.slice(0, OURS).map(receiver),
    answers: [
      { asked: ['getGenesisHash'], answer: reply(name('genesis', 1)) },
      { asked: ['getEpochInfo'], answer: reply({ absoluteSlot: SLOT, blockHeight: HEIGHT, epoch: 1 }) },
      { asked: ['getBlock', '"none"'], answer: reply(head) },
      {
        asked: ['getBlock', '"accounts"'],
        answer: reply({ ...head, transactions: numbers.map(transaction) }),
      },
    ],
    questions: [['', { jsonrpc: '2.0', id: 1, method: 'getBlock', params: [SLOT, GET_BLOCK] }]],
    follow: (url) => ({ open: () => open(url), height: HEIGHT, ours: OURS }),
  };
}

/** One that knows which block is the newest, and has not read it. */
async function open(url: string): Promise<SolanaChain> {
  const chain = new SolanaChain({
    chain: {
      id: CHAIN_ID,
      name: 'Solana',
      genesis: null,
      nativeAssetId: SOL_ID,
      nativeAbbr: 'SOL',
      treasury: name('treasury', 1),
    },
    tokens: () => [],
    endpoints: [new SolanaRpc({ url, timeoutMs: 30_000 })],
    quorum: 1,
    fees: { floor: 0n, cap: 0n },
    signer: { sign: () => Promise.reject(new Error('nothing is signed here')) },
    poll: { busyS: 0, idleS: 5 },
    maxTipAgeS: null,
    clock: () => 0,
    warn: () => {},
  });
  await chain.tip();
  return chain;
}

/** Looks like an address: the filter of ours goes by its end, which is as random as the rest of it. */
function name(what: string, n: number): string {
  return solanaForm.encode(createHash('sha256').update(`${what} ${n}`).digest(), 'main');
}

function receiver(n: number): string {
  return name('ours', n);
}

function transaction(n: number) {
  const keys = Array.from({ length: ACCOUNTS }, (_, k) => name(`account${k}x`, n));
  if (n < OURS) keys[1] = receiver(n);
  const balances = keys.map((_, k) => 1_000_000 + n + k);
  const after = balances.map((units, k) => (k === 0 ? units - 15_000 : k === 1 ? units + 10_000 : units));
  const token = (amount: string) => ({
    accountIndex: 3,
    mint: name('mint', n),
    owner: keys[0],
    programId: TOKEN,
    uiTokenAmount: { amount, decimals: 6, uiAmount: 1, uiAmountString: amount },
  });
  return {
    transaction: {
      signatures: [name('signature', n) + name('its other half', n)],
      accountKeys: keys.map((pubkey, k) => ({
        pubkey,
        signer: k === 0,
        writable: true,
        source: 'transaction',
      })),
    },
    meta: {
      err: null,
      status: { Ok: null },
      fee: 5_000,
      preBalances: balances,
      postBalances: after,
      preTokenBalances: [token('12')],
      postTokenBalances: [token('12')],
    },
    version: 0,
  };
}
