import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROLES, type RoleName } from '../../../../packages/service/src/rights/parts.ts';
import { roleName } from '../../../../packages/service/src/rights/role-sql.ts';
import { urlFile } from '../../../../packages/service/src/rights/role-urls.ts';
import type { Database } from '../../../../packages/service/src/store/database.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { freePort } from '../../../support/free-port.ts';
import { type RunningService, runCommand, startService } from '../../../support/service.ts';

/** Each api node takes a block of 250 of each kind, and two run at once; what the next take is derived meanwhile. */
const ADDRESSES = 600;
const DRAIN_S = '2';

/** A node of an upgraded desk, of one version or the other. */
export interface UpgradedNode extends RunningService {
  readonly role: RoleName;
  readonly program: string;
}

/** A desk of the version before, each of whose processes has a database role of its own; and how its nodes are exchanged. */
export interface UpgradedDesk {
  readonly database: Database;
  /** Runs a command as whoever owns the store; throws if it fails. */
  command(program: string, ...args: string[]): Promise<string>;
  start(program: string, role: Exclude<RoleName, 'reports'>): Promise<UpgradedNode>;
  close(): Promise<void>;
}

/** Its store is made by the last version, as its operator once did. */
export async function openUpgradedDesk(last: string): Promise<UpgradedDesk> {
  const store = await createTestDatabase(6);
  const { database, url } = store;
  await database.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const folder = await mkdtemp(join(tmpdir(), 'swapdesk-upgraded-'));
  const prefix = `u${randomBytes(5).toString('hex')}`;
  const urls = join(folder, 'urls');
  const SWAPDESK_CONFIG = join(folder, 'swapdesk.config.json');
  const socket = join(folder, 'signer.sock');
  await writeFile(SWAPDESK_CONFIG, JSON.stringify({ network: 'test', signer: { socket } }));
  const owner = { SWAPDESK_CONFIG, SWAPDESK_DATABASE_URL: url, SWAPDESK_DATA_DIR: folder };
  const folderOf = async (role: string) => {
    const made = join(folder, role);
    await mkdir(made, { recursive: true });
    return made;
  };
  const command = async (program: string, ...args: string[]) => {
    const named = args[1] === 'roles' ? [...args, '--prefix', prefix] : args;
    const { code, output } = await runCommand(named, owner, program);
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${output}`);
    return output;
  };
  await command(last, 'database', 'migrate');
  await database.query("INSERT INTO setting (name, value) VALUES ('address_pool_target', $1)", [ADDRESSES]);
  await command(last, 'database', 'roles', '--urls', urls);
  const pins = await command(last, 'signing', 'assets');
  await writeFile(
    join(await folderOf('signer'), 'swapdesk.signer.json'),
    pins.slice(0, pins.lastIndexOf('}') + 1),
  );
  const ports = new Map<string, string>();
  const envOf = async (program: string, role: RoleName): Promise<Record<string, string>> => {
    const common = {
      SWAPDESK_CONFIG,
      SWAPDESK_DATABASE_URL: (await readFile(urlFile(urls, role), 'utf8')).trim(),
      SWAPDESK_DRAIN_S: DRAIN_S,
    };
    // Keys are with the signer, and its record stays where it is, whichever version it is.
    if (role === 'signer')
      return {
        ...common,
        SWAPDESK_DATA_DIR: await folderOf(role),
        SWAPDESK_PASSPHRASE: 'nobody would guess',
      };
    if (role === 'engine') return { ...common, SWAPDESK_DATA_DIR: await folderOf(role) };
    const key = `${program} ${role}`;
    const port = ports.get(key) ?? String(await freePort());
    ports.set(key, port);
    const isConsole = role === 'console';
    return {
      ...common,
      SWAPDESK_KEY_FILE: join(folder, 'desk.key'),
      SWAPDESK_DATA_DIR: '/nonexistent/swapdesk',
      SWAPDESK_PORT: port,
      ...(isConsole ? {} : { SWAPDESK_CONSOLE_LISTEN: 'none' }),
    };
  };
  return {
    database,
    command,
    async start(program, role) {
      const running = await startService(await envOf(program, role), role, program);
      return { ...running, role, program };
    },
    async close() {
      // Whichever version has made them last.
      for (const role of ROLES.map((each) => roleName(prefix, each)))
        await database.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
      await store.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
