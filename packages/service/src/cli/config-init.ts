import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import type { Network } from '../chains/family.ts';
import { KNOWN_CHAINS, type KnownChain } from '../chains/known/known-chains.ts';
import { type Environment, readLocation } from '../config.ts';
import { CONFIG_FILE_NAME, findConfigFile, readConfigFile } from '../configuration/config-file.ts';
import { closest } from '../configuration/did-you-mean.ts';
import { type StartingChain, startingFile } from '../configuration/starting-file.ts';
import { checkStorePurpose } from '../configuration/store-purpose.ts';
import { PACKAGE_FOLDER } from '../package-folder.ts';
import { writeDurably } from '../secrets/secret-file.ts';
import { isStoreHere } from '../store/open-store.ts';
import { readArguments } from './arguments.ts';
import { type Command, UsageError, WrongArguments, withStore } from './command.ts';

const NETWORKS: readonly Network[] = ['main', 'test', 'regtest'];

export const configInit: Command = {
  name: 'config init',
  usage: '--network main|test|regtest --chains CHAIN[=URL],…',
  summary: 'Write a configuration file to begin with, for nodes on this machine or at the URLs given',
  async run(args, env) {
    const { options } = readArguments(args, { words: [], options: ['network', 'chains'] });
    const network = readNetwork(options.network);
    const chains = readChains(options.chains);
    const location = readLocation(env);
    const { dataDir } = location;
    const found = findConfigFile(env, [dataDir, process.cwd()]);
    if (found !== null && existsSync(found))
      throw new UsageError(`There is a configuration already: ${found}. Change it, or move it away first.`);
    await refuseSimulated(env, network);
    // Beside the store unless told otherwise: there it is found from wherever one starts, and `backup` takes it along.
    const file = found ?? join(dataDir, CONFIG_FILE_NAME);
    await write(
      file,
      startingFile(network, chains, { home: homedir(), platform: process.platform }, schemaFor(file)),
    );
    await checkOrRemove(file, env);
    console.log(`Wrote ${file}: ${chains.map(({ known }) => known.name).join(', ')} on ${network}.`);
    if (network === 'main')
      console.log('The main network asks for more: see docs/operators.md, "What the main network asks for".');
    console.log('Put right there what is otherwise with your nodes. Next: npx swapdesk config check');
  },
};

function readNetwork(given: string | undefined): Network {
  const network = NETWORKS.find((each) => each === given);
  if (network === undefined)
    throw new WrongArguments(`--network takes ${NETWORKS.join(', ')}, not "${given ?? ''}".`);
  return network;
}

function readChains(given = ''): StartingChain[] {
  const chains = given.split(',').map((each) => {
    const [name = '', ...url] = each.trim().split('=');
    return { known: readKnown(name), endpoint: url.length === 0 ? undefined : url.join('=') };
  });
  if (new Set(chains.map(({ known }) => known)).size < chains.length)
    throw new WrongArguments('--chains names a chain twice.');
  return chains;
}

function readKnown(given: string): KnownChain {
  const known = KNOWN_CHAINS.find(({ name }) => name.toLowerCase() === given.toLowerCase());
  if (known !== undefined) return known;
  const names = KNOWN_CHAINS.map(({ name }) => name);
  const meant = closest(given, names);
  const hint = meant === undefined ? `there are ${names.join(', ')}` : `did you mean "${meant}"?`;
  throw new WrongArguments(`--chains: "${given}" cannot be followed; ${hint}`);
}

/** A first try has left a store that will never follow real chains: better told now than after three more commands. */
async function refuseSimulated(env: Environment, network: Network): Promise<void> {
  const location = readLocation(env);
  if (location.databaseUrl !== null || !isStoreHere(location)) return;
  const chains = { network, chains: new Map() };
  await withStore(env, (database) => checkStorePurpose(database, { ...location, chains, file: null }));
}

/** Where editors find what may stand in it, if this is a clone of the project. */
function schemaFor(file: string): string | null {
  const schema = resolve(PACKAGE_FOLDER, '../../swapdesk.config.schema.json');
  return existsSync(schema) ? relative(dirname(file), schema) : null;
}

/** For its owner alone: passwords may be written into it. */
async function write(file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeDurably(file, text);
  } catch (error) {
    throw new UsageError(`Cannot write ${file}: ${(error as Error).message}`);
  }
}

/** What was given may not be a URL; such a file is not left behind. */
async function checkOrRemove(file: string, env: Environment): Promise<void> {
  try {
    readConfigFile(file, env);
  } catch (error) {
    await rm(file);
    throw error;
  }
}
