import {
  BeyondLimit,
  type Chain,
  type ChainBase,
  NotEnough,
  type Payee,
  type PaymentRequest,
  type SignedPayment,
  Unpayable,
} from '../../chains/chain.ts';
import type { NewPayment } from '../../payments/store-payments.ts';
import { noteWaiting } from '../../payouts/note-payouts.ts';
import type { Engine } from '../context.ts';
import { noteLost } from '../hold/lost-payments.ts';
import { type Lease, LeaseLost } from '../lease.ts';
import { NotSigned, signPayment } from './may-sign.ts';
import { orderOfPayout } from './orders-of.ts';
import { LIMIT_PAUSE_S, type PutOff } from './put-off.ts';
import { type HasPassed, refuseSignedBeforeOn, SignedBefore } from './signed-before.ts';

export interface ReadyPayout extends Payee {
  readonly id: number;
  readonly payout: string;
  /** A coin that its payment must spend: where an earlier one was cancelled, or as it gives back what screening stopped. */
  readonly mustSpend: string | null;
  /** True if it gives back what screening stopped by the coin that came: it spends that one by itself. */
  readonly isKeptApart: boolean;
  /** The address that it has to be paid from, as what it gives back came to it and screening stopped it; null: it need not be. */
  readonly origin: string | null;
  /** True if it goes to the cold address: nobody waits for it. */
  readonly isCold: boolean;
  /** Since when it could not be paid; null if nobody has tried in vain. */
  readonly waitsSince: number | null;
}

const APART =
  'it gives back what screening stopped, and that coin by itself is not enough at the fees of now. When they fall it is paid; ' +
  'if other coins may be mixed with it: npx swapdesk deposit quarantine, then deposit release';

/** The engine, what it has put off, under which lease it pays, and who knows what has expired. */
export interface PayingEngine extends Engine {
  readonly putOff: PutOff;
  readonly lease: Lease;
  readonly hasPassed: HasPassed;
}

/** A payment with the payouts that it carries. */
export interface NewPayouts extends NewPayment {
  /** In the order of the request's payees. */
  readonly payoutIds: readonly number[];
}

/** One that cannot be paid keeps nobody else waiting, whether it lacks money or its receiver cannot be paid so. */
export async function trySign<Request extends PaymentRequest, Signed extends SignedPayment>(
  engine: PayingEngine,
  chain: ChainBase<Request, Signed>,
  request: Request,
  payouts: readonly ReadyPayout[],
): Promise<Signed | NotEnough | 'unpayable'> {
  try {
    const signed = await signPayment(engine, chain, request);
    const names = payouts.map(({ payout }) => payout);
    await refuseSignedBeforeOn(engine, chain, signed, names, engine.hasPassed);
    return signed;
  } catch (error) {
    if (error instanceof NotEnough) return error;
    if (error instanceof SignedBefore && engine.record !== undefined)
      await noteLost(engine.database, engine.record.id, [error.earlier], engine.clock());
    if (!(error instanceof Unpayable)) throw error;
    // Of several nobody knows which it is, before each has been tried by itself.
    const [payout, ...others] = payouts;
    if (payout !== undefined && others.length === 0) await putOff(engine, chain, payout, error);
    return 'unpayable';
  }
}

/** Of which payout a line of the log is, and of which order. */
export function about({ id, payout }: Pick<ReadyPayout, 'id' | 'payout'>): object {
  return { payout: id, ...orderOfPayout(payout) };
}

async function putOff(
  engine: PayingEngine,
  chain: Pick<Chain, 'name'>,
  payout: ReadyPayout,
  error: Unpayable,
): Promise<void> {
  const now = engine.clock();
  const isLimit = error instanceof BeyondLimit;
  engine.putOff.add(payout.id, now, ...(isLimit ? [LIMIT_PAUSE_S] : []));
  const isNew = await noteWaiting(engine.database, payout.id, error.message, now);
  if (!isNew && !engine.putOff.isNews(`payout ${payout.id}`, now)) return;
  engine.warn(
    { chain: chain.name, ...about(payout), err: error },
    isLimit
      ? 'a payout waits: it is above a limit of the signer'
      : 'a payout waits: it cannot be paid as it is',
  );
}

/** Whatever is wrong with planning one, such as what a node says of its receiver: it is put off, and whoever looks is told. */
export async function passOver(
  engine: PayingEngine,
  chain: Pick<Chain, 'name'>,
  payout: ReadyPayout,
  error: unknown,
): Promise<void> {
  if (error instanceof LeaseLost || error instanceof NotSigned || !(error instanceof Error)) throw error;
  const now = engine.clock();
  engine.putOff.add(payout.id, now, LIMIT_PAUSE_S);
  await noteWaiting(engine.database, payout.id, error.message, now);
  engine.warn({ chain: chain.name, ...about(payout), err: error }, 'a payout could not be signed');
}

/** For want of what the wallet does not have now. */
export async function tellWaiting(
  engine: PayingEngine,
  chain: Chain,
  payout: ReadyPayout,
  { message }: NotEnough,
): Promise<void> {
  const now = engine.clock();
  if (!engine.putOff.isNews(payout.origin === null ? `asset ${payout.assetId}` : `payout ${payout.id}`, now))
    return;
  await noteWaiting(engine.database, payout.id, message, now);
  engine.warn(
    { chain: chain.name, ...about(payout), why: message },
    'a payout waits: the wallet cannot pay it now',
  );
}

/** For want of what its own coin does not hold: no other coin that comes helps it. */
export async function tellApart(engine: PayingEngine, chain: Chain, payout: ReadyPayout): Promise<void> {
  const now = engine.clock();
  if (!engine.putOff.isNews(`payout ${payout.id}`, now)) return;
  await noteWaiting(engine.database, payout.id, APART, now);
  engine.warn(
    { chain: chain.name, ...about(payout), why: APART },
    'a payout waits: its own coin cannot pay it now',
  );
}
