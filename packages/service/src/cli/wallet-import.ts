import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { writeDurably } from '../secrets/secret-file.ts';
import { importWallet, type ReplacedWallet, WalletInUse } from '../wallet/import-wallet.ts';
import { findPassphrase } from '../wallet/passphrase.ts';
import { mnemonicFault, tidyMnemonic } from '../wallet/seed.ts';
import { newWallet } from '../wallet/wallet.ts';
import { act } from './act.ts';
import { readArguments } from './arguments.ts';
import { type Command, UsageError, withAnyStore } from './command.ts';
import { readHidden } from './read-hidden.ts';

export const walletImport: Command = {
  name: 'wallet import',
  usage: '[--file F]',
  summary:
    'Take over a BIP-39 mnemonic, from standard input or a file, before the first address is given out',
  run: async (args, env) => {
    const { options } = readArguments(args, { words: [], options: ['file'] });
    const { network, dataDir, without } = readConfig(env);
    const mnemonic = tidyMnemonic(await readMnemonic(options.file));
    const fault = mnemonicFault(mnemonic);
    if (fault !== null) throw new UsageError(fault);
    const { secret: passphrase, warnings } = await findPassphrase({
      env,
      network,
      dataDir,
      randomBytes,
      mayBeWeak: without.includes('passphrase'),
    });
    for (const warning of warnings) console.error(`Warning: ${warning}.`);
    await withAnyStore(env, async (database) => {
      const wallet = await newWallet(mnemonic, { network, passphrase, clock: systemClock });
      const isReplaced = await act(database, async (client) => {
        const result = await importWallet(client, wallet, (old) => keep(dataDir, old));
        const changes = [{ what: 'seed', before: result ? 'another one' : null, after: 'imported' }];
        return { act: 'wallet import', subject: 'wallet', changes, result };
      }).catch(refuse);
      const words = isReplaced ? 'Imported, in place of a wallet that was not in use.' : 'Imported.';
      console.log(`${words} Engines derive its addresses from their next start on.`);
    });
  },
};

async function readMnemonic(file: string | undefined): Promise<string> {
  if (file === undefined) return readHidden('The words of the mnemonic, then Enter (they are not shown): ');
  return readFile(file, 'utf8').catch((error: Error) => {
    throw new UsageError(`Cannot read ${file}: ${error.message}`);
  });
}

/** A seed is never thrown away: its treasury may have been sent coins that nobody has followed. */
async function keep(dataDir: string, old: ReplacedWallet): Promise<void> {
  const file = join(dataDir, `wallet-replaced-${old.created_at}-${randomBytes(4).toString('hex')}.json`);
  await mkdir(dataDir, { recursive: true });
  await writeDurably(file, `${JSON.stringify(old)}\n`);
  console.log(`The seed so far is kept in ${file}, under its passphrase.`);
}

function refuse(error: unknown): never {
  if (!(error instanceof WalletInUse)) throw error;
  throw new UsageError(`The wallet in this store cannot be replaced: ${error.message}.`);
}
