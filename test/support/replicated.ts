import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fillCatalogue } from '../../packages/service/src/catalog/fill-catalogue.ts';
import { openDatabase } from '../../packages/service/src/store/database.ts';
import { findPackage, prepareBinaries } from '../../packages/service/src/store/embedded/binaries.ts';
import { runAs, serverUser } from '../../packages/service/src/store/embedded/server-user.ts';
import { migrate } from '../../packages/service/src/store/migrate.ts';
import { TestServer } from './test-server.ts';

const SETTINGS = `
listen_addresses = ''
fsync = off
shared_buffers = 32MB
max_connections = 60
max_wal_size = 256MB
wal_keep_size = 256MB
wal_retrieve_retry_interval = 100ms
`;

/** A primary that has the store's tables, and servers that follow it. No commit waits for one of these. */
export interface Replicated {
  readonly primary: TestServer;
  readonly replicas: readonly TestServer[];
  end(): Promise<void>;
}

export async function openReplicated(count = 1): Promise<Replicated> {
  const user = serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'replicated-'));
  chmodSync(folder, 0o755);
  const bin = join(await prepareBinaries(findPackage(), folder, user), 'bin');
  const places = Array.from({ length: count + 1 }, (_, nth) => join(folder, `n${nth}`));
  const [first, ...others] = places as [string, ...string[]];
  mkdirSync(first, { mode: 0o700 });
  const own = (path: string) => execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, path]);
  own(first);
  const data = join(first, 'data');
  const how = [
    '-U',
    'postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
    '--no-instructions',
  ];
  await promisify(execFile)(join(bin, 'initdb'), ['-D', data, ...how], { ...runAs(user), cwd: first });
  appendFileSync(join(data, 'postgresql.conf'), SETTINGS);

  const [primary, ...replicas] = places.map((place) => new TestServer(join(bin, 'postgres'), place)) as [
    TestServer,
    ...TestServer[],
  ];
  await primary.start();
  const store = openDatabase({ connectionString: primary.url }, 1);
  await migrate(store, fillCatalogue);
  await store.end();
  await primary.stop();
  for (const place of others) {
    execFileSync('cp', ['-a', first, place]);
    writeFileSync(join(place, 'data', 'standby.signal'), '');
    appendFileSync(
      join(place, 'data', 'postgresql.conf'),
      `primary_conninfo = 'host=${first} user=postgres'\n`,
    );
    own(place);
  }
  await Promise.all([primary, ...replicas].map((server) => server.start()));
  return {
    primary,
    replicas,
    async end() {
      await Promise.all([primary, ...replicas].map((server) => server.stop('SIGQUIT')));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
