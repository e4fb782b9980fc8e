import { existsSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import type { SiteParts } from '@swapdesk/contract';
import { type Proxies, readProxies } from './access/proxies.ts';
import type { Network } from './chains/family.ts';
import type {
  AlertsConfig,
  ChainsConfig,
  HedgeConfig,
  MarketConfig,
  SignerConfig,
  SweepConfig,
  Withdrawals,
} from './configuration/chains-config.ts';
import {
  CONFIG_FILE_NAME,
  type ConfigFile,
  DEFAULT_SWEEP,
  findConfigFile,
  readConfigFile,
} from './configuration/config-file.ts';
import type { Care } from './configuration/schema.ts';
import { readScreeningUrl } from './configuration/screening.ts';
import { readTraces, type TracesConfig, tracesWarnings } from './configuration/traces.ts';
import { unknownVariables } from './configuration/unknown-variables.ts';
import { wholeOf } from './configuration/whole-of.ts';
import { PACKAGE_FOLDER } from './package-folder.ts';
import type { OwnLanguage } from './site/own-language.ts';
import { StartupError } from './startup-error.ts';
import { canEnter, serverUser } from './store/embedded/embedded.ts';
import { NO_ARCHIVE } from './store/embedded/log-archive.ts';
import type { StoreLocation } from './store/open-store.ts';

/** Less can be guessed. */
const LEAST_TOKEN = 16;
/** Most proxies look every two seconds, and believe the second failure. */
const USUAL_DRAIN_S = 5;
const MOST_DRAIN_S = 600;
/** More would keep the database busy with connections alone. */
export const MOST_WORKERS = 32;

const NOT_HERE = 'none';

export type Environment = Readonly<Record<string, string | undefined>>;

const FEEDS = ['static', 'test', 'market'] as const;
export type Feed = (typeof FEEDS)[number];

/** All that is set from outside. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** How many processes answer requests; with one, this one does. */
  readonly workers: number;
  /** The embedded database, the generated passphrase and the logs live here. */
  readonly dataDir: string;
  /** Where whoever signs keeps its record: apart from the data folder, which people copy. */
  readonly recordDir: string;
  /** Where the key of the service is; null: in the data folder. */
  readonly keyFile: string | null;
  /** An operator's own PostgreSQL; null for the embedded one. */
  readonly databaseUrl: string | null;
  /** Replicas of it, at which lists and queries are read. */
  readonly replicaUrls: readonly string[];
  /** Where the embedded one archives its log, so that it can be restored to a moment, or NO_ARCHIVE; null: as it was told before. */
  readonly logArchive: string | null;
  /** Whose addresses and keys the wallet has. `regtest`: those of nodes of one's own. */
  readonly network: Network;
  /** The configuration file that was read; null if there is none. */
  readonly file: string | null;
  /** The real chains that are followed; null: all are simulated. */
  readonly chains: ChainsConfig | null;
  readonly sweep: SweepConfig;
  /** Who holds the keys; null: this service. */
  readonly signer: SignerConfig | null;
  /** Where the treasury may be withdrawn to, by chain. */
  readonly withdrawals: Withdrawals;
  /** How the site looks, as far as the file says so. */
  readonly site: SiteParts;
  /** Whose pages may show the widget in a frame; `*`: anybody's. */
  readonly widgetOrigins: readonly string[];
  /** Languages of the pages that stand in files of the operator's. */
  readonly languages: readonly OwnLanguage[];
  /** What the main network asks for, and this desk does without. */
  readonly without: readonly Care[];
  /** What works, but the operator should know of. */
  readonly warnings: readonly string[];
  /** Where prices come from: a file, a random walk, or venues. */
  readonly feed: Feed;
  /** The venues of the file, which are opened if they are the feed. */
  readonly market: MarketConfig | null;
  /** Whether and where the desk trades; null: it does not. */
  readonly hedge: HedgeConfig | null;
  /** Who is told when something is wrong; null: nobody. */
  readonly alerts: AlertsConfig | null;
  readonly pricesFile: string | null;
  readonly testSeed: string;
  /** What clients call us, for the links in answers; null: http://host:port. */
  readonly publicUrl: string | null;
  /** Our proxies, which set X-Forwarded-For. */
  readonly proxies: Proxies;
  /** For how long a node that is to stop answers on after it has said that it is not ready, in seconds. */
  readonly drainS: number;
  /** A file of addresses that nothing is taken from or paid to; null: none. */
  readonly denyListFile: string | null;
  /** Who is asked about addresses before money moves; null: nobody. */
  readonly screeningUrl: string | null;
  /** Where the console is served, with the figures; null: where everything is. */
  readonly console: { readonly host: string; readonly port: number } | null;
  /** False: another node serves it. */
  readonly servesConsole: boolean;
  /** True if /metrics answers everyone, not only this machine. */
  readonly publicMetrics: boolean;
  /** Whoever brings it may read /metrics, from wherever; null: nobody. */
  readonly metricsToken: string | null;
  readonly logLevel: string;
  /** Where traces go; null: they are off. */
  readonly traces: TracesConfig | null;
}

