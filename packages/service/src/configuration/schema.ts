import { OneOf, Whole } from '@swapdesk/contract';
import Type, { type Static } from 'typebox';
import { KNOWN_CHAINS, type KnownChain } from '../chains/known/known-chains.ts';
import { KNOWN_VENUES } from '../market/venues/known-venues.ts';
import { alerts } from './alerts-schema.ts';
import { headers, poll, treasury } from './chain-parts.ts';
import { hedge } from './hedge-schema.ts';
import { closed, exact, httpUrl, path, secret, secretSource, secretUrl, text } from './schema-parts.ts';
import { site } from './site-schema.ts';
import { solanaSchema } from './solana-schema.ts';
import { type TronInFile, tron } from './tron-schema.ts';
import { widget } from './widget-schema.ts';

/**
 * What may stand in swapdesk.config.json. The types of the code and the published JSON schema both come from here, so
 * that neither can say what the other does not. Numbers are read as exact decimals.
 */

const confirmations = Whole(
  { minimum: 1, maximum: 10_000 },
  {
    description:
      'Blocks until a transfer counts, its own included. Default: what `swapdesk chain list` says.',
  },
);

const bitcoin = Type.Object(
  {
    family: Type.Literal('bitcoin', { description: 'The kind of node: a Bitcoin Core or one of its kin.' }),
    endpoint: httpUrl("The node's JSON-RPC, e.g. http://127.0.0.1:9332. User and password stand beside it."),
    user: Type.Optional(Type.String({ minLength: 1, maxLength: 256, description: 'rpcuser of the node.' })),
    password: Type.Optional(Type.Unsafe<Static<typeof secret>>({ $ref: '#/$defs/secret' })),
    cookieFile: Type.Optional(path("The node's .cookie file, in place of user and password.")),
    confirmations: Type.Optional(confirmations),
    deposits: Type.Optional(
      OneOf(['p2wpkh', 'p2tr'], {
        description:
          "What new deposit addresses are, on chains with taproot; those given before stay good. Default: 'p2wpkh'.",
      }),
    ),
    treasury: Type.Optional(treasury),
    fees: Type.Optional(
      Type.Object(
        {
          floor: Type.Optional(exact('The least that is ever paid, in base units per virtual byte.')),
          cap: Type.Optional(exact('The most that is ever paid, in base units per virtual byte.')),
          fallback: Type.Optional(exact('What is paid when the node has no estimate.')),
          target: Type.Optional(
            Whole(
              { minimum: 1, maximum: 1_008 },
              { description: 'Within how many blocks a payment should be mined. Default: 3.' },
            ),
          ),
        },
        { ...closed, description: 'What payments may cost.' },
      ),
    ),
    help: Type.Optional(
      Type.Object(
        {
          wait: Type.Optional(
            Whole(
              { minimum: 1, maximum: 1_209_600 },
              {
                description:
                  'Seconds that a deposit waits before it is helped; three times that where its sender can still replace it. Default: 1800.',
              },
            ),
          ),
          worth: Type.Optional(exact('It must be worth so many times what that costs us. Default: 50.')),
          most: Type.Optional(
            exact('The most that is paid for one deposit, in whole coins. Default: no limit but its worth.'),
          ),
        },
        {
          ...closed,
          description:
            "Helps clients' deposits along that pay too little to get into a block, by spending them to the treasury at a fee that is enough for both (CPFP). The treasury pays for it. Without this none is helped.",
        },
      ),
    ),
    zmq: Type.Optional(
      text('^(tcp|ipc)://\\S+$', 'an address such as tcp://127.0.0.1:28332', 'Where the node tells of news.'),
    ),
    poll: Type.Optional(poll),
  },
  closed,
);

const endpoint = Type.Union([...secretUrl.anyOf, Type.Object({ url: secretUrl, headers }, closed)], {
  description: 'A URL, where one is kept, or {"url": …, "headers": …}.',
});

const wsUrl = Type.Union(
  [text('^wss?://[^\\s/]', 'a URL that begins with ws:// or wss://', 'Where it answers.'), ...secretSource],
  { description: 'A URL, or where one that holds a key is kept: {"env": "NAME"} or {"file": "path"}.' },
);

