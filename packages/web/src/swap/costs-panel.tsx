import type { Decimal } from '@swapdesk/contract/plain';
import { showAmount, showPercent, showPrice } from '../design/amounts.ts';
import { texts } from '../texts/now.ts';
import { type Costs, costsOf } from './costs.ts';
import './costs-panel.css';
import type { Quoted } from './live-quote.ts';

/** The price and every fee, for each receiver. */
export function CostsPanel({ quoted }: { quoted: Quoted | null }) {
  const { costs } = texts.swap;
  if (quoted === null) return <p class="costs soft">{costs.waiting}</p>;
  const isSplit = quoted.wish.entries.length > 1;
  return (
    <div class="costs">
      {quoted.wish.entries.map((_, n) => (
        <div key={n} class="costs-lines">
          {isSplit && (
            <h3 class="costs-head">
              <span class="part-dot" data-part={n + 1} />
              {costs.receiver(n + 1)}
            </h3>
          )}
          <Lines quoted={quoted} n={n} costs={costsOf(quoted, n)} />
        </div>
      ))}
      <p class="small soft">{costs.nothingElse}</p>
    </div>
  );
}

/** What is taken off, or added where that is less than nothing. */
function lessText(amount: Decimal, abbr: string): string {
  const shown = showAmount(amount).replace(/[-−]/, '');
  return `${amount.coefficient < 0n ? '+' : '−'} ${shown} ${abbr}`;
}

function Lines({ quoted, n, costs }: { quoted: Quoted; n: number; costs: Costs }) {
  const { costs: words } = texts.swap;
  const { from, entries, mode } = quoted.wish;
  const to = entries[n]?.asset;
  if (to === undefined) return null;
  const line = (title: string, amount: string) => (
    <div>
      <dt>{title}</dt>
      <dd>
        <bdi dir="ltr">{amount}</bdi>
      </dd>
    </div>
  );
  return (
    <dl class="costs-lines">
      {line(words.price, words.pricePair(from.abbr, showPrice(costs.price), to.abbr))}
      {line(words.worth(showAmount(costs.part), from.abbr), `${showAmount(costs.worth)} ${to.abbr}`)}
      {line(words.fee(showPercent(costs.feePercent)), `− ${showAmount(costs.fee)} ${to.abbr}`)}
      {costs.premiumPercent !== null &&
        line(words.premium(showPercent(costs.premiumPercent)), `− ${showAmount(costs.premium)} ${to.abbr}`)}
      {costs.skewPercent !== null && line(skewText(costs.skewPercent), lessText(costs.skew, to.abbr))}
      {line(words.network(to.chain), `− ${showAmount(costs.network)} ${to.abbr}`)}
      <div class="costs-sum">
        <dt>{entries.length > 1 ? words.gets : words.get}</dt>
        <dd>
          {mode === 'fixed' ? words.exactly : words.about}{' '}
          <bdi dir="ltr">
            {showAmount(costs.gets)} {to.abbr}
          </bdi>
        </dd>
      </div>
    </dl>
  );
}

/** What is put on, or taken off. */
function skewText(percent: string): string {
  const words = texts.swap.costs;
  return percent.startsWith('-')
    ? words.discount(showPercent(percent.slice(1)))
    : words.skew(showPercent(percent));
}
