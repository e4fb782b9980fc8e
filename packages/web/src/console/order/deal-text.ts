import { texts } from '../../texts/console.ts';
import { cameOf, outputOf } from '../orders/deal.ts';
import { grouped } from '../parts/format.ts';
import type { File } from './order-file.ts';

type Order = Pick<File['order'], 'from' | 'received' | 'to'>;

/** In a line: what came and what was paid for it once that is known, with what was agreed where that is something else. */
export function dealText(order: Order): string {
  const words = texts.console.order;
  const { from, received, to } = order;
  const came = coins(received, from.abbr);
  const agreedToSend = coins(from.amount, from.abbr);
  const agreed = words.agreed(agreedToSend, to.map((each) => coins(each.agreed, each.abbr)).join(' + '));
  const how = cameOf(order);
  const outputs = to.map((each) => ({ ...outputOf(order, each), abbr: each.abbr }));
  if (outputs.every(({ amount }) => amount === null)) {
    if (how === 'nothing') return words.nothingCame(agreed);
    return to.every(({ state }) => state === 'not paid')
      ? words.unpaid(came, agreed)
      : words.cameOnly(came, agreed);
  }
  const sent =
    how === 'less'
      ? words.sentOf(grouped(received), agreedToSend)
      : how === 'more'
        ? words.sentMore(came, agreedToSend)
        : agreedToSend;
  const paid = outputs.map((output) => {
    if (output.amount === null) return words.notPaid(coins(output.agreed, output.abbr));
    const amount = coins(output.amount, output.abbr);
    return output.agreed === null ? amount : words.paidFor(amount, coins(output.agreed, output.abbr));
  });
  return words.agreed(sent, paid.join(' + '));
}

function coins(amount: string, abbr: string): string {
  return `${grouped(amount)} ${abbr}`;
}
