import type { ComponentChildren } from 'preact';
import { Badge } from '../../design/badge.tsx';
import { texts } from '../../texts/console.ts';
import { Facts } from '../parts/facts.tsx';
import { grouped } from '../parts/format.ts';
import { LongText } from '../parts/long-text.tsx';
import { Moment } from '../parts/moment.tsx';
import type { File } from './order-file.ts';

type Payment = File['payments'][number];

/** Our transactions, with their bytes: what was signed can be looked at, and sent by hand. */
export function Payments({ payments }: Pick<File, 'payments'>) {
  const words = texts.console.order;
  if (payments.length === 0) return <p class="soft">{words.noPayments}</p>;
  return (
    <ul class="payments">
      {payments.map((payment) => (
        <li key={payment.id}>
          <h4>
            {words.paymentTitle(payment.id, payment.chain)}{' '}
            <Badge tone={toneOf(payment)}>
              {payment.is_failed ? words.failed : (words.paymentStates[payment.state] ?? payment.state)}
            </Badge>
          </h4>
          <Facts facts={factsOf(payment)} />
          <details>
            <summary>{words.raw}</summary>
            <LongText text={payment.raw} label={words.copy.raw} isWhole />
          </details>
        </li>
      ))}
    </ul>
  );
}

function toneOf({ state, is_failed }: Payment) {
  if (is_failed) return 'danger';
  return state === 'confirmed' ? 'good' : 'neutral';
}

function factsOf(payment: Payment): (readonly [string, ComponentChildren])[] {
  const words = texts.console.order;
  const happened = (name: string, at: string) =>
    at === '0' ? [] : [[name, <Moment key={name} at={at} />] as const];
  const known = (name: string, value: string | null) => (value === null ? [] : [[name, value] as const]);
  return [
    [
      words.transaction,
      <LongText key="txid" text={payment.txid} on={[payment.chain, 'transaction']} label={words.copy.txid} />,
    ],
    [words.networkFee, `${grouped(payment.fee)} ${payment.fee_abbr}`],
    ...known(words.height, payment.height),
    ...known(words.nonce, payment.nonce),
    ...known(words.replaces, payment.replaces),
    ...happened(words.signed, payment.signed_at),
    ...happened(words.sent, payment.sent_at),
    ...happened(words.refused, payment.refused_at),
    ...happened(words.arrived, payment.confirmed_at),
  ];
}
