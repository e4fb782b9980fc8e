import type { Chain, Coin, CoinChain, DurableChain, DurableNonce, NonceChain } from '../../chains/chain.ts';
import { durableSpend } from '../../chains/durable.ts';
import type { Engine } from '../context.ts';
import { lastFollowed } from '../followed.ts';
import { type Lease, underLease } from '../lease.ts';
import { NotSigned } from './may-sign.ts';
import { describeSpends, recordUnknown, type UnknownSpend } from './unknown-spends.ts';

/** Something that was to be used is used up already, by what the store does not know: nothing is signed with it. */
export class UnknownSpent extends NotSigned {}

/** The chain's node has moved on since the last followed block: nobody can tell now, but soon. */
export class NotNow extends NotSigned {}

/**
 * Asks the chain about coins that no payment of ours spends. One that is spent, in a block or by what waits, halts the
 * chain, and this throws. Asked before any of them is used.
 */
export async function refuseSpent(
  engine: Engine,
  chain: CoinChain,
  lease: Lease,
  coins: readonly Coin[],
): Promise<void> {
  const at = await lastFollowed(engine.database, chain.id);
  if (at === null || coins.length === 0) return;
  const spent = await chain.spent(coins, at);
  if (spent === null) throw new NotNow(`${chain.name}: its node is not at block ${at.height} any more`);
  // In which block is told when that is followed.
  await refuse(
    engine,
    chain,
    lease,
    spent.map(({ spend, txid }) => ({ spend, txid, height: null })),
  );
}

/** The same for the nonces of an account: of those that the store would give next none may be used, or wait. */
export async function refuseUsed(
  engine: Engine,
  chain: NonceChain,
  lease: Lease,
  source: string,
  next: number,
): Promise<void> {
  const reached = Math.max(...(await Promise.all([chain.nextNonce(source), chain.nextNonceWaiting(source)])));
  // As many as one would ever look at; the rest is found when these are settled.
  const count = Math.min(Math.max(0, reached - next), MOST_NONCES);
  const spends = Array.from({ length: count }, (_, n) => `${source}#${next + n}`);
  await refuse(
    engine,
    chain,
    lease,
    spends.map((spend) => ({ spend, txid: null, height: null })),
  );
}

const MOST_NONCES = 1_000;

/** The same for nonce accounts whose values are not what the store knows, nor explained by a payment of it. */
export async function refuseUsedUp(
  engine: Engine,
  chain: DurableChain,
  lease: Lease,
  nonces: readonly DurableNonce[],
): Promise<void> {
  const spends = nonces.map((nonce) => ({ spend: durableSpend(nonce), txid: null, height: null }));
  await refuse(engine, chain, lease, spends);
}

async function refuse(
  engine: Engine,
  chain: Chain,
  lease: Lease,
  spends: readonly UnknownSpend[],
): Promise<void> {
  if (spends.length === 0) return;
  const found = await underLease(engine.database, lease, (client) =>
    recordUnknown(client, chain, spends, engine.clock()),
  );
  if (found.length > 0) tellUnknown(engine, chain, found);
  throw new UnknownSpent(`${chain.name}: ${describeSpends(spends)}: nothing is signed`);
}

export function tellUnknown(engine: Engine, chain: Chain, found: readonly UnknownSpend[]): void {
  engine.warn(
    { chain: chain.name, found: found.map((each) => describeSpends([each])) },
    'the store is older than the chain: something of ours was spent by a transaction that it does not know. ' +
      'Nothing is signed on this chain until an operator has decided: npx swapdesk halt list',
  );
}
