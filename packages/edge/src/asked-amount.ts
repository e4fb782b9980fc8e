import type { Exchange } from './exchange.ts';
import { toDecimal } from './native-amount.ts';
import type { AskedAmount } from './place-order.ts';

/** The least that a desk reads as an amount; less is asked for as this, so that its answer says the limits. */
const LEAST = '0.00000001';
const BELOW_LEAST = /^0(?:\.0{8}\d*)?$/;

/** What a request asks for, of the side that it names. */
export function askedAmount({ request, from, to }: Exchange): AskedAmount {
  const { nativeAmount, quoteFor } = request;
  return quoteFor === 'to'
    ? { to_quantity: readable(toDecimal(nativeAmount, to.asset.decimals)) }
    : { from_quantity: readable(toDecimal(nativeAmount, from.asset.decimals)) };
}

export function readable(decimal: string): string {
  return BELOW_LEAST.test(decimal) ? LEAST : decimal;
}
