import { Unpayable } from '../chain.ts';
import { unsigned } from './message.ts';
import { messageOf, type PlannedMessage } from './plan-message.ts';
import type { Rpc } from './solana-rpc.ts';

interface Simulation {
  readonly value: {
    readonly err: unknown;
    readonly logs?: readonly string[] | null;
    readonly unitsConsumed?: number;
  };
}

/** Nodes that do not know the nonce's value yet say this: it tells nothing of the payment. */
const NOT_KNOWN = 'BlockhashNotFound';
/** More than was used, as a token account may take more or less to be found. */
const ROOM_PERCENT = 130;

/**
 * The compute that a payment is given: what trying it out took, and some more. What nobody could try out gets the usual. Throws
 * Unpayable if it would fail.
 */
export async function simulate(rpc: Rpc, planned: PlannedMessage, usual: number): Promise<number> {
  const raw = Buffer.from(unsigned(messageOf(planned))).toString('base64');
  const { value } = await rpc.call<Simulation>('simulateTransaction', [
    raw,
    { encoding: 'base64', commitment: 'confirmed', sigVerify: false },
  ]);
  if (value.err === NOT_KNOWN) return usual;
  if (value.err !== null) {
    const said = value.logs?.findLast((line) => /error|failed/i.test(line)) ?? '';
    throw new Unpayable(
      `a payment to ${planned.payee} would fail, so it is not signed: ${JSON.stringify(value.err)} ${said}`.trim(),
    );
  }
  const used = value.unitsConsumed;
  if (used === undefined || !Number.isSafeInteger(used) || used <= 0) return usual;
  return Math.min(planned.computeLimit, Math.ceil((used * ROOM_PERCENT) / 100));
}
