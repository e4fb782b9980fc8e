import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type SiteParts, toJsonSchema } from '@swapdesk/contract';
import type { Network } from '../chains/family.ts';
import { FIXED_DECIMALS } from '../money/fixed.ts';
import type { OwnLanguage } from '../site/own-language.ts';
import { siteOf } from '../site/site.ts';
import { readAlerts } from './alerts.ts';
import { readChains } from './chains.ts';
import type {
  AlertsConfig,
  ChainsConfig,
  HedgeConfig,
  MarketConfig,
  SignerConfig,
  SweepConfig,
  Withdrawals,
} from './chains-config.ts';
import { readHedge } from './hedge.ts';
import { type FileName, faultsIn, findFile, readJsonFile } from './json-file.ts';
import { readLanguages } from './languages.ts';
import { readMarket } from './market.ts';
import { problemsOf, type SchemaNode } from './problems.ts';
import { Reading } from './reading.ts';
import { type Care, CONFIG_FILE, type ConfigInFile } from './schema.ts';
import { readSite } from './site.ts';

export const CONFIG_FILE_NAME = 'swapdesk.config.json';
const NAME: FileName = { variable: 'SWAPDESK_CONFIG', name: CONFIG_FILE_NAME };

type Environment = Readonly<Record<string, string | undefined>>;

/** What a configuration file says. */
export interface ConfigFile {
  readonly file: string;
  readonly network: Network;
  /** Null: it names none, so all are simulated. */
  readonly chains: ChainsConfig | null;
  /** The venues that prices come from; null: it names none. */
  readonly market: MarketConfig | null;
  /** Whether and where the desk trades; null: it does not. */
  readonly hedge: HedgeConfig | null;
  /** Who is told when something is wrong; null: nobody. */
  readonly alerts: AlertsConfig | null;
  readonly sweep: SweepConfig;
  /** Null: this service holds the keys. */
  readonly signer: SignerConfig | null;
  /** Where the signing record is; null: beside the data folder. */
  readonly record: string | null;
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
  /** What works, but should not stay so. */
  readonly warnings: readonly string[];
}

const SCHEMA = toJsonSchema(CONFIG_FILE) as SchemaNode;
const SWEEP_WORTH = '10';
const SWEEP_INTERVAL_S = 60;
const READABLE_BY_ALL = 0o004;

/** Sweeping as it is without a file. */
export const DEFAULT_SWEEP: SweepConfig = readSweep(new Reading('', {}), {});

/** Where the configuration is: at SWAPDESK_CONFIG, or else in one of these folders; null if there is none. */
export function findConfigFile(env: Environment, folders: readonly string[]): string | null {
  return findFile(NAME, env, folders);
}

/** Reads and checks a configuration file, or throws a StartupError that names all that is wrong, a line each. */
export function readConfigFile(file: string, env: Environment): ConfigFile {
  const value = readJsonFile(file, NAME);
  const faults = problemsOf(SCHEMA, value);
  const reading = new Reading(dirname(file), env);
  reading.problems.push(...faults);
  const config = interpret(reading, file, value as unknown as ConfigInFile, env);
  if (config === null) throw faultsIn(file, reading.problems);
  return { ...config, warnings: [...config.warnings, ...warningsOf(config, reading)] };
}

/** What the file says, as far as the schema found no fault there; null if there is any fault at all. */
function interpret(reading: Reading, file: string, given: ConfigInFile, env: Environment): ConfigFile | null {
  if (!isObject(given) || !reading.isSound('network') || reading.problems.some(({ path }) => path === ''))
    return null;
  const { network } = given;
  const chains = isObject(given.chains) ? readChains(reading, network, given.chains) : null;
  const sweep = reading.isSound('sweep') ? readSweep(reading, given.sweep ?? {}) : DEFAULT_SWEEP;
  const market =
    given.market !== undefined && reading.isSound('market') ? readMarket(reading, given.market) : null;
  const hasMarket = given.market !== undefined;
  const hedge =
    given.hedge !== undefined && reading.isSound('hedge')
      ? readHedge(reading, given.hedge, { network, hasMarket, env })
      : null;
  const alerts =
    given.alerts !== undefined && reading.isSound('alerts')
      ? readAlerts(reading, given.alerts, { network, env })
      : null;
  const signer = reading.isSound('signer') ? readSigner(reading, given.signer ?? null) : null;
  if (network === 'main' && chains === null && reading.isSound('chains'))
    reading.report('chains', 'must name the chains to follow on the main network');
  const record = given.record === undefined ? null : reading.absolute(given.record);
  const withdrawals = reading.isSound('withdrawals') ? (given.withdrawals ?? {}) : {};
  const site = reading.isSound('site') ? readSite(reading, given.site ?? {}) : {};
  const widgetOrigins = reading.isSound('widget') ? (given.widget?.origins ?? []) : [];
  const { languages, warnings } = readLanguages(
    reading,
    reading.isSound('languages') ? (given.languages ?? []) : [],
  );
  const without = reading.isSound('without') ? (given.without ?? []) : [];
  return reading.problems.length > 0
    ? null
    : {
        file,
        network,
        chains,
        market,
        hedge,
        alerts,
        sweep,
        signer,
        record,
        withdrawals,
        site,
        widgetOrigins,
        languages,
        without,
        warnings,
      };
}

function readSweep(reading: Reading, given: NonNullable<ConfigInFile['sweep']>): SweepConfig {
  return {
    worth: reading.units('sweep.worth', given.worth ?? SWEEP_WORTH, FIXED_DECIMALS),
    intervalS: given.interval?.toInteger() ?? SWEEP_INTERVAL_S,
  };
}

function readSigner(
  reading: Reading,
  given: NonNullable<ConfigInFile['signer']> | null,
): SignerConfig | null {
  if (given === null) return null;
  // Not looked for: the signer makes it, and may start after us.
  if ('socket' in given) return { kind: 'socket', path: reading.absolute(given.socket) };
  return {
    kind: 'https',
    url: reading.url('signer.url', given.url),
    caFile: reading.readable('signer.ca', given.ca),
    certFile: reading.readable('signer.cert', given.cert),
    keyFile: reading.readable('signer.key', given.key),
  };
}

function warningsOf({ file, network, chains, site }: ConfigFile, { literalSecrets }: Reading): string[] {
  const warnings: string[] = [];
  if (literalSecrets.length > 0 && (statSync(file).mode & READABLE_BY_ALL) !== 0) {
    warnings.push(
      `${file}: everyone on this machine can read ${literalSecrets.join(', ')}. ` +
        `Run: chmod 600 '${file}', or keep it elsewhere with {"file": "path"} or {"env": "NAME"}`,
    );
  }
  for (const chain of chains?.chains.values() ?? []) {
    if (network === 'main' && chain.family !== 'bitcoin' && chain.quorum === 1)
      warnings.push(
        `${file}: chains.${chain.name}: one endpoint alone is believed. Name two or more, with a quorum of 2`,
      );
  }
  for (const words of siteOf(site, {}).colours?.adapted ?? [])
    warnings.push(`${file}: site.colours: ${words.replace(/\.$/, '')}`);
  return warnings;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
