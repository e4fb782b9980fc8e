import type { ChainBase, PaymentRequest, SignedPayment } from '../../chains/chain.ts';
import type { SigningRecord } from '../../record/signing-record.ts';
import type { Queryable } from '../../store/database.ts';
import type { Engine } from '../context.ts';
import { lockHold, readHold } from '../hold/hold.ts';
import { lockSwitch, signingStop } from '../hold/signing-switch.ts';
import { part } from '../step.ts';
import { describeSpends, openUnknown } from './unknown-spends.ts';

/** Nothing is signed now, by somebody's will: what was to be signed waits, and nothing is wrong with it. */
export class NotSigned extends Error {
  override readonly name = 'NotSigned';
}

/** Where the switch is noted besides the store; undefined if nobody here signs. */
type Noted = Pick<SigningRecord, 'killSwitch'> | undefined;

/**
 * Why nothing is signed on a chain now; null if it is. The one place that says so, whoever holds the keys: it is asked
 * before each payment is signed, in the transaction that stores its bytes, and before they are sent for the first time.
 */
export async function whyNotSigned(
  client: Queryable,
  chainId: number,
  record: Noted,
): Promise<string | null> {
  const stop = await signingStop(client, record?.killSwitch);
  if (stop !== null) return `signing is stopped: ${stop.reason}`;
  const hold = await readHold(client);
  if (hold !== null) return `the desk is held: ${hold.why}`;
  const unknown = await openUnknown(client, chainId);
  return unknown.length === 0 ? null : describeSpends(unknown);
}

/** Signs a payment, unless nothing is signed now. Nobody else asks a chain to sign. */
export async function signPayment<Request extends PaymentRequest, Signed extends SignedPayment>(
  engine: Pick<Engine, 'database' | 'steps'> & { readonly record?: Noted },
  chain: Pick<ChainBase<Request, Signed>, 'id' | 'name' | 'sign'>,
  request: Request,
): Promise<Signed> {
  await refuse(engine.database, chain.id, engine.record);
  return part(engine, 'sign', { 'swapdesk.chain': chain.name }, () => chain.sign(request));
}

/**
 * For the transaction that stores signed bytes: throws if nothing is signed any more, and until the commit nobody can
 * stop it. So whoever has stopped signing knows that nothing is stored afterwards.
 */
export async function holdSigning(client: Queryable, chainId: number, record: Noted): Promise<void> {
  await lockSwitch(client, 'SHARE');
  await lockHold(client);
  await refuse(client, chainId, record);
}

async function refuse(client: Queryable, chainId: number, record: Noted): Promise<void> {
  const why = await whyNotSigned(client, chainId, record);
  if (why !== null) throw new NotSigned(why);
}
