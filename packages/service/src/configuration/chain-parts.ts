import { Whole } from '@swapdesk/contract';
import Type, { type Static } from 'typebox';
import { closed, type secret, text } from './schema-parts.ts';

/** What the entries of several families have. */

export const treasury = text(
  '^(0|[1-9]\\d{0,9})/(0|[1-9]\\d{0,9})$',
  'two steps such as "1/0"',
  "Where the treasury's key is, below the account. It cannot be moved once it has been used. Default: '1/0'.",
);

export const poll = Type.Object(
  {
    busy: Type.Optional(
      // A fixed order lives for ten minutes, and what pays for it has to be seen in time.
      Whole(
        { minimum: 0, maximum: 30 },
        {
          description:
            'Seconds between two looks while orders wait for deposits, or transfers for confirmations. Default: 0, twice a second.',
        },
      ),
    ),
    idle: Type.Optional(
      Whole(
        { minimum: 1, maximum: 600 },
        {
          description:
            'Seconds between two looks while nothing is under way, or while the node tells of news by itself; up to three times as long where blocks come quickly. Default: 5.',
        },
      ),
    ),
  },
  { ...closed, description: 'How often the node is asked. More seconds are fewer calls, and later news.' },
);

export const headers = Type.Optional(
  Type.Record(Type.String(), Type.Unsafe<Static<typeof secret>>({ $ref: '#/$defs/secret' }), {
    description: 'Sent with every request, e.g. {"authorization": {"env": "NODE_TOKEN"}}.',
  }),
);
