import { dataOf } from './expect.ts';
import { once } from './once.ts';
import { options } from './options.ts';
import {
  calculate,
  deliver,
  type Fields,
  place,
  placeRequest,
  query,
  quoteRequest,
  receive,
} from './requests.ts';
import type { Order, Placed, Quote } from './wire.ts';

/** More than the default page of a list. */
export const SAMPLES = 12;

/** A placed order, and what query says of it. */
export interface Sample {
  readonly placed: Placed;
  readonly order: Order;
  readonly createdAt: number;
}

/** Places an order and reads it back. */
export async function placeSample(more: Fields = {}, headers: Record<string, string> = {}): Promise<Sample> {
  const placed = dataOf<Placed>(await place(await placeRequest(more), { headers }));
  const order = dataOf<Order>(await query(placed.query_code));
  return { placed, order, createdAt: order.create_at };
}

/** A few float orders, placed one after the other; through the referral code, if one was given: half of them by its
 * header, half by the field in the body. */
export const samples = once(async () => {
  const placed: Sample[] = [];
  for (let n = 0; n < SAMPLES; n++) {
    const isByHeader = n % 2 === 0;
    const field = options.refCode === null || isByHeader ? {} : { ref_code: options.refCode };
    const header: Record<string, string> =
      options.refCode === null || !isByHeader ? {} : { 'ref-code': options.refCode };
    placed.push(await placeSample(field, header));
  }
  return placed;
});

/** One of them. */
export async function sample(): Promise<Sample> {
  return (await samples())[0] as Sample;
}

/** A fixed quote, and the request for place that takes it. */
export interface FixedQuote {
  readonly quote: Quote;
  readonly text: string;
  readonly calcId: string;
  readonly order: Fields;
}

/** Asks for a fixed quote. `entries` are those of the order; the quote is asked for without addresses. */
export async function fixedQuote(entries: readonly Fields[] = [deliver()]): Promise<FixedQuote> {
  const asked = entries.map(({ to_address: _, to_memo: __, ...entry }) => receive(entry));
  return fixedQuoteOf(asked, entries);
}

/** Asks for a fixed quote with exactly these entries. */
export async function fixedQuoteOf(
  asked: readonly Fields[],
  entries: readonly Fields[],
): Promise<FixedQuote> {
  const request = await quoteRequest({ exchange_mode: 'fixed', to_address: asked });
  const answer = await calculate(request);
  const quote = dataOf<Quote>(answer);
  const calcId = quote.calc_id as string;
  return { quote, text: answer.text, calcId, order: { ...request, calc_id: calcId, to_address: entries } };
}
