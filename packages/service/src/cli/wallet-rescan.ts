import { setTimeout as pause } from 'node:timers/promises';
import { askRescan } from '../acts/rescan.ts';
import type { Database } from '../store/database.ts';
import { act, inWords } from './act.ts';
import { readArguments, readWhole } from './arguments.ts';
import { type Command, UsageError, withStore } from './command.ts';
import { findChain } from './find-chain.ts';

const LOOK_MS = 500;
const BAR = 30;

export const walletRescan: Command = {
  name: 'wallet rescan',
  usage: 'CHAIN [--from HEIGHT [--to HEIGHT]]',
  summary:
    'Look through followed blocks once more for transfers that were missed. The engine does it; Ctrl-C only stops watching',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words, options } = readArguments(args, { words: ['CHAIN'], options: ['from', 'to'] });
      const chain = await findChain(database, words[0] as string);
      if (options.from !== undefined) {
        const from = readWhole('--from', options.from);
        const to = options.to === undefined ? undefined : readWhole('--to', options.to);
        await act(database, (client) => askRescan(client, chain.name, from, to)).catch(inWords());
      }
      if (options.from === undefined && options.to !== undefined)
        throw new UsageError('--to goes with --from.');
      await watch(database, chain);
    }),
};

/** Shows how far it is, until it is done. */
async function watch(database: Database, { id, name }: { id: number; name: string }): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ first: number; next: number; last: number; found: number }>(
      'SELECT first, next, last, found FROM rescan WHERE chain_id = $1',
      [id],
    );
    const scan = rows[0];
    if (scan === undefined) return console.log(`No rescan of ${name}. Begin one with --from HEIGHT.`);
    const all = scan.last - scan.first + 1;
    const done = scan.next - scan.first;
    const isDone = scan.next > scan.last;
    const filled = Math.floor((done * BAR) / all);
    const line = `${name} ${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ${done} of ${all} blocks, ${scan.found} missed transfers found`;
    if (process.stdout.isTTY) process.stdout.write(`\r${line}${isDone ? '\n' : ''}`);
    else if (isDone) console.log(line);
    if (isDone) return;
    await pause(LOOK_MS);
  }
}