const evm = Type.Object(
  {
    family: Type.Literal('evm', { description: 'The kind of node: one that speaks Ethereum JSON-RPC.' }),
    chainId: Whole(
      { minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      { description: 'EIP-155. An endpoint of another chain is not believed.' },
    ),
    endpoints: Type.Array(endpoint, {
      minItems: 1,
      maxItems: 10,
      description:
        'Where to ask, best first. Several that are run by different people protect from one that lies.',
    }),
    ws: Type.Optional(
      Type.Union([...wsUrl.anyOf, Type.Object({ url: wsUrl, headers }, closed)], {
        description:
          'Where a node tells of new blocks by itself (eth_subscribe): a URL that begins with ws:// or wss://, where one is kept, or {"url": …, "headers": …}. It is asked less often then.',
      }),
    ),
    poll: Type.Optional(poll),
    quorum: Type.Optional(
      Whole(
        { minimum: 1, maximum: 10 },
        { description: 'How many endpoints must agree. Default: 2, or 1 if there is but one endpoint.' },
      ),
    ),
    finality: Type.Optional(
      OneOf(['finalized', 'safe', 'confirmations'], {
        description:
          "When a block counts: when the chain calls it finalized or safe, or after so many confirmations. Default: the chain's own.",
      }),
    ),
    confirmations: Type.Optional(confirmations),
    treasury: Type.Optional(treasury),
    fees: Type.Optional(
      Type.Object(
        {
          floor: Type.Optional(exact('The least that is ever offered for gas, in gwei.')),
          cap: Type.Optional(exact('The most that is ever offered for gas, in gwei.')),
          priority: Type.Optional(exact('What block producers are offered on top of the base fee, in gwei.')),
          legacy: Type.Optional(
            Type.Boolean({
              description: "True for a chain without EIP-1559 fees. Default: the chain's own.",
            }),
          ),
        },
        { ...closed, description: 'What payments may cost.' },
      ),
    ),
    trace: Type.Optional(
      OneOf(['auto', 'never'], {
        description:
          "Whether payments that contracts make are looked for by tracing: where the node can ('auto'), or not at all. Default: 'auto'.",
      }),
    ),
    tokens: Type.Optional(
      Type.Record(
        Type.String(),
        text('^0x[0-9a-fA-F]{40}$', '0x and 40 hexadecimal digits', 'The contract of the coin.'),
        {
          description:
            'Contracts of coins on a test network, e.g. {"USDT": "0x…"}. Coins without one are switched off there; on the main network the catalogue knows them.',
        },
      ),
    ),
  },
  closed,
);

const solana = solanaSchema(endpoint, poll);

const $defs = { secret, bitcoin, evm, tron, solana };

/** An entry for a chain, which refers to its family. */
function followed(chain: KnownChain) {
  const { name, family, confirmations, fees } = chain;
  const more = family === 'evm' ? { finality: chain.finality, legacy: chain.isLegacy === true } : {};
  const usual = Object.entries({ ...more, confirmations, ...fees }).map(([key, value]) => `${key} ${value}`);
  const description = `${name}. Defaults: ${usual.join(', ')}.`;
  return Type.Optional(
    Type.Unsafe<BitcoinInFile | EvmInFile | TronInFile | SolanaInFile>({
      $ref: `#/$defs/${family}`,
      description,
    }),
  );
}

const chains = Type.Object(Object.fromEntries(KNOWN_CHAINS.map((chain) => [chain.name, followed(chain)])), {
  ...closed,
  description:
    'The chains that are followed. Those not named are switched off; if none is, all are simulated test networks.',
});

const sweep = Type.Object(
  {
    worth: Type.Optional(
      exact(
        'A deposit is brought to the treasury when it is worth so many times what that costs. Default: 10.',
      ),
    ),
    interval: Type.Optional(
      Whole({ minimum: 1, maximum: 86_400 }, { description: 'Seconds between two looks. Default: 60.' }),
    ),
  },
  { ...closed, description: 'When deposits on chains of accounts are brought to the treasury.' },
);

const signer = Type.Union(
  [
    Type.Null(),
    Type.Object({ socket: path("The signer's Unix socket.") }, closed),
    Type.Object(
      {
        url: text('^https://[^\\s/]', 'a URL that begins with https://', 'Where the signer answers.'),
        ca: path("The certificate that vouches for the signer's."),
        cert: path('Our certificate.'),
        key: path('The private key of our certificate.'),
      },
      closed,
    ),
  ],
  { description: 'Who holds the keys: null (this service), or a signer apart from it.' },
);

export const withdrawals = Type.Record(
  Type.String(),
  Type.Array(text('^\\S+$', 'an address', "An address of the operator's own.")),
  {
    description:
      'Where `treasury withdraw` may send to, by chain: {"Bitcoin": ["bc1…"]}. On the main network nowhere else.',
  },
);

/** What the main network asks for, and what can be switched off by its name. */
const care = OneOf(['signer', 'limits', 'screening', 'passphrase'], { description: 'One of them.' });
export type Care = Static<typeof care>;

const market = Type.Object(
  {
    venues: Type.Array(
      Type.Union([
        OneOf(
          KNOWN_VENUES.map(({ name }) => name),
          { description: 'A venue that is known by its name.' },
        ),
        Type.Object(
          {
            name: text(
              '^[a-z0-9][a-z0-9-]{0,31}$',
              'a name of small letters, digits and "-"',
              'What it is called.',
            ),
            url: Type.Optional(secretUrl),
            headers,
            urls: Type.Optional(
              Type.Object(
                {
                  rest: Type.Optional(httpUrl('Where it is asked.')),
                  stream: Type.Optional(
                    text(
                      '^wss?://[^\\s/]',
                      'a URL that begins with ws:// or wss://',
                      'Where its books come by themselves.',
                    ),
                  ),
                },
                {
                  ...closed,
                  description: 'Of a known venue: where it answers, in place of its usual addresses.',
                },
              ),
            ),
          },
          {
            ...closed,
            description:
              'A source of your own: {"name": …, "url": …, "headers": …}; or a known venue at other addresses: {"name": …, "urls": …}.',
          },
        ),
      ]),
      { minItems: 1, maxItems: 10, description: 'Where prices come from. Three or more, for fixed quotes.' },
    ),
    small: Type.Optional(
      Type.Array(text('^[A-Z0-9]{1,20}$', 'a coin such as "POL"', 'A coin.'), {
        description:
          'Coins that are traded so little that venues differ more: for these the setting market_small_off_ppm counts. Default: none.',
      }),
    ),
  },
  { ...closed, description: 'Prices from order books of several venues. Needs: npm run venues.' },
);

/** The whole file. */
export const CONFIG_FILE = Type.Object(
  {
    $schema: Type.Optional(Type.String({ description: 'Where editors find this schema.' })),
    network: OneOf(['main', 'test', 'regtest'], {
      description:
        'Which networks all chains are on: real money, public test networks, or nodes of your own.',
    }),
    chains: Type.Optional(chains),
    market: Type.Optional(market),
    hedge: Type.Optional(hedge),
    alerts: Type.Optional(alerts),
    sweep: Type.Optional(sweep),
    signer: Type.Optional(signer),
    record: Type.Optional(
      path(
        'The folder of the record of all that was signed, apart from the data folder. Default: the data folder with ".record" added.',
      ),
    ),
    withdrawals: Type.Optional(withdrawals),
    site: Type.Optional(site),
    widget: Type.Optional(widget),
    languages: Type.Optional(
      Type.Array(path('A file with the texts of one language.'), {
        maxItems: 20,
        description:
          'Languages of the pages that you bring, or texts of your own in one that they have. `swapdesk language texts` shows what stands in such a file.',
      }),
    ),
    without: Type.Optional(
      Type.Array(care, {
        description:
          'What this desk does without on the main network, knowing what that means: "signer", "limits", "screening", "passphrase".',
      }),
    ),
  },
  {
    ...closed,
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'swapdesk.config.json',
    description: 'Which real chains Swapdesk follows, where, and what it may pay for it.',
    $defs,
  },
);

export type SecretInFile = Static<typeof secret>;
export type EndpointInFile = Static<typeof endpoint>;
export type PollInFile = Static<typeof poll>;
export type ExactInFile = Static<ReturnType<typeof exact>>;
export type BitcoinInFile = Static<typeof bitcoin>;
export type EvmInFile = Static<typeof evm>;
export type SolanaInFile = Static<typeof solana>;
export type MarketInFile = Static<typeof market>;
export type SweepInFile = Static<typeof sweep>;
export type SignerInFile = Static<typeof signer>;

/** The file as it is read, when the schema has nothing to say against it. */
export type ConfigInFile = Static<typeof CONFIG_FILE>;
