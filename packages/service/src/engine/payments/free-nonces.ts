import type { DurableChain, DurableNonce } from '../../chains/chain.ts';
import { durableSpend } from '../../chains/durable.ts';
import type { Engine } from '../context.ts';
import { type Lease, underLease } from '../lease.ts';
import { judgeNonce } from './judge-nonce.ts';
import { deriveNonceAccounts, learnValues, readNonceAccounts, usedAmong } from './nonce-accounts.ts';
import { refuseUsedUp } from './refuse-unknown.ts';

/** The nonce accounts of a treasury as store and chain have them. */
export interface NonceAccounts {
  /** Those that a payment may name now. */
  readonly free: readonly DurableNonce[];
  /** The numbers of those that are not open. */
  readonly closed: readonly number[];
  /** How many there are, open or not. */
  readonly all: number;
}

/**
 * Asks the chain what its nonce accounts hold, and the store what it knows of that. Whatever was used up by what the store does not
 * know halts the chain, and this throws. Asked before any of them is named in a payment.
 */
export async function lookAtNonces(
  engine: Engine,
  chain: DurableChain,
  lease: Lease,
): Promise<NonceAccounts> {
  const accounts = await readNonceAccounts(engine.database, chain.id);
  if (accounts.length === 0) return { free: [], closed: [], all: 0 };
  const addresses = accounts.map(({ account }) => account);
  // The newest first: what was used in between is in the later answer, too.
  const newest = await chain.nonceValuesWaiting(addresses);
  const final = await chain.nonceValues(addresses);
  const told = [...newest, ...final].flatMap((value, n) =>
    value === null ? [] : { account: addresses[n % addresses.length] as string, value },
  );
  const { named, settled } = await usedAmong(engine.database, chain.id, told);
  const judged = accounts.map((known, n) => {
    const { account } = known;
    const isPast = (value: string) => {
      const spend = durableSpend({ account, value });
      // What an operator has decided came to nothing still is what the account holds.
      return named.has(spend) || (value !== known.value && settled.has(spend));
    };
    return { known, ...judgeNonce(known, { final: final[n] ?? null, newest: newest[n] ?? null }, isPast) };
  });
  const learned = judged.flatMap(({ known, holds }) => (holds === undefined ? [] : { known, holds }));
  if (learned.length > 0)
    await underLease(engine.database, lease, (client) => learnValues(client, chain.id, learned));
  const usedUp = judged.filter((each) => each.is === 'unknown').map(toNonce);
  await refuseUsedUp(engine, chain, lease, usedUp);
  return {
    free: judged.filter((each) => each.is === 'free').map(toNonce),
    closed: judged.filter((each) => each.is === 'closed').map(({ known }) => known.number),
    all: accounts.length,
  };
}

function toNonce({
  known: { number, account },
  value,
}: {
  readonly known: { readonly number: number; readonly account: string };
  readonly value: string | null;
}): DurableNonce {
  return { number, account, value: value as string };
}

/** For who begins to work on a chain: a store may be older than its nonce accounts, or than this program. */
export async function refuseUnknownNonces(engine: Engine, chain: DurableChain, lease: Lease): Promise<void> {
  const note = await deriveNonceAccounts(chain);
  await underLease(engine.database, lease, note);
  await lookAtNonces(engine, chain, lease);
}
