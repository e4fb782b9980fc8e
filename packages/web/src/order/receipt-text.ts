import type { Departure, Deposit, Order } from '../api/order.ts';
import { showAmount } from '../design/amounts.ts';
import { texts } from '../texts/now.ts';
import { orderTexts } from '../texts/order-now.ts';
import { isNothingBack, receiveTitle, statusWords } from './status-words.ts';
import { showExactTime } from './times.ts';

/** More decimals than any asset has. */
const ALL_DECIMALS = 30;

/** What was agreed and what was done, to be handed on: neither code of the order is in it. */
export function receiptText(order: Order, reference: string): string {
  const { summary, ends } = orderTexts;
  const { no, asset, agreed, entries, deposits, refunds, placedAt } = order;
  const lines = [
    summary.receipt(no),
    `${summary.status}: ${statusWords(order).badge}`,
    `${summary.placed}: ${showExactTime(placedAt)}`,
    ...(reference === '' ? [] : [`${summary.reference}: ${reference}`]),
    `${summary.send}: ${showAmount(agreed, ALL_DECIMALS)} ${texts.shell.asset(asset.abbr, asset.chain)}`,
    ...entries.map(
      (entry) =>
        `${receiveTitle(order)}: ${texts.shell.asset(entry.asset.abbr, entry.asset.chain)} → ${entry.address}`,
    ),
    ...deposits.map((deposit) => `${summary.paid}: ${transferText(deposit)}`),
    ...entries.flatMap(({ sent }) => sent).map((sent) => `${summary.paidOut}: ${transferText(sent)}`),
    ...refunds.map((refund) => `${summary.gaveBack}: ${transferText(refund)}`),
    ...(isNothingBack(order) ? [ends.nothingBack.headline] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function transferText({ asset, amount, txid, confirmedAt }: Deposit | Departure): string {
  const { summary } = orderTexts;
  const time = confirmedAt > 0 ? showExactTime(confirmedAt) : summary.notYet;
  return summary.transfer(`${showAmount(amount, ALL_DECIMALS)} ${asset.abbr}`, txid, time);
}
