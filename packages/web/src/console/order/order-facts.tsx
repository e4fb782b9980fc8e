import type { ComponentChildren } from 'preact';
import { texts } from '../../texts/console.ts';
import { Amount } from '../parts/amount.tsx';
import { Facts } from '../parts/facts.tsx';
import { grouped } from '../parts/format.ts';
import { LongText } from '../parts/long-text.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import type { File } from './order-file.ts';

/** What was agreed, and when things happened. */
export function OrderFacts({ order }: { readonly order: File['order'] }) {
  const words = texts.console.order;
  return (
    <div class="order-columns">
      <Panel
        title={words.facts}
        actions={
          <a href={`/order/${order.query_code}`} target="_blank" rel="noreferrer">
            {words.page}
          </a>
        }
      >
        <Facts facts={terms(order)} />
      </Panel>
      <Panel title={words.times}>
        <Facts facts={moments(order)} />
      </Panel>
    </div>
  );
}

type Fact = readonly [string, ComponentChildren];

function terms(order: File['order']): Fact[] {
  const words = texts.console.order;
  const { chain, abbr } = order.from;
  const source = (amount: string) => <Amount chain={chain} abbr={abbr} amount={amount} />;
  const optional = (name: string, text: string): Fact[] => (text === '' ? [] : [[name, text]]);
  return [
    [words.sends, source(order.from.amount)],
    [words.received, source(order.received)],
    [words.value, grouped(order.value)],
    [words.price, grouped(order.price)],
    [words.mode, words.modes[order.mode]],
    [words.limits, `${grouped(order.min)} – ${grouped(order.max)} ${abbr}`],
    ...(order.tolerance === '0' ? [] : [[words.tolerance, source(order.tolerance)] as const]),
    [
      words.address,
      <LongText key="address" text={order.address} on={[chain, 'address']} label={words.copy.address} />,
    ],
    [
      words.refundAddress,
      <LongText
        key="refund"
        text={order.refund_address}
        on={[chain, 'address']}
        label={words.copy.address}
      />,
    ],
    ...optional(words.memo, order.refund_memo),
    [words.onMismatch, words.mismatch[order.on_mismatch] ?? order.on_mismatch],
    [words.account, order.account],
    ...optional(words.clientOrderId, order.client_order_id),
    ...optional(words.refCode, order.ref_code),
    ...(order.ref_code === '' ? [] : [[words.commission, grouped(order.commission)] as const]),
    [
      words.queryCode,
      <span key="code">
        <LongText text={order.query_code} label={words.copy.code} isWhole />{' '}
        <span class="soft small">{words.queryCodeNote}</span>
      </span>,
    ],
  ];
}

/** In the order in which they happen; what has not happened is left out. */
function moments(order: File['order']): Fact[] {
  const words = texts.console.order;
  const all: (readonly [string, string])[] = [
    [words.placed, order.create_at],
    [words.paid, order.payfor_at],
    [words.accepted, order.accept_at],
    [words.frozen, order.freeze_at],
    [words.finished, order.finish_at],
    [words.abandoned, order.delete_at],
    [words.expires, order.expire_at],
    [words.lateUntil, order.late_until],
  ];
  return all.filter(([, at]) => at !== '0').map(([name, at]) => [name, <Moment key={name} at={at} />]);
}
