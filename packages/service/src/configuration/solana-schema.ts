import { Whole } from '@swapdesk/contract';
import Type, { type TSchema } from 'typebox';
import { closed, exact, text } from './schema-parts.ts';

/** What may stand in the file of Solana. Endpoints and how often they are asked are as with others. */
export function solanaSchema<Endpoint extends TSchema, Poll extends TSchema>(endpoint: Endpoint, poll: Poll) {
  return Type.Object(
    {
      family: Type.Literal('solana', { description: 'The kind of node: one that speaks Solana JSON-RPC.' }),
      endpoints: Type.Array(endpoint, {
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
      fees: Type.Optional(
        Type.Object(
          {
            floor: Type.Optional(
              exact('The least that is ever offered for a unit of compute, in millionths of a lamport.'),
            ),
            cap: Type.Optional(
              exact('The most that is ever offered for a unit of compute, in millionths of a lamport.'),
            ),
          },
          { ...closed, description: 'What payments may cost beside their signatures.' },
        ),
      ),
      tokens: Type.Optional(
        Type.Record(
          Type.String(),
          text('^[1-9A-HJ-NP-Za-km-z]{32,44}$', '32 to 44 letters and digits', 'The mint of the coin.'),
          {
            description:
              'Mints of coins on a test network, e.g. {"USDC": "4zMM…"}. Coins without one are switched off there; on the main network the catalogue knows them.',
          },
        ),
      ),
    },
    closed,
  );
}