/**
 * Reads the configuration: the environment, and the file with the real chains if there is one. Every variable has a
 * default that works on a test network.
 */
export function readConfig(given: Environment, workingDir = process.cwd()): Config {
  const env = withoutEmpty(given);
  const location = readLocation(env);
  const file = findConfigFile(env, [location.dataDir, workingDir]);
  const configured = file === null ? null : readConfigFile(file, env);
  const pricesFile = env.SWAPDESK_PRICES_FILE ?? null;
  const market = configured?.market ?? null;
  const feed = feedOf(env, market, file);
  const proxies = readProxies(env.SWAPDESK_TRUST_PROXY ?? '');
  const traces = readTraces(env);
  return {
    host: withoutBrackets(env.SWAPDESK_HOST ?? '127.0.0.1'),
    port: port(env.SWAPDESK_PORT ?? '8080'),
    workers: wholeOf(
      env,
      'SWAPDESK_WORKERS',
      [1, MOST_WORKERS],
      Math.min(MOST_WORKERS, availableParallelism()),
    ),
    ...location,
    replicaUrls: replicaUrlsOf(env),
    recordDir: recordDirOf(env, configured, location.dataDir),
    keyFile: env.SWAPDESK_KEY_FILE ?? null,
    network: networkOf(env, configured),
    file,
    chains: configured?.chains ?? null,
    sweep: configured?.sweep ?? DEFAULT_SWEEP,
    signer: configured?.signer ?? null,
    withdrawals: configured?.withdrawals ?? {},
    site: configured?.site ?? {},
    widgetOrigins: configured?.widgetOrigins ?? [],
    languages: configured?.languages ?? [],
    without: configured?.without ?? [],
    warnings: [
      ...unknownVariables(env, file),
      ...(configured?.warnings ?? []),
      ...(configured?.network === 'main' ? configured.without : []).map(
        (care) => `${file}: this desk does without ${care}`,
      ),
      ...(traces === null ? [] : tracesWarnings(env)),
    ],
    feed,
    market,
    hedge: hedgeOf(configured, feed),
    alerts: configured?.alerts ?? null,
    pricesFile,
    testSeed: env.SWAPDESK_TEST_SEED ?? 'swapdesk',
    publicUrl: publicUrlOf(env),
    proxies,
    drainS: wholeOf(env, 'SWAPDESK_DRAIN_S', [0, MOST_DRAIN_S], proxies.isNone ? 0 : USUAL_DRAIN_S),
    denyListFile: env.SWAPDESK_DENY_LIST ?? null,
    screeningUrl: readScreeningUrl(env.SWAPDESK_SCREENING_URL),
    console: listenOf(env),
    servesConsole: env.SWAPDESK_CONSOLE_LISTEN !== NOT_HERE,
    metricsToken: metricsTokenOf(env),
    publicMetrics: oneOf(env, 'SWAPDESK_METRICS', ['loopback', 'public'], 'loopback') === 'public',
    logLevel: oneOf(env, 'SWAPDESK_LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace'], 'warn'),
    traces,
  };
}

