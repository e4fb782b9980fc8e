import type { Asked, Face, Route } from '../face.ts';
import { quotedFees } from '../fees.ts';
import { wrongParameter } from '../ledger-error.ts';
import { writeQuoteId } from '../quote-id.ts';
import { quoteErrorOf } from '../refusal.ts';
import type { TradeMethod } from '../settings.ts';
import { timeOf } from '../time.ts';
import { readAmount, readWish, sourceOf, targetOf } from '../wish.ts';

/** Ledger waits five seconds for an answer. */
const CALL = { timeoutMs: 4_000, retries: 0 } as const;
/** A float quote is what it is at that moment; for so long it may be shown. */
const SHOWN_MS = 60_000;

/** POST /quote */
export const quote: Route = async (asked, face) => {
  try {
    return await quoted(asked, face);
  } catch (error) {
    throw quoteErrorOf(error);
  }
};

async function quoted(asked: Asked, face: Face): Promise<object> {
  const { client, terms, now } = face;
  const method = methodOf(asked, face);
  const wish = await readWish(asked, face, ['from', 'to']);
  const amount = readAmount(asked.fields.text('amount'));
  const isFixed = method === 'fixed';
  const askedAt = now();
  const found = await client.calculate(
    {
      exchange_mode: method,
      ...sourceOf(wish),
      from_quantity: amount,
      to_address: [targetOf(wish)],
      hold_s: isFixed ? terms.holdS : undefined,
      show_costs: true,
    },
    CALL,
  );
  const { calc_id: calcId, to } = found;
  const fees = quotedFees(found, amount, terms.commissionRate);
  const answer = {
    amount,
    amountTo: to[0]?.to_quantity,
    ...fees,
    tradeMethod: method,
    expiry: `${timeOf(askedAt + (isFixed ? terms.holdS * 1_000 : SHOWN_MS))}+0000`,
  };
  return calcId === undefined ? answer : { quoteId: writeQuoteId({ calcId, amount, fees }), ...answer };
}

/** Ledger's request does not say which; `tradeMethod` is an addition for who wants the other. */
function methodOf({ fields }: Asked, { terms }: Face): TradeMethod {
  const [usual = 'fixed'] = terms.methods;
  const wanted = fields.optional('tradeMethod') ?? usual;
  const method = terms.methods.find((each) => each === wanted);
  if (method === undefined) throw wrongParameter(`tradeMethod: ${terms.methods.join(' or ')}`);
  return method;
}
