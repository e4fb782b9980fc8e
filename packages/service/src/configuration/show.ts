import type { SiteParts } from '@swapdesk/contract';
import { formatFixed } from '../money/fixed.ts';
import { fromUnits } from '../money/units.ts';
import type {
  AlertsConfig,
  BitcoinChainConfig,
  ChainConfig,
  ChainsConfig,
  EvmChainConfig,
  EvmEndpoint,
  HedgeConfig,
  HelpConfig,
  MailConfig,
  MarketConfig,
  SignerConfig,
  SolanaChainConfig,
  SweepConfig,
  TronChainConfig,
} from './chains-config.ts';
import { shownPoll } from './poll.ts';
import type { TracesConfig } from './traces.ts';

/** The configuration as it counts, in the shape of the file, for a person to look at: with nothing in it that is secret. */

export const HIDDEN = '(hidden)';

/** The chains with all that was left to defaults. */
export function shownChains({ chains }: ChainsConfig): Record<string, object> {
  return Object.fromEntries(Array.from(chains, ([name, chain]) => [name, shownChain(chain)]));
}

export function shownSweep({ worth, intervalS }: SweepConfig): object {
  return { worth: formatFixed(worth), interval: intervalS };
}

export function shownSigner(signer: SignerConfig | null): object | null {
  if (signer === null) return null;
  if (signer.kind === 'socket') return { socket: signer.path };
  return { url: shownUrl(signer.url), ca: signer.caFile, cert: signer.certFile, key: signer.keyFile };
}

/** Of a logo what it is: nobody reads a picture. */
export function shownSite({ logo, ...parts }: SiteParts): object {
  return { ...parts, ...(logo == null ? {} : { logo: logo.type }) };
}

export function shownTraces(traces: TracesConfig | null): object | null {
  if (traces === null) return null;
  const { receiver, ...others } = traces;
  return { url: shownUrl(receiver.url), headers: hiddenHeaders(receiver.headers), ...others };
}

/** Where a URL leads. Providers put keys into what follows the host, so that is left out. */
export function shownUrl(text: string): string {
  if (!URL.canParse(text)) return HIDDEN;
  const { protocol, host, pathname, search } = new URL(text);
  const hasMore = pathname.length > 1 || search !== '';
  return `${protocol}//${host}${hasMore ? `/${HIDDEN}` : ''}`;
}

/** Venues as they are named in the file. */
export function shownMarket(market: MarketConfig | null): object | null {
  if (market === null) return null;
  const venues = market.venues.map((venue) =>
    venue.kind === 'source'
      ? { name: venue.name, url: shownUrl(venue.url), headers: hiddenHeaders(venue.headers ?? {}) }
      : venue.urls === undefined
        ? venue.name
        : {
            name: venue.name,
            urls: Object.fromEntries(Object.entries(venue.urls).map(([way, url]) => [way, shownUrl(url)])),
          },
  );
  return { venues, small: market.small };
}

/** Where the desk trades: nothing of the keys, not even where they are. */
export function shownHedge(hedge: HedgeConfig | null): object | null {
  if (hedge === null) return null;
  const venues = hedge.venues.map(({ name, rest }) => ({
    name,
    key: HIDDEN,
    secret: HIDDEN,
    ...(rest !== undefined && { url: shownUrl(rest) }),
  }));
  return { mode: hedge.mode, venues };
}

/** Who is told: where, and nothing that lets others speak in our name. */
export function shownAlerts(alerts: AlertsConfig | null): object | null {
  if (alerts === null) return null;
  const { againS, webhookUrl, mail } = alerts;
  return {
    again: againS,
    ...(webhookUrl !== null && { webhook: { url: shownUrl(webhookUrl), secret: HIDDEN } }),
    ...(mail !== null && { mail: shownMail(mail) }),
  };
}

function shownMail({ host, port, user, caFile, from, to }: MailConfig): object {
  return {
    host,
    port,
    ...(user !== null && { user, password: HIDDEN }),
    ...(caFile !== null && { ca: caFile }),
    from,
    to,
  };
}

function hiddenHeaders(headers: object): object {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, HIDDEN]));
}

function shownChain(chain: ChainConfig): object {
  if (chain.family === 'bitcoin') return shownBitcoin(chain);
  if (chain.family === 'evm') return shownEvm(chain);
  return chain.family === 'tron' ? shownTron(chain) : shownSolana(chain);
}

function shownBitcoin({ family, endpoint, auth, fees, help, zmq, ...chain }: BitcoinChainConfig): object {
  const perVbyte = (units: bigint) => fromUnits(units, 3);
  return {
    family,
    endpoint: shownUrl(endpoint),
    ...(auth.kind === 'cookie' ? { cookieFile: auth.file } : { user: auth.user, password: HIDDEN }),
    confirmations: chain.confirmations,
    ...(chain.deposits === null ? {} : { deposits: chain.deposits }),
    treasury: chain.treasury,
    fees: {
      floor: perVbyte(fees.floor),
      cap: perVbyte(fees.cap),
      fallback: perVbyte(fees.fallback),
      target: fees.targetBlocks,
    },
    ...(help === null ? {} : { help: shownHelp(help) }),
    ...(zmq === null ? {} : { zmq }),
    poll: shownPoll(chain.poll),
  };
}

function shownHelp({ waitS, worth, mostUnits }: HelpConfig): object {
  const most = mostUnits === null ? {} : { most: fromUnits(mostUnits, 8) };
  return { wait: waitS, worth: formatFixed(worth), ...most };
}

function shownEvm({ endpoints, fees, tokens, ws, ...chain }: EvmChainConfig): object {
  const gwei = (wei: bigint) => fromUnits(wei, 9);
  const shown = ({ url, headers }: EvmEndpoint) => ({ url: shownUrl(url), headers: hiddenHeaders(headers) });
  return {
    family: chain.family,
    chainId: chain.chainId,
    endpoints: endpoints.map(shown),
    ...(ws === null ? {} : { ws: shown(ws) }),
    poll: shownPoll(chain.poll),
    quorum: chain.quorum,
    finality: chain.finality,
    confirmations: chain.confirmations,
    treasury: chain.treasury,
    fees: {
      floor: gwei(fees.floor),
      cap: gwei(fees.cap),
      priority: gwei(fees.minimumPriority),
      legacy: fees.legacy,
    },
    trace: chain.trace,
    tokens: Object.fromEntries(tokens),
  };
}

function shownTron({ endpoints, tokens, ...chain }: TronChainConfig): object {
  return {
    family: chain.family,
    endpoints: endpoints.map(({ url, solidityUrl, headers }) => ({
      url: shownUrl(url),
      ...(solidityUrl === null ? {} : { solidity: shownUrl(solidityUrl) }),
      headers: hiddenHeaders(headers),
    })),
    poll: shownPoll(chain.poll),
    quorum: chain.quorum,
    lifetime: chain.lifetimeS,
    treasury: chain.treasury,
    fees: { cap: String(chain.mostEnergyPrice) },
    ...(chain.energy === null ? {} : { energy: chain.energy }),
    tokens: Object.fromEntries(tokens),
  };
}

function shownSolana({ endpoints, fees, tokens, ...chain }: SolanaChainConfig): object {
  return {
    family: chain.family,
    endpoints: endpoints.map(({ url, headers }) => ({ url: shownUrl(url), headers: hiddenHeaders(headers) })),
    poll: shownPoll(chain.poll),
    quorum: chain.quorum,
    treasury: chain.treasury,
    fees: { floor: String(fees.floor), cap: String(fees.cap) },
    tokens: Object.fromEntries(tokens),
  };
}
