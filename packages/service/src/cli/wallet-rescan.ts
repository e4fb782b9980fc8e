import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../store/database.ts';
import { act } from './act.ts';
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
      if (options.from !== undefined) await ask(database, chain, options.from, options.to);
      else if (options.to !== undefined) throw new UsageError('--to goes with --from.');
      await watch(database, chain);
    }),
};

async function ask(
  database: Database,
  { id, name }: { id: number; name: string },
  from: string,
  to: string | undefined,
): Promise<void> {
  const { rows } = await database.query<{ height: number | null }>(
    'SELECT max(height) AS height FROM followed_block WHERE chain_id = $1',
    [id],
  );
  const followed = rows[0]?.height ?? null;
  if (followed === null) throw new UsageError(`${name} has never been followed. Is an engine running?`);
  const first = readWhole('--from', from);
  const last = Math.min(to === undefined ? followed : readWhole('--to', to), followed);
  if (first > last)
    throw new UsageError(`${name} is followed to block ${followed}: --from must be at or below that.`);
  await act(database, async (client) => {
    await client.query(
      `INSERT INTO rescan (chain_id, first, next, last) VALUES ($1, $2, $2, $3)
           ON CONFLICT (chain_id) DO UPDATE SET first = excluded.first, next = excluded.next, last = excluded.last, found = 0`,
      [id, first, last],
    );
    const changes = [{ what: 'blocks', before: null, after: `${first} to ${last}` }];
    return { act: 'wallet rescan', subject: name, changes, result: undefined };
  });
}

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
