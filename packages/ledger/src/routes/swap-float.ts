import type { Route } from '../face.ts';
import { quotedFees } from '../fees.ts';
import { LedgerError, wrongParameter } from '../ledger-error.ts';
import { swap } from '../swap.ts';
import { readAmount, sourceOf, targetOf } from '../wish.ts';

/** POST /swap/float */
export const swapFloat: Route = async (asked, face) => {
  const { client, terms } = face;
  if (!terms.methods.includes('float'))
    throw new LedgerError(404, 'NOT_FOUND_ERROR', 'only fixed swaps are served');
  // A float order is exchanged at the price of its moment, whatever that is: what cannot be kept is not promised.
  if (asked.fields.optional('slippage') !== undefined)
    throw wrongParameter('slippage cannot be bounded: take a fixed swap, whose price holds');
  const amount = readAmount(asked.fields.text('amount'));
  return swap(asked, face, async (wish) => {
    const found = await client.calculate({
      exchange_mode: 'float',
      ...sourceOf(wish),
      from_quantity: amount,
      to_address: [targetOf(wish)],
      show_costs: true,
    });
    return {
      exchange_mode: 'float',
      from_quantity: amount,
      fees: quotedFees(found, amount, terms.commissionRate),
    };
  });
};
