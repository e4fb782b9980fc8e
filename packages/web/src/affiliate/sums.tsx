import { amountText } from '../about/number-texts.ts';
import { affiliateTexts } from '../texts/affiliate-now.ts';
import type { Summary } from './ask.ts';

/** Earned, due, on its way, paid. */
export function Sums({ summary }: { readonly summary: Summary }) {
  const { sums: words } = affiliateTexts;
  const { earned, due, on_its_way, settled, orders, due_orders } = summary;
  const usdt = (amount: { toString(): string }) => amountText(amount.toString(), 'USDT');
  return (
    <>
      <dl class="affiliate-sums">
        <div class="card">
          <dt>{words.earned}</dt>
          <dd>{usdt(earned)}</dd>
          <dd class="soft small">{words.orders(String(orders))}</dd>
        </div>
        <div class="card">
          <dt>{words.due}</dt>
          <dd>{usdt(due)}</dd>
          <dd class="soft small">{words.orders(String(due_orders))}</dd>
        </div>
        <div class="card">
          <dt>{words.onItsWay}</dt>
          <dd>{usdt(on_its_way)}</dd>
        </div>
        <div class="card">
          <dt>{words.settled}</dt>
          <dd>{usdt(settled)}</dd>
        </div>
      </dl>
      <p class="soft small">{words.note}</p>
    </>
  );
}
