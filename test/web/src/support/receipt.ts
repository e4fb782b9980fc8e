import { expect } from 'vitest';
import { texts as english, type Texts } from '../../../../packages/web/src/texts/en.ts';
import type { Customer } from './customer.ts';

/** What was agreed and where the money is, without what one presses. */
export async function printsAsAReceipt(
  customer: Customer,
  words: Texts = english,
  sent = '0.5 ETH',
): Promise<void> {
  const url = `/openapi/order/query?query_code=${customer.code}`;
  const { no, output } = await customer.asks<{ no: string; output: { txid: string }[] }>(url);
  await customer.page.emulateMedia({ media: 'print' });
  await customer.sees(words.order.timeline.title);
  await customer.sees(words.order.summary.title);
  const receipt = await customer.page.locator('body').innerText();
  for (const text of [no, sent, 'BTC', output[0]?.txid as string]) expect(receipt).toContain(text);
  expect(await customer.page.getByRole('button').filter({ visible: true }).count()).toBe(0);
  // On paper, whatever the screen was: dark on white.
  expect(await customer.page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
    'rgb(255, 255, 255)',
  );
  await hasNoSecret(customer, receipt, words);
}

/** Neither on the sheet, nor at its edge, where browsers print the page's title and address, nor in what is handed on as text. */
async function hasNoSecret(
  customer: Customer,
  receipt: string,
  { order: { summary } }: Texts,
): Promise<void> {
  const address = () => customer.page.evaluate<string>('document.title + location.href');
  const before = await address();
  await customer.page.evaluate("dispatchEvent(new Event('beforeprint'))");
  const edge = await address();
  await customer.page.evaluate("dispatchEvent(new Event('afterprint'))");
  expect(await address()).toBe(before);
  await customer.page.emulateMedia({ media: 'screen' });
  await customer.presses(summary.copyReceipt);
  const copied = await customer.page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied).toContain(`${summary.paidOut}: `);
  const plain = (text: string) => text.replaceAll('-', '').toUpperCase();
  for (const secret of [customer.code, customer.manageCode].map(plain))
    for (const text of [receipt, edge, copied].map(plain)) expect(text).not.toContain(secret);
}
