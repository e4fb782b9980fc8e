import { MESSAGE } from '@swapdesk/contract';
import type { Chain } from '../chains/chain.ts';
import { holdStill } from '../engine/books/decide.ts';
import { type Hold, readHold } from '../engine/hold/hold.ts';
import { lostPayment } from '../engine/hold/lost-payments.ts';
import { NotReleased, releaseHold } from '../engine/hold/release.ts';
import { type Settled, settleLost } from '../engine/payments/adopt.ts';
import type { Done } from '../operators/audit.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';

export interface SettleWish {
  readonly txid: string;
  readonly why: string;
  readonly at: number;
  /** True: nobody waits any longer for what may have been paid in for it. */
  readonly isFinal: boolean;
}

/** An operator decides about a signed payment which the store cannot explain. */
export async function settlePayment(
  client: Queryable,
  chains: readonly Chain[],
  { txid, why, at, isFinal }: SettleWish,
): Promise<Done<Settled>> {
  const { rows } = await client.query<{ chain_id: number }>(
    'SELECT chain_id FROM lost_payment WHERE txid = $1 AND NOT is_kept',
    [txid],
  );
  const chain = chains.find(({ id }) => id === rows[0]?.chain_id);
  if (chain === undefined) throw new Refusal(MESSAGE.notLost);
  // Before the payment is locked, as the chain's own work does that takes it up.
  await holdStill(client, chain);
  const found = await lostPayment(client, txid);
  if (found === null) throw new Refusal(MESSAGE.notLost);
  const result = await settleLost(client, chain, found.payment, at, isFinal);
  const changes = [{ what: 'lost payment', before: found.obstacle, after: `${result}: ${why}` }];
  return { act: 'hold settle', subject: txid, changes, result };
}

/** An operator ends the hold, if nothing but missing records is undecided. */
export async function endHoldBy(
  client: Queryable,
  chains: readonly Chain[],
  why: string,
): Promise<Done<Hold>> {
  const ids = chains.map(({ id }) => id);
  const result = await releaseHold(client, ids).catch(async (error: unknown) => {
    if (!(error instanceof NotReleased)) throw error;
    const isHeld = (await readHold(client)) !== null;
    throw new Refusal(isHeld ? MESSAGE.stillUndecided : MESSAGE.notHeld);
  });
  const changes = [{ what: 'hold', before: result.why, after: `released: ${why}` }];
  return { act: 'hold release', subject: 'desk', changes, result };
}
