import type { Calculation, QueriedOrder } from '@swapdesk/client';
import { format, over, parse, times } from './fixed.ts';

/** What is taken of an exchange, in the currency that is received. */
export interface Fees {
  /** What the desk keeps. */
  readonly providerFees: string;
  /** What Ledger gets of that. */
  readonly referralFees: string;
  readonly payoutNetworkFees: string;
}

export const NO_FEES: Fees = { providerFees: '0', referralFees: '0', payoutNetworkFees: '0' };

/** Of a quote that came with its costs. The rate is the part of the service fee that Ledger's code earns. */
export function quotedFees({ costs, to }: Calculation, fromQuantity: string, commissionRate: string): Fees {
  const [entry] = to;
  const [cost] = costs?.to ?? [];
  if (costs === undefined || entry === undefined || cost === undefined)
    throw new Error('the desk is too old to tell what a quote is made of');
  const gross = over(times(parse(fromQuantity), parse(costs.price)), parse(cost.price));
  const skew = parse(cost.skew_rate);
  // A discount for what the desk has too much of is taken off the fee of which a part is Ledger's.
  const earned = times(gross, parse(cost.fee_rate) + (skew < 0n ? skew : 0n));
  const networkFee = parse(cost.network_fee);
  return divided(
    gross - networkFee - parse(entry.to_quantity),
    times(earned, parse(commissionRate)),
    networkFee,
  );
}

/** Of an order at its own prices, with the commission in USDT that it has earned. */
export function orderFees(order: QueriedOrder, commission: string): Fees {
  const [child] = order.children;
  if (child === undefined) return NO_FEES;
  const sent = order.accept_at > 0 ? order.rel_volume : order.odr_volume;
  const price = parse(child.price);
  const gross = over(times(parse(sent), parse(order.price)), price);
  const networkFee = parse(child.network_fee);
  return divided(gross - networkFee - parse(child.volume), over(parse(commission), price), networkFee);
}

function divided(kept: bigint, referral: bigint, networkFee: bigint): Fees {
  return {
    providerFees: format(kept - referral),
    referralFees: format(referral),
    payoutNetworkFees: format(networkFee),
  };
}
