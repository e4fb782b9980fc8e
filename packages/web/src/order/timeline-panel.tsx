import { ORDER_STATUS } from '@swapdesk/contract/plain';
import type { Order } from '../api/order.ts';
import { showAmount, showPrice } from '../design/amounts.ts';
import { Icon, type IconName } from '../design/icon.tsx';
import { orderTexts } from '../texts/order-now.ts';
import { isSendingDelayed } from './delayed.ts';
import { isCancelled } from './status-words.ts';
import { pairPrice, type Step, timelineOf } from './timeline.ts';
import { showExactTime } from './times.ts';
import './timeline-panel.css';
import { TransferLine } from './transfer-line.tsx';

const ICONS: Readonly<Record<Step['state'], IconName | null>> = {
  done: 'done',
  now: 'clock',
  next: null,
  wrong: 'alarm',
};

interface TimelinePanelProps {
  readonly order: Order;
  readonly id: string;
}

/** Where the money is. */
export function TimelinePanel({ order, id }: TimelinePanelProps) {
  const { timeline } = orderTexts;
  return (
    <>
      <h2 id={id}>{timeline.title}</h2>
      <ol class="timeline" aria-labelledby={id}>
        {timelineOf(order).map((step) => {
          const icon = ICONS[step.state];
          return (
            <li key={step.key} class="timeline-step" data-state={step.state}>
              <span class="timeline-mark">{icon !== null && <Icon name={icon} size={14} />}</span>
              <div class="timeline-body">
                <h3>
                  {titleOf(step, order)}
                  <span class="unseen">, {timeline.states[step.state]}</span>
                </h3>
                {step.at > 0 && <p class="small soft">{showExactTime(step.at)}</p>}
                <Details step={step} order={order} />
                {step.transfers.map((transfer) => (
                  <TransferLine
                    key={`${transfer.txid} ${transfer.address} ${showAmount(transfer.amount)}`}
                    transfer={transfer}
                  />
                ))}
              </div>
            </li>
          );
        })}
      </ol>
    </>
  );
}

/** What a step says beside its transfers. */
function Details({ step, order }: { step: Step; order: Order }) {
  const { timeline, summary, delayed } = orderTexts;
  if (step.key === 'payment' && step.state === 'now' && step.transfers.length === 0)
    return <p class="small soft">{timeline.awaitingNote}</p>;
  if (step.key === 'send' && isSendingDelayed(order)) return <p class="small soft">{delayed.step}</p>;
  if (step.key !== 'exchange' || step.state !== 'done') return null;
  return (
    <>
      {order.entries.map((entry, n) => {
        const pair = pairPrice(order.price, entry.price);
        if (pair === null) return null;
        const words = summary.pricePair(order.asset.abbr, showPrice(pair), entry.asset.abbr);
        return (
          <p key={n} class="small soft">
            {timeline.at(words)}
          </p>
        );
      })}
    </>
  );
}

function titleOf({ key, state, transfers }: Step, order: Order): string {
  const { timeline, ends } = orderTexts;
  const isDone = state === 'done';
  switch (key) {
    case 'placed':
      return timeline.placed;
    case 'payment':
      if (transfers.length === 0) return timeline.awaiting;
      return isDone ? timeline.confirmed : timeline.seen;
    case 'ended':
      return isCancelled(order) ? timeline.cancelled : timeline.expired;
    case 'frozen':
      return timeline.stopped;
    case 'exchange':
      return isDone ? timeline.exchanged : timeline.toExchange;
    case 'send':
      return transfers.length > 0 ? timeline.sent : timeline.toSend;
    case 'refund':
      return timeline.refund;
    case 'kept':
      return ends.nothingBack.badge;
    case 'finish':
      return order.status === ORDER_STATUS.refunded ? timeline.refunded : timeline.completed;
  }
}
