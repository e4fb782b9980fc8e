import {
  type AccountChainOf,
  type AccountRequest,
  NotEnough,
  type SignedPayment,
} from '../../chains/chain.ts';
import { attemptIs, OPEN, PURPOSE } from '../../payments/life.ts';
import { paymentsFrom } from '../../payments/payments-from.ts';
import type { Queryable } from '../../store/database.ts';
import { LeaseLost } from '../lease.ts';
import type { Paying } from './account-requests.ts';
import { readRefundFuel } from './fuel-needs.ts';
import { NotSigned } from './may-sign.ts';
import { fuelAt, openRound, type Round, topUp } from './own-transfers.ts';
import {
  about,
  type NewPayouts,
  type PayingEngine,
  type ReadyPayout,
  tellWaiting,
  trySign,
} from './try-sign.ts';
import type { Clear } from './use-up-gone.ts';

/** A payout that goes back from the address that it came to. */
interface ReturnedPayout extends ReadyPayout {
  readonly origin: string;
}

/**
 * What screening stopped goes back from the address that it came to, and takes nothing along that others sent there. Of the
 * treasury it gets no more than fuel: for a token, and where the fee has risen beyond what was charged for it. One that has
 * to wait keeps nobody waiting, and an address does one thing at a time.
 */
export async function* signReturns<Request extends AccountRequest, Signed extends SignedPayment>(
  engine: PayingEngine,
  chain: AccountChainOf<Request, Signed>,
  paying: Paying<Request>,
  payouts: readonly ReadyPayout[],
  clear: Clear,
): AsyncGenerator<NewPayouts[]> {
  const returned = payouts.filter((payout): payout is ReturnedPayout => payout.origin !== null);
  if (returned.length === 0) return;
  const round = await openRound(engine, chain, engine.lease, paying);
  if (round === null) return;
  const origins = returned.map(({ origin }) => origin);
  const busy = await busyAmong(engine.database, chain.id, origins);
  for (const payout of returned) {
    if (busy.has(payout.origin)) continue;
    busy.add(payout.origin);
    const signed = await signOne(engine, chain, paying, round, payout, clear).catch((error: unknown) => {
      if (error instanceof LeaseLost || error instanceof NotSigned) throw error;
      engine.warn({ err: error, chain: chain.name, ...about(payout) }, 'a refund could not be signed');
      return null;
    });
    if (signed !== null) yield [signed];
  }
}

async function signOne<Request extends AccountRequest, Signed extends SignedPayment>(
  engine: PayingEngine,
  chain: AccountChainOf<Request, Signed>,
  paying: Paying<Request>,
  round: Round,
  payout: ReturnedPayout,
  clear: Clear,
): Promise<NewPayouts | null> {
  const { origin } = payout;
  if (!(await clear(round, origin, [PURPOSE.sweep, PURPOSE.payouts]))) return null;
  const lack = await lacksFuel(engine, round, payout);
  if (lack !== null) {
    await tellWaiting(engine, chain, payout, new NotEnough(lack));
    return null;
  }
  const requests = await paying.requests(engine, engine.lease, origin);
  const request = requests.next(payout, round.feeRate);
  if (request === null) return null;
  const signed = await trySign(engine, chain, request, [payout]);
  if (signed === 'unpayable') return null;
  if (!(signed instanceof NotEnough)) {
    requests.taken();
    return { request, signed, payoutIds: [payout.id] };
  }
  engine.putOff.add(payout.id, engine.clock(), FUEL_PAUSE_S);
  await tellWaiting(engine, chain, payout, new NotEnough(`${signed.message}. ${GOES_BACK}`));
  return null;
}

const GOES_BACK =
  'It gives back what screening stopped, from the address that it came to. ' +
  'If the treasury may pay it, and what came may be mixed with what is ours: npx swapdesk deposit quarantine, then deposit release';

/** Why its address cannot pay its fee yet; null if it can. It is given what it lacks. */
async function lacksFuel(
  engine: PayingEngine,
  round: Round,
  { id, assetId, origin }: ReturnedPayout,
): Promise<string | null> {
  const { chain, native, feeRate, isFeePaid } = round;
  if (isFeePaid) return null;
  const { catalogue } = await engine.market();
  const cost = chain.transferCost(catalogue.get(assetId), feeRate);
  const { besides, isFuelled } = await readRefundFuel(engine.database, chain, native.id, origin, id);
  const fuel = await fuelAt(round, origin, besides);
  if (fuel === null) return `nobody can tell now what ${origin} has of ${native.abbr}`;
  if (fuel >= cost) return null;
  const why = isFuelled ? null : await topUp(round, origin, cost, besides);
  if (why === null) return `${origin}, from where it goes back, is being given ${native.abbr} for the fee`;
  engine.putOff.add(id, engine.clock(), FUEL_PAUSE_S);
  return `${origin}, from where it goes back, has too little ${native.abbr} for the fee, and cannot be given it now: ${why}. ${GOES_BACK}`;
}

/** The treasury may have some again by then. */
const FUEL_PAUSE_S = 60;

/** Those of some addresses from which something is under way. */
async function busyAmong(
  client: Queryable,
  chainId: number,
  addresses: readonly string[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ source: string }>({
    name: 'busy-among',
    text: `
      SELECT t.source FROM unnest($2::text[]) AS t (source)
       WHERE EXISTS (SELECT 1 FROM ${paymentsFrom('$1', 't.source')} AS p JOIN attempt a ON a.payment_id = p.id
                      WHERE ${attemptIs('a', ...OPEN)})`,
    values: [chainId, addresses],
  });
  return new Set(rows.map(({ source }) => source));
}
