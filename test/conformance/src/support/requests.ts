import { addressOf } from './addresses.ts';
import { quantity, units } from './amounts.ts';
import type { Answer } from './envelope.ts';
import { type Call, get, type Params, post } from './host.ts';
import { once } from './once.ts';
import { type AssetName, options } from './options.ts';
import type { Limits } from './wire.ts';

export type Fields = Readonly<Record<string, unknown>>;

export const calculate = (body: unknown, more?: Partial<Call>) => post('/order/calculate', body, more);
export const place = (body: unknown, more?: Partial<Call>) => post('/order/place', body, more);
export const query = (code: string, more?: Partial<Call>) => get('/order/query', { query_code: code }, more);
export const list = (params?: Params, more?: Partial<Call>) => get('/order/list', params, more);
export const refcodeList = (params?: Params, more?: Partial<Call>) =>
  get('/refcode/order/list', params, more);

/** The from side of a good request. */
export async function source(more: Fields = {}): Promise<Fields> {
  const { abbr, chain } = options.from;
  return {
    exchange_mode: 'float',
    from_abbr: abbr,
    from_chain: chain,
    from_quantity: await goodQuantity(),
    ...more,
  };
}

/** A receive entry as Variant B of calculate takes it. */
export function receive(more: Fields = {}, asset: AssetName = options.to): Fields {
  return { to_abbr: asset.abbr, to_chain: asset.chain, ...more };
}

/** A receive entry with an address, as place takes it. */
export function deliver(more: Fields = {}, asset: AssetName = options.to): Fields {
  return receive({ to_address: addressOf(asset), ...more }, asset);
}

/** A good request for calculate, with what a test wants to be otherwise. */
export async function quoteRequest(more: Fields = {}): Promise<Fields> {
  return { ...(await source()), to_address: [receive()], ...more };
}

/** A good request for place, float. */
export async function placeRequest(more: Fields = {}): Promise<Fields> {
  return { ...(await source()), to_address: [deliver()], ...more };
}

/** The request without one of its fields. */
export function without(request: Fields, field: string): Fields {
  return Object.fromEntries(Object.entries(request).filter(([name]) => name !== field));
}

/** The limits that an answer of calculate or place reports, whether it is a quote or a quantity error. */
export function limitsOf(answer: Answer): Limits {
  const limits = answer.fields.data as Limits | undefined;
  if (limits?.min_from_quantity === undefined)
    throw new Error(`no limits in the answer: ${answer.text.slice(0, 400)}`);
  return limits;
}

/** A source quantity far enough from both limits for several entries, and for prices that move meanwhile. */
export const goodQuantity = once(async () => {
  const { abbr, chain } = options.from;
  const probe = {
    exchange_mode: 'float',
    from_abbr: abbr,
    from_chain: chain,
    from_quantity: 1e-8,
    to_address: [receive()],
  };
  const limits = limitsOf(await calculate(probe));
  const [min, max] = [units(limits.min_from_quantity), units(limits.max_from_quantity)];
  return quantity(min * 50n < max ? min * 50n : (min + max) / 2n);
});
