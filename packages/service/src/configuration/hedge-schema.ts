import { OneOf } from '@swapdesk/contract';
import Type, { type Static } from 'typebox';
import { TRADING_VENUES } from '../trades/venues/known-trading.ts';
import { closed, httpUrl, secretSource, text } from './schema-parts.ts';

/** Never the text itself: whoever has both can trade in our name. */
const keptElsewhere = (description: string) => Type.Union([...secretSource], { description });

/** The part of the file about hedging. */
export const hedge = Type.Object(
  {
    mode: OneOf(['off', 'dry-run', 'on'], {
      description:
        "'off': nothing is traded; what was traded before is followed, and venues are compared with the ledger. 'dry-run': what would be traded is written down. 'on': it is traded.",
    }),
    venues: Type.Array(
      Type.Object(
        {
          name: text('^[a-z0-9]+$', 'the name of a venue', `One of ${TRADING_VENUES.join(', ')}.`),
          key: keptElsewhere(
            'The API key: {"env": "NAME"} or {"file": "path"}. It must be allowed to trade, and not to withdraw.',
          ),
          secret: keptElsewhere('What belongs to the key: {"env": "NAME"} or {"file": "path"}.'),
          url: Type.Optional(httpUrl('Where it answers, in place of its usual address.')),
        },
        closed,
      ),
      { minItems: 1, maxItems: TRADING_VENUES.length, description: 'Where to trade, best first.' },
    ),
  },
  {
    ...closed,
    description:
      'Trades away what the desk becomes long or short of. Needs "market". Only engines read the keys. Without this nothing is traded.',
  },
);

export type HedgeInFile = Static<typeof hedge>;
