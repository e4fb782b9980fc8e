import { resolve } from 'node:path';
import { readArguments } from './arguments.ts';
import { builtIn, leftOutText } from './backup.ts';
import { backupPassphrase } from './backup-passphrase.ts';
import type { Command } from './command.ts';
import { interruptible } from './interruptible.ts';

export const backupCheck: Command = {
  name: 'check-backup',
  usage: 'FOLDER',
  summary:
    'See whether a backup can be used: start a copy of it, read every table, and compare it with its label. The desk and the backup are not touched',
  async run(args, env) {
    const { words } = readArguments(args, { words: ['FOLDER'], options: [] });
    const from = words[0] as string;
    const dataDir = builtIn(env);
    const { checkBackup } = await import('../store/backup/check-backup.ts');
    const { openSource } = await import('../store/backup/source.ts');
    const source = await openSource(from, () => backupPassphrase(env));
    const { orders, tables, label } = await interruptible('Interrupted: nothing was found out.', (under) =>
      checkBackup(source, dataDir, under),
    );
    for (const line of leftOutText(label)) console.error(line);
    console.log(
      `${resolve(from)} can be used: of ${label.madeAt}, ${orders.toLocaleString('en')} orders as its label says; ${tables} tables were read.`,
    );
  },
};
