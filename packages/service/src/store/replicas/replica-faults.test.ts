import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestServer } from '../../../../../test/support/test-server.ts';
import { prepareReading } from '../connection.ts';
import { openDatabase } from '../database.ts';
import { positionOf, replayedBy } from './position.ts';
import { Replica } from './replica.ts';
import { type Notes, openNotes } from './testing/notes.ts';

/** Replicas that hang, die, lag, are promoted, or follow somebody else: nobody sees less than the primary would have shown. */

/** What a reader waits for at most when a replica has just begun to hang. */
const WITHIN_MS = 2_500;

let notes: Notes;
let replica: TestServer;
beforeAll(async () => {
  notes = await openNotes();
  [replica] = notes.servers.replicas as [TestServer];
});
afterAll(() => notes.end());

const timed = async <T>(work: () => Promise<T>) => {
  const began = performance.now();
  return { made: await work(), ms: performance.now() - began };
};

describe('a replica', () => {
  it('that hangs is left out within a second, and read again when it answers', async () => {
    const node = await notes.node();
    await node.read();
    replica.freeze();
    await notes.write('while it hangs');
    const first = await timed(() => Promise.all(Array.from({ length: 20 }, node.read)));
    expect(new Set(first.made)).toEqual(new Set(['while it hangs']));
    expect(first.ms).toBeLessThan(WITHIN_MS);
    // From then on nobody waits for it.
    for (let turn = 0; turn < 10; turn++) {
      await sleep(100);
      const { made, ms } = await timed(node.read);
      expect(made).toBe('while it hangs');
      expect(ms).toBeLessThan(1_000);
    }
    replica.thaw();
    await node.isRead();
    expect(await node.read()).toBe('while it hangs');
    expect(node.told.length).toBeGreaterThan(0);
  });

  it('that dies is left out at once, and read again when it is back', async () => {
    const node = await notes.node();
    await node.read();
    await replica.stop('SIGQUIT');
    await notes.write('while it is away');
    expect(await node.read()).toBe('while it is away');
    await node.isLeftOut();
    await replica.start();
    expect(await node.readAtReplica()).toBe('while it is away');
  });

  it('that stands still and goes on, again and again, shows nobody what was: some hundred writers and readers', async () => {
    const nodes = [await notes.node(), await notes.node()];
    let isOver = false;
    const disturb = async () => {
      while (!isOver) {
        await replica.ask('SELECT pg_wal_replay_pause()');
        await sleep(150);
        await replica.ask('SELECT pg_wal_replay_resume()');
        await sleep(400);
      }
    };
    const disturbing = disturb();
    let written = 0;
    for (let turn = 0; turn < 400; turn++) {
      await notes.write(String(++written));
      const least = written;
      const seen = await Promise.all(nodes.flatMap((node) => [node.read(), node.read()]));
      for (const word of seen) expect(Number(word)).toBeGreaterThanOrEqual(least);
      await sleep(5);
    }
    isOver = true;
    await disturbing;
    // Both were asked: neither the one nor the other alone would show anything.
    for (const { reading } of nodes) {
      expect(reading.answered().replica).toBeGreaterThan(20);
      expect(reading.answered().primary).toBeGreaterThan(20);
    }
  });

  it('that is far behind, and one that follows another store, is not read', async () => {
    const node = await notes.node();
    await replica.ask('SELECT pg_wal_replay_pause()');
    await notes.write('one more');
    expect(await node.isLeftOut()).toMatch(/^is \d+ bytes behind$/);
    await sleep(1_200);
    expect(node.reading.replicas()[0]?.lagMs).toBeGreaterThan(1_000);
    await replica.ask('SELECT pg_wal_replay_resume()');
    await node.isRead();
    expect(node.reading.replicas()[0]?.lagMs).toBeLessThan(100);

    const other = await openNotes();
    // It has come much further, in a history of its own.
    await other.servers.primary.ask('CREATE TABLE filler AS SELECT generate_series(1, 200000)');
    await other.node();
    const { url } = other.servers.replicas[0] as TestServer;
    const wrong = notes.node([url]).then(
      () => 'read',
      () => 'left out',
    );
    expect(await wrong).toBe('left out');
    await other.end();
  });

  it("that is promoted is left out: what it writes from then on is nobody else's", async () => {
    const own = await openNotes();
    const [promoted] = own.servers.replicas as [TestServer];
    const node = await own.node();
    await own.write('before');
    expect(await node.read()).toBe('before');
    await promoted.ask('SELECT pg_promote()');
    await promoted.ask("UPDATE note SET word = 'of the other'");
    for (let turn = 0; turn < 20; turn++) expect(await node.read()).toBe('before');
    expect(await node.isLeftOut()).toBe('is no replica');
    await own.write('after');
    expect(await node.read()).toBe('after');
    await own.end();
  });
});

describe('two replicas', () => {
  it('stand in for each other, and the primary may be named among them', async () => {
    const own = await openNotes(2);
    const { primary, replicas } = own.servers;
    const [first, second] = replicas as [TestServer, TestServer];
    const node = await own.node([primary, first, second].map(({ url }) => url));
    await own.write('a word');
    await first.stop('SIGQUIT');
    for (let turn = 0; turn < 20; turn++) expect(await node.readAtReplica()).toBe('a word');
    const [named, away] = node.reading.replicas();
    expect(named?.leftOut).toBe('is no replica');
    expect(away?.leftOut).not.toBe(null);
    await own.end();
  });

  it('may have come further than a new primary, on the way of the old one: that one is not read', async () => {
    const own = await openNotes(2);
    const { primary, replicas } = own.servers;
    const [next, stray] = replicas as [TestServer, TestServer];
    await next.stop();
    await primary.ask('CREATE TABLE filler AS SELECT generate_series(1, 100000)');
    await vi.waitFor(() => stray.ask('SELECT count(*) FROM filler'), { timeout: 20_000, interval: 50 });
    await primary.stop('SIGQUIT');
    await next.start();
    await next.ask('SELECT pg_promote()');

    const elsewhere = openDatabase({ connectionString: stray.url }, 1, prepareReading);
    const writing = openDatabase({ connectionString: next.url }, 1);
    const position = await positionOf(writing);
    expect((await replayedBy(elsewhere)).at).toBeGreaterThan(position.at);
    const looking = new Replica(stray.url, 1);
    await looking.look(() => positionOf(writing));
    expect(looking.leftOut).toBe('has not come to the history that the primary writes');
    await Promise.all([looking.end(), elsewhere.end(), writing.end()]);
    await own.end();
  });
});
