import { expect, vi } from 'vitest';
import { openReplicated, type Replicated } from '../../../../../../test/support/replicated.ts';
import { openDatabase } from '../../database.ts';
import { openReading, type ReplicaReading } from '../reading.ts';

const PATIENCE = { timeout: 30_000, interval: 5 };

/** Who reads, as an api node does. */
export interface NotesNode {
  readonly reading: ReplicaReading;
  /** Of each time that a replica was left out, or read again, what was said of it. */
  readonly told: (string | null)[];
  read(): Promise<string | undefined>;
  /** The same, again and again until a replica has answered. */
  readAtReplica(): Promise<string | undefined>;
  /** Resolves once a replica is read. */
  isRead(): Promise<void>;
  /** Resolves with why, once none is. */
  isLeftOut(): Promise<string>;
}

/** A note on real servers, and nodes that read it at replicas. */
export interface Notes {
  readonly servers: Replicated;
  write(word: string): Promise<void>;
  /** Reads at all replicas, or where it is told; resolves once one is read. */
  node(urls?: readonly string[]): Promise<NotesNode>;
  end(): Promise<void>;
}

export async function openNotes(count = 1): Promise<Notes> {
  const servers = await openReplicated(count);
  await servers.primary.ask('CREATE TABLE note (word text)');
  await servers.primary.ask("INSERT INTO note VALUES ('none yet')");
  const database = openDatabase({ connectionString: servers.primary.url }, 10);
  const readings: ReplicaReading[] = [];
  return {
    servers,
    write: async (word) => void (await database.query('UPDATE note SET word = $1', [word])),
    async node(urls = servers.replicas.map(({ url }) => url)) {
      const told: (string | null)[] = [];
      const reading = openReading(database, { urls, workers: 1, told: ({ leftOut }) => told.push(leftOut) });
      readings.push(reading);
      const reasons = () => reading.replicas().map(({ leftOut }) => leftOut);
      const node: NotesNode = {
        reading,
        told,
        async read() {
          const { rows } = await reading.reader.query({ name: 'note', text: 'SELECT word FROM note' });
          return rows[0]?.word;
        },
        async readAtReplica() {
          const { replica } = reading.answered();
          for (;;) {
            await node.isRead();
            const word = await node.read();
            if (reading.answered().replica > replica) return word;
          }
        },
        isRead: () => vi.waitFor(() => expect(reasons()).toContain(null), PATIENCE),
        isLeftOut: () =>
          vi.waitFor(() => {
            expect(reasons()).not.toContain(null);
            return reasons()[0] as string;
          }, PATIENCE),
      };
      await node.isRead();
      return node;
    },
    async end() {
      await Promise.all(readings.map((reading) => reading.stop()));
      await database.end();
      await servers.end();
    },
  };
}
