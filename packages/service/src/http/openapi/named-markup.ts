import { FEE_DECIMALS, MESSAGE, PROBLEM_CODE } from '@swapdesk/contract';
import type { Caller } from '../../access/caller.ts';
import type { Settings } from '../../catalog/settings.ts';
import { fromUnits } from '../../money/units.ts';
import type { AccountFees } from '../../pricing/fee-rules.ts';
import { markupPpmOf } from '../../pricing/markup.ts';
import { ParameterError } from '../errors.ts';

/** The fees of a caller's account, with the markup that a request names. Throws a ParameterError for one that it may not have. */
export function feesNamed(
  { account }: Caller,
  markup: string | undefined,
  { most_markup_ppm: mostOfAll }: Settings,
): AccountFees {
  const { fees, id: accountId } = account;
  if (markup === undefined) return fees;
  const ppm = markupPpmOf(markup);
  if (ppm === 0) return fees;
  const most = Math.min(fees.mostMarkupPpm ?? 0, mostOfAll);
  if (ppm > most) throw refused(most);
  return { ...fees, markup: { ppm, accountId } };
}

function refused(mostPpm: number): ParameterError {
  const reason =
    mostPpm === 0
      ? 'needs a key whose account may have a markup: ask whoever runs this service'
      : `must be at most ${fromUnits(BigInt(mostPpm), FEE_DECIMALS)} for this account`;
  const code = PROBLEM_CODE[MESSAGE.parameterError];
  return new ParameterError(`markup: ${reason}`, [{ code, field: 'markup', reason }]);
}
