import { type Config, readConfig } from '../config.ts';
import { checkDenyList } from '../configuration/screening.ts';
import {
  HIDDEN,
  shownAlerts,
  shownChains,
  shownHedge,
  shownMarket,
  shownSigner,
  shownSite,
  shownSweep,
  shownTraces,
  shownUrl,
} from '../configuration/show.ts';
import { readArguments } from './arguments.ts';
import type { Command } from './command.ts';

export const configCheck: Command = {
  name: 'config check',
  usage: '[--file F]',
  summary: 'Check the configuration: its file and the environment. Nothing is started or asked',
  async run(args, env) {
    const { options } = readArguments(args, { words: [], options: ['file'] });
    const config = readConfig(options.file === undefined ? env : { ...env, SWAPDESK_CONFIG: options.file });
    await checkDenyList(config);
    const { file, chains, network, warnings } = config;
    for (const warning of warnings) console.error(`Warning: ${warning}${/[.?]$/.test(warning) ? '' : '.'}`);
    const followed = [...(chains?.chains.keys() ?? [])];
    const what =
      followed.length === 0
        ? 'All chains are simulated test networks'
        : `Followed on ${network}: ${followed.join(', ')}. All other chains are switched off`;
    console.log(`${file === null ? 'There is no configuration file.' : `${file} is right.`} ${what}.`);
  },
};

export const configShow: Command = {
  name: 'config show',
  usage: '',
  summary: 'Show the configuration as it counts, with all defaults; secrets are hidden',
  async run(args, env) {
    readArguments(args, { words: [], options: [] });
    console.log(JSON.stringify(shownConfig(readConfig(env)), null, 2));
  },
};

/** Warnings are told when it is checked. */
type Shown = Readonly<Record<Exclude<keyof Config, 'warnings'>, unknown>>;

/** Everything of a configuration that is fit to be seen, each by its name: what is new is not shown until somebody says how. */
export function shownConfig(config: Config): Shown {
  const { databaseUrl, screeningUrl, chains, metricsToken } = config;
  return {
    host: config.host,
    port: config.port,
    workers: config.workers,
    dataDir: config.dataDir,
    recordDir: config.recordDir,
    keyFile: config.keyFile,
    databaseUrl: databaseUrl === null ? null : shownUrl(databaseUrl),
    replicaUrls: config.replicaUrls.map(shownUrl),
    logArchive: config.logArchive,
    network: config.network,
    file: config.file,
    chains: chains === null ? 'simulated' : shownChains(chains),
    sweep: shownSweep(config.sweep),
    signer: shownSigner(config.signer),
    withdrawals: config.withdrawals,
    site: shownSite(config.site),
    widgetOrigins: config.widgetOrigins,
    languages: config.languages.map(({ tag, name, dir }) => ({ tag, name, dir })),
    without: config.without,
    feed: config.feed,
    market: shownMarket(config.market),
    hedge: shownHedge(config.hedge),
    alerts: shownAlerts(config.alerts),
    pricesFile: config.pricesFile,
    testSeed: HIDDEN,
    publicUrl: config.publicUrl,
    proxies: config.proxies,
    drainS: config.drainS,
    denyListFile: config.denyListFile,
    screeningUrl: screeningUrl === null ? null : shownUrl(screeningUrl),
    console: config.console,
    servesConsole: config.servesConsole,
    publicMetrics: config.publicMetrics,
    metricsToken: metricsToken === null ? null : HIDDEN,
    logLevel: config.logLevel,
    traces: shownTraces(config.traces),
  };
}