/** Prices have one source. Where two are given somebody has to say which: the other is not used in its place, ever. */
function feedOf(env: Environment, market: MarketConfig | null, file: string | null): Feed {
  const pricesFile = env.SWAPDESK_PRICES_FILE;
  if (market !== null && pricesFile !== undefined && env.SWAPDESK_PRICE_FEED === undefined) {
    throw new StartupError(
      `Prices come from one source, but ${file} names venues ("market") and SWAPDESK_PRICES_FILE a file. Remove one of them, or choose: SWAPDESK_PRICE_FEED=market or SWAPDESK_PRICE_FEED=static.`,
    );
  }
  const usual = market !== null ? 'market' : pricesFile !== undefined ? 'static' : 'test';
  const feed = oneOf(env, 'SWAPDESK_PRICE_FEED', FEEDS, usual);
  if (feed === 'static' && pricesFile === undefined) {
    throw new StartupError(
      'SWAPDESK_PRICE_FEED=static needs SWAPDESK_PRICES_FILE, a JSON file of coins and prices.',
    );
  }
  if (feed === 'market' && market === null) {
    throw new StartupError(
      `SWAPDESK_PRICE_FEED=market needs venues: name them in ${CONFIG_FILE_NAME}, "market": { "venues": [ … ] }. See docs/operators.md, "Prices".`,
    );
  }
  return feed;
}

/** It trades by what the markets say: another source of prices says nothing of what can be had. */
function hedgeOf(configured: ConfigFile | null, feed: Feed): HedgeConfig | null {
  const hedge = configured?.hedge ?? null;
  if (hedge !== null && hedge.mode !== 'off' && feed !== 'market') {
    throw new StartupError(
      `In ${configured?.file} "hedge" is "${hedge.mode}", which needs prices of markets, but SWAPDESK_PRICE_FEED is ${feed}. Change one of them.`,
    );
  }
  return hedge;
}

/** Where the store is: all that most commands need to know, whatever else is configured well or badly. */
export function readLocation(given: Environment): StoreLocation & Pick<Config, 'logArchive'> {
  const env = withoutEmpty(given);
  return {
    dataDir: resolve(env.SWAPDESK_DATA_DIR ?? defaultDataDir()),
    databaseUrl: env.SWAPDESK_DATABASE_URL ?? null,
    logArchive: readLogArchive(env.SWAPDESK_LOG_ARCHIVE),
  };
}

/** One or more, of PostgreSQL each: a comma or space stands between them only before the next. */
function replicaUrlsOf({
  SWAPDESK_REPLICA_URL: given,
  SWAPDESK_DATABASE_URL: primary,
}: Environment): string[] {
  if (given === undefined) return [];
  if (primary === undefined)
    throw new StartupError(
      'SWAPDESK_REPLICA_URL names replicas of a PostgreSQL of your own, but SWAPDESK_DATABASE_URL names none: the embedded one has no replicas.',
    );
  const urls = given.trim().split(/[\s,]+(?=postgres(?:ql)?:\/\/)/);
  for (const url of urls) {
    if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url.replace('@/', '@localhost/')))
      throw new StartupError(
        'SWAPDESK_REPLICA_URL must be one or more addresses like postgresql://user:password@host:5432/swapdesk, with commas between them.',
      );
  }
  return urls;
}

function readLogArchive(told: string | undefined): string | null {
  return told === undefined || told === NO_ARCHIVE ? (told ?? null) : resolve(told);
}

