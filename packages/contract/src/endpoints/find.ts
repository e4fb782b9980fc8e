import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Text } from '../schema.ts';

/** An addition to the interface: the way back to an order whose code was lost. */

/** How often a caller may try in a minute. */
export const FINDS_PER_MINUTE = 10;

/** A link of an explorer is one, whatever it says behind its question mark. */
const LONGEST_FACT = 512;

export const FindRequest = Type.Object({
  fact: Text(
    { minLength: 1, maxLength: LONGEST_FACT },
    {
      description:
        'Deposit address, id of a transaction to or from the service, or order number. Which of both facts is which does not matter',
    },
  ),
  other: Text(
    { minLength: 1, maxLength: LONGEST_FACT },
    {
      description:
        'Another fact of the same order. One of the two must be known to its client alone: the order number, the manage code, or ' +
        'a receiving or refund address that no chain shows with the order yet',
    },
  ),
});
export type FindRequest = Static<typeof FindRequest>;

export const FindResponse = Envelope({
  data: Type.Object({
    query_code: Type.String({ description: 'With which the order can be looked at, and nothing more' }),
  }),
});
