import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Queryable } from '../store/database.ts';
import { startEmbedded } from '../store/embedded/embedded.ts';
import { cleanUp, scratchFolder } from '../store/embedded/testing/scratch.ts';
import { Template } from '../store/embedded/testing/template.ts';
import { archiveFinding } from './archive-finding.ts';

const template = new Template();
beforeAll(() => template.make());
afterAll(async () => {
  await cleanUp();
  template.remove();
});

/** A server that is started so, for a while. */
async function withServer(
  how: Omit<Parameters<typeof startEmbedded>[0], 'dataDir'>,
  work: (client: Queryable) => Promise<void>,
): Promise<void> {
  const server = await startEmbedded({ dataDir: template.copy(), ...how });
  const client = new Client(server.connection);
  await client.connect();
  await work(client as unknown as Queryable).finally(() => client.end());
  await server.stop();
}

/** Writes until a file of the log is full, and looks until it is found to be so. */
async function until(client: Queryable, isWell: boolean, lateS?: number): Promise<string | undefined> {
  await client.query("SELECT pg_logical_emit_message(true, 'a', 'b'), pg_switch_wal()");
  for (;;) {
    const [finding] = await archiveFinding(client, lateS);
    if (finding?.isWell === isWell) return finding.facts;
    await client.query('SELECT pg_sleep(0.1)');
  }
}

it('says nothing where the log is not archived', () =>
  withServer({}, async (client) => expect(await archiveFinding(client)).toEqual([])));

it('says that archiving fails, until it goes on', async () => {
  const logArchive = join(scratchFolder(), 'archive');
  await withServer({ logArchive }, async (client) => {
    expect(await until(client, true)).toBe('nothing waits for long');
    renameSync(logArchive, `${logArchive}.away`);
    expect(await until(client, false)).toMatch(/^[0-9A-F]{24} cannot be archived/);
    renameSync(`${logArchive}.away`, logArchive);
    expect(await until(client, true)).toBe('nothing waits for long');
  });
});

it('says that nothing was archived for long, where archiving neither fails nor ends', async () => {
  const settings = { archive_mode: 'on', archive_command: 'sleep 3', archive_timeout: '60' };
  await withServer({ settings }, async (client) => {
    expect(await until(client, false, 0)).toMatch(/^a file waits, and none was archived for \d+ s$/);
    expect((await archiveFinding(client))[0]?.isWell).toBe(true);
  });
});
