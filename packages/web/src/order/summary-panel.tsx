import { ORDER_STATUS } from '@swapdesk/contract/plain';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Order, OrderEntry } from '../api/order.ts';
import { showAmount, showExact, showPrice } from '../design/amounts.ts';
import { Button } from '../design/button.tsx';
import { CoinMark } from '../design/coin-mark.tsx';
import { Copy } from '../design/copy.tsx';
import { quoted } from '../design/pasted.ts';
import { placedHere } from '../orders/placed-here.ts';
import { texts } from '../texts/now.ts';
import { orderTexts } from '../texts/order-now.ts';
import { receiptText } from './receipt-text.ts';
import { isNothingBack, receiveTitle } from './status-words.ts';
import './summary-panel.css';
import { pairPrice } from './timeline.ts';
import { showExactTime } from './times.ts';

/** It came from a link, and is not the page's own words: as much as the number of a bill needs. */
const LONGEST_REFERENCE = 40;

/** What was agreed. Printed with the timeline it is the receipt. */
export function SummaryPanel({ order, id }: { order: Order; id: string }) {
  const { summary } = orderTexts;
  const { asset, agreed, arrived, entries, status } = order;
  // Not what the page's address says: whoever sends a link could call the order what they like.
  const [reference] = useState(() => quoted(placedHere(order.code)?.reference ?? '', LONGEST_REFERENCE));
  const isRefunded = status === ORDER_STATUS.refunded;
  const isJudged = order.acceptedAt > 0 || order.frozenAt > 0 || isRefunded;
  const differs = isJudged && arrived.toString() !== agreed.toString();
  return (
    <div class="agreed">
      <div class="agreed-head">
        <h2 id={id}>{summary.title}</h2>
        <div class="agreed-acts">
          <Copy text={receiptText(order, reference)} label={summary.copyReceipt} />
          <Button size="small" kind="quiet" icon="print" onClick={() => print()}>
            {summary.print}
          </Button>
        </div>
      </div>
      <ul class="agreed-sides">
        <Side
          title={isJudged ? summary.sent : summary.send}
          abbr={asset.abbr}
          chain={asset.chain}
          {...(differs && { below: <p>{summary.agreed(`${showExact(agreed)} ${asset.abbr}`)}</p> })}
        >
          {showExact(isJudged ? arrived : agreed)}
        </Side>
        {isRefunded &&
          order.refunds.map((refund, n) => (
            <Side
              key={`refund ${n}`}
              title={summary.gotBack}
              abbr={refund.asset.abbr}
              chain={refund.asset.chain}
            >
              {showAmount(refund.amount)}
            </Side>
          ))}
        {!isRefunded && entries.map((entry, n) => <Receiver key={n} order={order} entry={entry} n={n} />)}
      </ul>
      <dl class="agreed-facts">
        {isNothingBack(order) && <Fact title={summary.gotBack}>{orderTexts.ends.nothingBack.headline}</Fact>}
        {!isRefunded && <Fact title={summary.mode}>{modeWords(order)}</Fact>}
        <Fact title={summary.placed}>{showExactTime(order.placedAt)}</Fact>
        <Fact title={summary.number}>{order.no}</Fact>
        {reference !== '' && (
          <Fact title={summary.reference}>
            <bdi>{reference}</bdi>
          </Fact>
        )}
        {order.refundAddress !== '' && (
          <Fact title={summary.refundTo}>
            <span class="mono">{order.refundAddress}</span>
          </Fact>
        )}
      </dl>
    </div>
  );
}

/** How the price was set, or will be. A fixed order that was exchanged otherwise than promised had the price of the market. */
function modeWords({ mode, status, acceptedAt, frozenAt, entries }: Order): string {
  const { summary } = orderTexts;
  if (mode === 'float') return acceptedAt > 0 ? summary.floatSet : summary.float;
  if (status === ORDER_STATUS.expired) return summary.fixedOver;
  if (status === ORDER_STATUS.frozen && acceptedAt === 0) return summary.fixedOpen;
  const isKept = entries.every(({ quantity, promised }) => quantity.toString() === promised.toString());
  return acceptedAt > 0 && frozenAt > 0 && !isKept ? summary.fixedLost : summary.fixed;
}

function Receiver({ order, entry, n }: { order: Order; entry: OrderEntry; n: number }) {
  const { summary } = orderTexts;
  const { asset, quantity, address, price } = entry;
  const isOpen = order.mode === 'float' && order.acceptedAt === 0 && order.status !== ORDER_STATUS.refunded;
  const pair = pairPrice(order.price, price);
  return (
    <Side
      title={order.entries.length > 1 ? summary.receives(n + 1) : receiveTitle(order)}
      abbr={asset.abbr}
      chain={asset.chain}
      below={
        <>
          {pair !== null && <p>{summary.pricePair(order.asset.abbr, showPrice(pair), asset.abbr)}</p>}
          <p>
            {summary.to} <span class="mono">{address}</span>
          </p>
        </>
      }
    >
      {isOpen && <span class="agreed-about">{summary.about} </span>}
      {showAmount(quantity)}
    </Side>
  );
}

interface SideProps {
  readonly title: string;
  readonly abbr: string;
  readonly chain: string;
  readonly below?: ComponentChildren;
  readonly children: ComponentChildren;
}

function Side({ title, abbr, chain, below, children }: SideProps) {
  return (
    <li class="agreed-side">
      <CoinMark abbr={abbr} />
      <div>
        <p class="small soft">{title}</p>
        <p class="agreed-amount">
          {children} {texts.shell.asset(abbr, chain)}
        </p>
        {below !== undefined && <div class="agreed-below small soft">{below}</div>}
      </div>
    </li>
  );
}

function Fact({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
