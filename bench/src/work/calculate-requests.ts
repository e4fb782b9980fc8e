import { post } from '../load/requests.ts';

export const QUOTE_PATH = '/openapi/order/calculate';

interface ListedAsset {
  readonly chain: string;
  readonly abbr: string;
  readonly send: boolean;
  readonly recv: boolean;
  readonly min: number;
}

interface Answer {
  readonly code: number;
  readonly data?: { readonly min_from_quantity: number };
}

/** Requests for quotes, and one real answer to them. */
export interface Quotes {
  readonly requests: readonly Buffer[];
  readonly answer: unknown;
}

/**
 * A quote for every pair of assets, each for its own quantity and one receive entry, so that what is remembered from
 * one quote is of little use to the next.
 */
export async function quotesOf(url: string, mode: string): Promise<Quotes> {
  const response = await fetch(`${url}/openapi/abbr/lists`);
  const { data: assets } = (await response.json()) as { data: ListedAsset[] };
  const requests: Buffer[] = [];
  let answer: unknown;
  for (const from of assets.filter(({ send }) => send)) {
    for (const to of assets.filter((asset) => asset.recv && asset !== from)) {
      const body = {
        exchange_mode: mode,
        from_chain: from.chain,
        from_abbr: from.abbr,
        from_quantity: from.min,
        to_address: [{ to_chain: to.chain, to_abbr: to.abbr }],
      };
      // The real minimum, which depends on prices; a refusal names it as well.
      const { data } = await askQuote(url, body);
      body.from_quantity = Number(
        ((data?.min_from_quantity ?? from.min) * (2 + Math.random())).toPrecision(6),
      );
      answer = await askQuote(url, body);
      if ((answer as Answer).code === 0) requests.push(post(QUOTE_PATH, body));
    }
  }
  return { requests, answer };
}

/** A real answer. */
export async function askQuote(url: string, body: unknown): Promise<Answer> {
  const response = await fetch(url + QUOTE_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json() as Promise<Answer>;
}
