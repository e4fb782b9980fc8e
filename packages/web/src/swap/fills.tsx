import type { Decimal } from '@swapdesk/contract/plain';
import type { Limits } from '../api/refused.ts';
import { showAmount } from '../design/amounts.ts';
import { texts } from '../texts/now.ts';

/** The least and the most that can be sent: one click each. */
export function Fills({
  limits,
  coin,
  onFill,
}: {
  limits: Limits;
  coin: string;
  onFill: (amount: Decimal) => void;
}) {
  const { swap } = texts;
  const fill = (amount: Decimal, text: (amount: string) => string, label: (amount: string) => string) => (
    <button type="button" title={label(`${showAmount(amount)} ${coin}`)} onClick={() => onFill(amount)}>
      {text(showAmount(amount))}
    </button>
  );
  return (
    <div class="amount-fills">
      {fill(limits.least, swap.least, swap.fillLeast)}
      {fill(limits.most, swap.most, swap.fillMost)}
    </div>
  );
}