/** Beside the data folder. Inside it, a copy of the folder would take the record along, and be taken for the present. */
function recordDirOf(env: Environment, configured: ConfigFile | null, dataDir: string): string {
  const folder = resolve(env.SWAPDESK_RECORD ?? configured?.record ?? `${dataDir}.record`);
  if (!relative(dataDir, folder).startsWith('..')) {
    throw new StartupError(
      `The signing record must not be in the data folder, but SWAPDESK_RECORD is ${folder}: a restored copy could not be told from the present.`,
    );
  }
  return folder;
}

function publicUrlOf({ SWAPDESK_PUBLIC_URL: given }: Environment): string | null {
  if (given === undefined) return null;
  if (!/^https?:\/\/[^/]/i.test(given) || !URL.canParse(given))
    throw new StartupError(`SWAPDESK_PUBLIC_URL must be like https://swap.example, not "${given}".`);
  return given.replace(/\/+$/, '');
}

/** A variable that is set but empty counts as not set. */
function withoutEmpty(given: Environment): Environment {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}

/** The file's network. The variable may say the same, but not move the file's endpoints to another network. */
function networkOf(env: Environment, configured: ConfigFile | null): Network {
  const ofFile = configured?.network ?? 'test';
  const network = oneOf(env, 'SWAPDESK_NETWORK', ['test', 'regtest', 'main'], ofFile);
  if (configured !== null && network !== ofFile) {
    throw new StartupError(
      `SWAPDESK_NETWORK is ${network}, but in ${configured.file} "network" is "${configured.network}". Change one of them.`,
    );
  }
  if (configured === null && network !== 'test') {
    // An address that nobody watches loses deposits.
    throw new StartupError(
      `SWAPDESK_NETWORK=${network} needs real chains to follow: name them in ${CONFIG_FILE_NAME}. See docs/operators.md, "Real chains".`,
    );
  }
  return network;
}

/**
 * `data` in the project's folder, unless the database server could not enter it: it never runs as root, and a
 * project in root's own home is closed to everyone else.
 */
function defaultDataDir(): string {
  const project = projectDir();
  const user = serverUser();
  if (canEnter(project, user.uid, user.gid)) return join(project, 'data');
  return '/var/lib/swapdesk';
}

function projectDir(): string {
  const root = resolve(PACKAGE_FOLDER, '../..');
  return existsSync(join(root, 'package-lock.json')) ? root : join(homedir(), '.swapdesk');
}

/** An address of IPv6 as URLs have it, or as it is. */
function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

/** `8081`, or `127.0.0.1:8081`; `none`: another node serves the console. */
function listenOf({ SWAPDESK_CONSOLE_LISTEN: given }: Environment): Config['console'] {
  if (given === undefined || given === NOT_HERE) return null;
  const [, host = '127.0.0.1', number = ''] = /^(?:(.+):)?(\d+)$/.exec(given) ?? [];
  if (number === '')
    throw new StartupError(`SWAPDESK_CONSOLE_LISTEN must be like 127.0.0.1:8081, or none, not "${given}".`);
  return { host: withoutBrackets(host), port: port(number, 'SWAPDESK_CONSOLE_LISTEN') };
}

function metricsTokenOf({ SWAPDESK_METRICS_TOKEN: given }: Environment): string | null {
  if (given === undefined) return null;
  if (given.length < LEAST_TOKEN)
    throw new StartupError(
      `SWAPDESK_METRICS_TOKEN is too short to be a secret: take ${LEAST_TOKEN} characters or more.`,
    );
  return given;
}

function port(text: string, name = 'SWAPDESK_PORT'): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= 65_535)) throw new StartupError(`${name} must be a number from 0 to 65535, not "${text}".`);
  return number;
}

function oneOf<const Words extends readonly string[]>(
  env: Environment,
  name: string,
  words: Words,
  otherwise: Words[number],
): Words[number] {
  const value = env[name] ?? otherwise;
  if (!words.includes(value))
    throw new StartupError(`${name} must be one of ${words.join(', ')}, not "${value}".`);
  return value;
}
