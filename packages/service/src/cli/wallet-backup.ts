import { randomBytes, randomInt } from 'node:crypto';
import { systemClock } from '../clock.ts';
import { type Config, type Environment, readConfig } from '../config.ts';
import { checkStorePurpose } from '../configuration/store-purpose.ts';
import { isStoreHere } from '../store/open-store.ts';
import { findPassphrase, isPassphraseHere } from '../wallet/passphrase.ts';
import { generateMnemonic } from '../wallet/seed.ts';
import { insertWallet, newWallet, type OpenedWords, openWords } from '../wallet/wallet.ts';
import { noteWrittenDown } from '../wallet/written-down.ts';
import { act } from './act.ts';
import { readArguments } from './arguments.ts';
import { type Command, UsageError, withAnyStore, withStore } from './command.ts';
import { openPage, refuseNoTerminal } from './open-page.ts';
import { wordCeremony } from './word-ceremony.ts';

const NO_WALLET = 'There is no wallet yet. Make one: npx swapdesk wallet create';

export const walletCreate: Command = {
  name: 'wallet create',
  usage: '[--pipe]',
  summary: 'Make the wallet of real chains before the first start, and write down the words of its seed',
  run: async (args, env) => {
    // Asked first: what cannot be shown is not made either.
    const isPiped = readPiped(args);
    const config = readConfig(env);
    if (config.chains === null)
      throw new UsageError(
        'All chains are simulated: the first start makes their wallet, which is worth nothing. For real ones, first: npx swapdesk config init',
      );
    await create(config, env);
    await writeDown(config, env, isPiped);
  },
};

export const walletBackup: Command = {
  name: 'wallet backup',
  usage: '[--pipe]',
  summary: 'Show the words of the seed on the terminal, to write them down, and ask for some of them again',
  run: async (args, env) => writeDown(readConfig(env), env, readPiped(args)),
};

function readPiped(args: string[]): boolean {
  const { flags } = readArguments(args, { words: [], options: [], flags: ['pipe'] });
  const isPiped = flags.pipe === true;
  refuseNoTerminal(isPiped);
  return isPiped;
}

/** Stored before it is shown: whoever is interrupted, or goes away, finds it with `wallet backup`. */
async function create(config: Config, env: Environment): Promise<void> {
  const { network, dataDir, without } = config;
  // One that were made up here would seal keys that only the signer is to open.
  if (config.signer !== null) await refuseNoPassphrase(config, env);
  const { secret, source, warnings } = await findPassphrase({
    env,
    network,
    dataDir,
    randomBytes,
    mayBeWeak: without.includes('passphrase'),
  });
  for (const warning of warnings) console.error(`Warning: ${warning}.`);
  await withAnyStore(env, async (database) => {
    await checkStorePurpose(database, config);
    const options = { network, passphrase: secret, clock: systemClock };
    const wallet = await newWallet(generateMnemonic(randomBytes), options);
    await act(database, async (client) => {
      if (!(await insertWallet(client, wallet)))
        throw new UsageError(
          'There is a wallet already. To write its words down: npx swapdesk wallet backup',
        );
      const changes = [{ what: 'seed', before: null, after: 'made' }];
      return { act: 'wallet create', subject: 'wallet', changes, result: undefined };
    });
  });
  // Its treasuries are shown from the first start on: what is sent before a chain is followed is never seen.
  console.log(`Made a wallet for ${network}, sealed with the passphrase from ${source}.`);
}

/** The store is not kept open meanwhile: somebody who writes by hand takes their time. */
async function writeDown(config: Config, env: Environment, isPiped: boolean): Promise<void> {
  const { mnemonic, sealed } = await readWords(config, env);
  const page = openPage(isPiped);
  const isRight = await wordCeremony(mnemonic.split(' '), page, (below) => randomInt(below)).finally(
    page.close,
  );
  if (!isRight)
    throw new UsageError(
      'Not confirmed: that is not what was shown. Write it down anew: npx swapdesk wallet backup',
    );
  await withStore(env, (database) =>
    act(database, async (client, now) => {
      if (!(await noteWrittenDown(client, sealed, now)))
        throw new UsageError(
          'The wallet was replaced meanwhile: these words are not those of the one in the store.',
        );
      const changes = [{ what: 'seed', before: null, after: 'written down' }];
      return { act: 'wallet backup', subject: 'wallet', changes, result: undefined };
    }),
  );
  console.log(
    'Confirmed: the words are on paper. Keep them where neither fire nor strangers get at them, apart from this machine.',
  );
}

async function readWords(config: Config, env: Environment): Promise<OpenedWords> {
  const { network, dataDir } = config;
  if (!isStoreHere(config)) throw new UsageError(NO_WALLET);
  await refuseNoPassphrase(config, env);
  const { secret: passphrase } = await findPassphrase({
    env,
    network,
    dataDir,
    randomBytes,
    mayBeWeak: true,
  });
  let words: OpenedWords | null = null;
  await withStore(env, async (database) => {
    words = await openWords(database, { network, passphrase });
  });
  if (words === null) throw new UsageError(NO_WALLET);
  return words;
}

async function refuseNoPassphrase({ dataDir }: Config, env: Environment): Promise<void> {
  if (await isPassphraseHere({ env, dataDir })) return;
  throw new UsageError(
    'The passphrase is not here: run this where the keys are, with SWAPDESK_PASSPHRASE_FILE.',
  );
}
