import type { SigningPlan } from '../../chains/signer.ts';

/** The same payment, but to another address, or of another amount. */
export function payingTo(address: string, plan: SigningPlan, amount?: bigint): SigningPlan {
  if (plan.kind !== 'coins') throw new Error('not from coins');
  const [{ units } = { units: 0n }, change] = plan.outputs;
  const paid = { address, units: amount ?? units };
  const rest = change === undefined ? [] : [{ ...change, units: change.units - (paid.units - units) }];
  return { ...plan, outputs: [paid, ...rest] };
}
