import { Whole } from '@swapdesk/contract';
import Type, { type Static } from 'typebox';
import { withdrawals } from '../configuration/schema.ts';
import { closed, exact, path, text } from '../configuration/schema-parts.ts';
import { tronEndpoint } from '../configuration/tron-schema.ts';

/** What may stand in swapdesk.signer.json. */

const listen = Type.Union([
  Type.Object({ socket: path('The Unix socket to answer on.') }, closed),
  Type.Object(
    {
      host: text('^\\S+$', 'an address of this machine', 'Where to listen, e.g. 10.0.0.5.'),
      port: Whole({ minimum: 0, maximum: 65_535 }, { description: 'The port to listen on.' }),
      ca: path("The certificate that vouches for the engines'."),
      cert: path('Our certificate.'),
      key: path('The private key of our certificate.'),
    },
    closed,
  ),
]);

const limit = Type.Object(
  {
    perTransaction: Type.Optional(exact('The most that one transaction may pay, in whole coins.')),
    perHour: Type.Optional(exact('The most that may be paid within an hour, in whole coins, fees included.')),
  },
  closed,
);

const asset = Type.Object(
  {
    decimals: Whole({ minimum: 0, maximum: 30 }, { description: 'Its decimal places on chain.' }),
    contract: Type.Optional(
      text('^\\S+$', 'a contract', 'The contract of a token; none for the coin of the chain itself.'),
    ),
  },
  closed,
);

const nodes = Type.Object(
  {
    endpoints: Type.Array(tronEndpoint, { minItems: 1, maxItems: 10, description: 'Where to ask.' }),
    quorum: Type.Optional(
      Whole(
        { minimum: 1, maximum: 10 },
        { description: 'How many of them must agree. Default: 2, or 1 if there is but one.' },
      ),
    ),
  },
  closed,
);

const energy = Type.Object(
  {
    account: text('^\\S+$', 'an address', 'The account that has staked for energy.'),
    most: exact('The most of its stake that one deposit address may be lent, in whole coins.'),
  },
  closed,
);

export const SIGNER_FILE = Type.Object(
  {
    assets: Type.Optional(
      Type.Record(Type.String(), asset, {
        description:
          'All that is signed for, by asset: {"Ethereum:USDT": {"decimals": 6, "contract": "0x…"}}. What is not here is never signed, ' +
          'whatever the database says. `npx swapdesk signing assets` prints what the database says, for you to check.',
      }),
    ),
    listen: Type.Optional(listen),
    record: Type.Optional(
      path('The folder of the record of all that was signed. Default: the data folder with ".record" added.'),
    ),
    stopFile: Type.Optional(path('While this file is there, nothing is signed.')),
    limits: Type.Optional(
      Type.Record(Type.String(), limit, { description: 'By asset: {"Bitcoin:BTC": …}.' }),
    ),
    fees: Type.Optional(
      Type.Record(Type.String(), exact('The most that one transaction may cost, in whole coins.'), {
        description: 'By chain: {"Bitcoin": "0.02"}.',
      }),
    ),
    nodes: Type.Optional(
      Type.Record(Type.String(), nodes, {
        description:
          'Nodes of the signer\'s own, by chain: {"TRON": {"endpoints": ["http://…"]}}. On chains whose transactions expire they tell whether one has, so that its payout may be signed anew. Without them it is not. On Solana they tell what nonce accounts hold: without them, whatever takes the place of a payment counts in full.',
      }),
    ),
    withdrawals: Type.Optional(withdrawals),
    energy: Type.Optional(
      Type.Record(Type.String(), energy, {
        description:
          'By chain, whose energy may be lent to deposit addresses: {"TRON": {"account": "T…", "most": "20000"}}. Without it none is.',
      }),
    ),
    cold: Type.Optional(
      Type.Record(Type.String(), text('^\\S+$', 'an address', 'An address whose keys are kept off line.'), {
        description:
          'By chain, where what is above a hot limit is sent: {"Bitcoin": "bc1…"}. Without it nothing is sent by itself.',
      }),
    ),
  },
  closed,
);

export type SignerFileContent = Static<typeof SIGNER_FILE>;
