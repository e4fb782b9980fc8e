import { randomBytes } from 'node:crypto';
import { readConfig } from '../config.ts';
import { walletChoicesOf } from '../configuration/wallet-choices.ts';
import { findPassphrase } from '../wallet/passphrase.ts';
import { readTreasuryPaths, refuseStrayTreasury } from '../wallet/treasury-paths.ts';
import { openSeed } from '../wallet/wallet.ts';
import { watchOnly } from '../wallet/watch-only.ts';
import { readArguments } from './arguments.ts';
import { type Command, UsageError, withStore } from './command.ts';
import { table } from './table.ts';

export const walletDescriptors: Command = {
  name: 'wallet descriptors',
  usage: '',
  summary: 'Export what lets others watch the wallet but not spend: descriptors, and account keys elsewhere',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const { network, dataDir, chains } = readConfig(env);
      const choices = walletChoicesOf(chains);
      await refuseStrayTreasury(database, choices);
      const { secret: passphrase } = await findPassphrase({
        env,
        network,
        dataDir,
        randomBytes,
        mayBeWeak: true,
      });
      const seed = await openSeed(database, { network, passphrase });
      if (seed === null)
        throw new UsageError(
          'There is no wallet yet. Make one: npx swapdesk wallet create, or: npx swapdesk wallet import',
        );
      const paths = await readTreasuryPaths(database, choices);
      const rows = watchOnly(seed, network, paths).map(({ space, use, text }) => [space, use, text]);
      console.log(table(['space', 'for', 'descriptor or key'], rows));
    }),
};
