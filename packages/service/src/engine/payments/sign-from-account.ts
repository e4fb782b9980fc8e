import {
  type AccountChainOf,
  type AccountRequest,
  NotEnough,
  type SignedPayment,
} from '../../chains/chain.ts';
import type { Paying } from './account-requests.ts';
import type { Purse } from './purse.ts';
import {
  type NewPayouts,
  type PayingEngine,
  passOver,
  type ReadyPayout,
  tellWaiting,
  trySign,
} from './try-sign.ts';

/** What an account can pay with of some assets. */
type OpenPurse = (source: string, assetIds: readonly number[]) => Promise<Purse>;

/** So many in a row that fail for whatever reason are no fault of theirs: a node is away, and each of the others would wait for it. */
const MOST_FAILURES = 3;

/**
 * A payment for each, one after the other, stored together, but every second at least: a chain may be slow to
 * sign, and little is to be lost with the lease. What a crash leaves on record alone is taken up from there. One that the wallet
 * cannot pay keeps only those of its own asset waiting; one that fails, whatever the reason, keeps nobody waiting.
 */
export async function* signFromAccount<Request extends AccountRequest, Signed extends SignedPayment>(
  engine: PayingEngine,
  chain: AccountChainOf<Request, Signed>,
  paying: Paying<Request>,
  payouts: readonly ReadyPayout[],
  openPurse: OpenPurse,
): AsyncGenerator<NewPayouts[]> {
  if (payouts.length === 0) return;
  const { now: feeRate } = await chain.feeRate();
  const source = chain.treasury;
  const requests = await paying.requests(engine, engine.lease, source);
  let payments: NewPayouts[] = [];
  let storedAt = engine.clock();
  const short = new Set<number>();
  const { catalogue } = await engine.market();
  const assetIds = payouts.map(({ assetId }) => assetId);
  const purse = await openPurse(source, assetIds);
  const failures: unknown[] = [];
  for (const payout of payouts) {
    if (failures.length === MOST_FAILURES) break;
    if (short.has(payout.assetId)) continue;
    const request = requests.next(payout, feeRate);
    // It waits for those before it, and nothing is wrong with it.
    if (request === null) continue;
    const lack = purse.lacks(payout, catalogue.get(payout.assetId), feeRate);
    const signed =
      lack ??
      (await trySign(engine, chain, request, [payout]).catch(async (error) => {
        await passOver(engine, chain, payout, error);
        failures.push(error);
        return 'failed' as const;
      }));
    if (signed !== 'failed') failures.length = 0;
    if (signed instanceof NotEnough) {
      if (!payout.isCold) short.add(payout.assetId);
      await tellWaiting(engine, chain, payout, signed);
    } else if (signed !== 'unpayable' && signed !== 'failed') {
      requests.taken();
      purse.take(payout, signed.feeUnits);
      payments.push({ request, signed, payoutIds: [payout.id] });
      if (engine.clock() !== storedAt) {
        yield payments;
        payments = [];
        storedAt = engine.clock();
      }
    }
  }
  if (payments.length > 0) yield payments;
  if (failures.length === MOST_FAILURES) throw failures[0];
}
