import { type Config, readConfig } from '../config.ts';
import {
  shownChains,
  shownHedge,
  shownMarket,
  shownSigner,
  shownSweep,
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
    const { file, chains, network, warnings } = readConfig(
      options.file === undefined ? env : { ...env, SWAPDESK_CONFIG: options.file },
    );
    for (const warning of warnings) console.error(`Warning: ${warning}.`);
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

/** Everything of a configuration that is fit to be seen. */
export function shownConfig(config: Config): object {
  const { databaseUrl, screeningUrl, chains, market, hedge, sweep, signer, warnings, testSeed, ...plain } =
    config;
  return {
    ...plain,
    databaseUrl: databaseUrl === null ? null : shownUrl(databaseUrl),
    screeningUrl: screeningUrl === null ? null : shownUrl(screeningUrl),
    chains: chains === null ? 'simulated' : shownChains(chains),
    market: shownMarket(market),
    hedge: shownHedge(hedge),
    sweep: shownSweep(sweep),
    signer: shownSigner(signer),
  };
}
