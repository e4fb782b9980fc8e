import { Whole } from '@swapdesk/contract';
import Type, { type Static } from 'typebox';
import { headers, poll, treasury } from './chain-parts.ts';
import { closed, exact, secretUrl, text } from './schema-parts.ts';

const ADDRESS = '^T[1-9A-HJ-NP-Za-km-z]{33}$';

/** A node of TRON; its own has another port for what it tells of the solidified block. */
export const tronEndpoint = Type.Union(
  [...secretUrl.anyOf, Type.Object({ url: secretUrl, solidity: Type.Optional(secretUrl), headers }, closed)],
  {
    description:
      'A URL below which /wallet and /walletsolidity are, where one is kept, or {"url": …, "solidity": …, "headers": …} where /walletsolidity is elsewhere, as with a node of your own.',
  },
);

export const tron = Type.Object(
  {
    family: Type.Literal('tron', { description: 'The kind of node: a full node of TRON over HTTP.' }),
    endpoints: Type.Array(tronEndpoint, {
      minItems: 1,
      maxItems: 10,
      description:
        'Where to ask, best first. Several that are run by different people protect from one that lies.',
    }),
    poll: Type.Optional(poll),
    quorum: Type.Optional(
      Whole(
        { minimum: 1, maximum: 10 },
        { description: 'How many endpoints must agree. Default: 2, or 1 if there is but one endpoint.' },
      ),
    ),
    lifetime: Type.Optional(
      Whole(
        { minimum: 600, maximum: 82_800 },
        {
          description:
            'Seconds for which a payment is good. One that no block takes is made anew only after that. Default: 3600.',
        },
      ),
    ),
    treasury: Type.Optional(treasury),
    fees: Type.Optional(
      Type.Object(
        {
          cap: Type.Optional(
            exact('The most that is ever paid for a unit of energy, in sun. Above it payments wait.'),
          ),
        },
        { ...closed, description: 'What payments may cost.' },
      ),
    ),
    energy: Type.Optional(
      Type.Object(
        {
          account: text(
            ADDRESS,
            'T and 33 letters and digits',
            'An account of yours that has staked TRX for energy.',
          ),
          permission: Type.Optional(
            Whole(
              { minimum: 2, maximum: 9 },
              {
                description:
                  'The number of the permission that it gives the treasury, for DelegateResource and UnDelegateResource. Default: 2.',
              },
            ),
          ),
        },
        {
          ...closed,
          description:
            'Who lends deposit addresses the energy that bringing in tokens takes. Without it, what they lack is burnt.',
        },
      ),
    ),
    tokens: Type.Optional(
      Type.Record(Type.String(), text(ADDRESS, 'T and 33 letters and digits', 'The contract of the coin.'), {
        description:
          'Contracts of coins on a test network, e.g. {"USDT": "T…"}. Coins without one are switched off there; on the main network the catalogue knows them.',
      }),
    ),
  },
  closed,
);

export type TronInFile = Static<typeof tron>;
export type TronEndpointInFile = Static<typeof tronEndpoint>;
