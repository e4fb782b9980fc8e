import type { Asset } from '../catalog/catalogue.ts';
import { type WaitingPayout, whyWaiting } from '../engine/payments/why-waiting.ts';
import { amount } from './asset-words.ts';
import type { Finding, Patient } from './finding.ts';
import { unminedPayments, waitingPayouts } from './open-work.ts';
import { PAYMENT_PATIENCE_S } from './payment-gauges.ts';

/** A payout that is not signed by then lacks something. */
const PAYOUT_PATIENCE_S = 120;
/** Whoever waits for their coins for so long asks where they are. */
const LONG_S = 3_600;

/** Payouts that wait or are refused, and why. */
export async function payoutFindings({ database, catalogue, chains, now }: Patient): Promise<Finding[]> {
  const nameOfChain = (id: number) => chains.find((chain) => chain.id === id)?.name ?? String(id);
  const waiting = await waitingPayouts(database);
  const stuck = await unminedPayments(database, now - PAYMENT_PATIENCE_S);
  const refused = stuck.filter(({ refused_at }) => refused_at > 0);
  const slow = stuck.filter(({ refused_at }) => refused_at === 0);
  const listed = ([first, ...others]: typeof stuck) =>
    first === undefined ? 'none' : `${others.length + 1}, e.g. ${nameOfChain(first.chain_id)} ${first.txid}`;
  return [
    {
      what: 'payouts: to sign',
      isWell: waiting.every(({ oldest }) => now - oldest <= PAYOUT_PATIENCE_S),
      isCritical: waiting.some(({ oldest }) => now - oldest > LONG_S),
      facts:
        waiting
          .map((each) => `${nameOfChain(each.chain_id)} ${each.payouts}, oldest ${now - each.oldest} s`)
          .join('; ') || 'none',
      advice:
        'Signing is stopped, the asset is halted (npx swapdesk halt list), or the treasury is short of coins (npx swapdesk treasury show)',
    },
    ...(await whyWaiting(database)).map((each) => waitingFinding(each, catalogue.get(each.asset_id), now)),
    {
      what: 'payouts: sent, in no block',
      isWell: slow.length === 0,
      facts: listed(slow),
      advice:
        'The same bytes are sent again, at a higher fee in between. See docs/operators.md, "A stuck payout"',
    },
    {
      what: 'payouts: refused',
      isWell: refused.length === 0,
      isCritical: true,
      facts: listed(refused),
      advice: 'After an hour their orders freeze with OPERATOR. See docs/operators.md, "A stuck payout"',
    },
  ];
}

/** A payout that cannot be signed: which, what is in its way, since when. */
function waitingFinding({ id, no, units, why, since }: WaitingPayout, asset: Asset, now: number): Finding {
  const what = no === null ? 'a withdrawal' : `order ${no}`;
  return {
    what: `payout ${id}: waits`,
    isWell: false,
    isCritical: now - since > LONG_S,
    facts: `${amount(asset, BigInt(units))} for ${what} since ${new Date(since * 1000).toISOString()}: ${why}`,
    advice:
      'It holds up nobody else. Take away what is in its way (a limit is raised in swapdesk.signer.json), or ' +
      (no === null
        ? `do not pay it: npx swapdesk treasury drop ${id}`
        : `pay it elsewhere, or give its part back: npx swapdesk order redirect ${no} ${id} --to ADDRESS, or: npx swapdesk order refund-entry ${no} ${id}`),
    ...(no === null ? { page: '/treasury' } : { order: no, page: '/queue?show=unpayable' }),
  };
}
