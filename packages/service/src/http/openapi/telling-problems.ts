import { receiverCheck } from '../../catalog/receiver.ts';
import type { AccountFees } from '../../pricing/fee-rules.ts';
import { problemsOf, type RefusedRequest } from '../../pricing/problems.ts';
import { conditionsNow } from '../../pricing/terms.ts';
import { Refusal } from '../../refusal.ts';
import type { Call } from '../endpoint.ts';
import type { Services } from '../services.ts';

/** A refusal of a quote or an order with all that is wrong beside it; whatever else was thrown as it is. */
export function tellingProblems(
  services: Services,
  { params, caller }: Call<RefusedRequest>,
  error: unknown,
  { fees, isWithAddresses }: { readonly fees: () => AccountFees; readonly isWithAddresses: boolean },
): unknown {
  if (!(error instanceof Refusal) || error.problems !== undefined) return error;
  const market = services.market();
  const { catalogue } = market;
  const problems = problemsOf(params, error, {
    catalogue,
    check: isWithAddresses ? receiverCheck(catalogue, services.network) : null,
    conditions: () => conditionsNow(market, params, fees(), caller.isLimited),
  });
  return new Refusal(error.reply, error.data, problems);
}
