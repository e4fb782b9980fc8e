import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Notes, openNotes } from './testing/notes.ts';

let notes: Notes;
beforeAll(async () => {
  notes = await openNotes();
});
afterAll(() => notes.end());

it('has what was written before, by whichever node, while the replica keeps up and while it stands still', async () => {
  const nodes = [await notes.node(), await notes.node()];
  const readAll = () => Promise.all(nodes.map((node) => node.read()));
  const byReplica = () => nodes.map(({ reading }) => reading.answered().replica);
  let last = '';
  // However busy the machine is: until enough was read there.
  for (let turn = 0; Math.min(...byReplica()) < 30; turn++) {
    last = `word ${turn}`;
    await notes.write(last);
    expect(await readAll()).toEqual([last, last]);
  }

  const [replica] = notes.servers.replicas;
  await replica?.ask('SELECT pg_wal_replay_pause()');
  const before = nodes.map(({ reading }) => reading.answered().primary);
  await notes.write('unseen there');
  const began = performance.now();
  expect(await readAll()).toEqual(Array(2).fill('unseen there'));
  expect(performance.now() - began).toBeLessThan(3_000);
  expect(nodes.map(({ reading }) => reading.answered().primary)).toEqual(before.map((many) => many + 1));
  // What it shows itself is what was.
  expect(await replica?.ask('SELECT word FROM note')).toEqual([{ word: last }]);

  await replica?.ask('SELECT pg_wal_replay_resume()');
  for (const node of nodes) expect(await node.readAtReplica()).toBe('unseen there');
});
