import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { undoRoles } from '../../packages/service/src/rights/make-roles.ts';
import { ROLES, type RoleName } from '../../packages/service/src/rights/parts.ts';
import { urlFile } from '../../packages/service/src/rights/role-urls.ts';
import { type Database, openDatabase } from '../../packages/service/src/store/database.ts';
import { apiEnv, createDeskStore, type DeskStore } from './desk-store.ts';
import { runHere } from './run-here.ts';

/** A store whose processes have a database role each, as `swapdesk database roles` makes them, and keys in a signer. */
export interface CagedDesk {
  readonly store: DeskStore;
  /** What the command said. */
  readonly told: string;
  /** What a process in that role is given. */
  env(role: RoleName): Record<string, string>;
  /** The same, with its URL in the file that the command wrote. */
  envWithFile(role: RoleName): Record<string, string>;
  /** The store as that role has it. */
  as(role: RoleName): Database;
  drop(): Promise<void>;
}

export async function createCagedDesk(): Promise<CagedDesk> {
  const store = await createDeskStore(4);
  // Roles are the server's, and others are tested on it at the same time.
  const prefix = `t${randomBytes(5).toString('hex')}`;
  const urlFolder = join(store.folder, 'urls');
  const SWAPDESK_CONFIG = join(store.folder, 'swapdesk.config.json');
  const socket = join(store.folder, 'signer.sock');
  await writeFile(SWAPDESK_CONFIG, JSON.stringify({ network: 'test', signer: { socket } }));
  const owner = { ...store.env, SWAPDESK_CONFIG };
  const made = await runHere(['database', 'roles', '--prefix', prefix, '--urls', urlFolder], owner);
  if (made.code !== 0) throw new Error(made.output);
  const read = async (role: RoleName) =>
    [role, (await readFile(urlFile(urlFolder, role), 'utf8')).trim()] as const;
  const urls = new Map(await Promise.all(ROLES.map(read)));
  const folders = { engine: join(store.folder, 'engine'), signer: join(store.folder, 'signer') };
  for (const folder of Object.values(folders)) await mkdir(folder);
  const opened = new Map<RoleName, Database>();
  const urlOf = (role: RoleName) => urls.get(role) as string;
  const { SWAPDESK_PASSPHRASE } = store.env;
  const givenTo = (role: RoleName): Record<string, string> => {
    const config = { SWAPDESK_CONFIG };
    if (role === 'engine') return { ...config, SWAPDESK_DATA_DIR: folders.engine };
    if (role === 'signer') return { ...config, SWAPDESK_DATA_DIR: folders.signer, SWAPDESK_PASSPHRASE };
    return { ...config, ...apiEnv(store) };
  };
  const env = (role: RoleName) => ({ ...givenTo(role), SWAPDESK_DATABASE_URL: urlOf(role) });
  await writeFile(join(folders.signer, 'swapdesk.signer.json'), await pinnedAssets(env('console')));
  return {
    store,
    told: made.output,
    env,
    envWithFile: (role) => ({
      ...givenTo(role),
      SWAPDESK_DATABASE_URL: '',
      SWAPDESK_DATABASE_URL_FILE: urlFile(urlFolder, role),
    }),
    as(role) {
      const known = opened.get(role) ?? openDatabase({ connectionString: urlOf(role) }, 1);
      opened.set(role, known);
      return known;
    },
    async drop() {
      await Promise.all([...opened.values()].map((each) => each.end()));
      const desk = { hasSigner: true, isSimulated: true };
      await undoRoles(store.database, { prefix, desk, verifiers: new Map() });
      await store.drop();
    },
  };
}

/** What a signer signs for: all that there is. */
async function pinnedAssets(env: Record<string, string>): Promise<string> {
  const { code, output } = await runHere(['signing', 'assets'], env);
  if (code !== 0) throw new Error(output);
  return output.slice(0, output.lastIndexOf('}') + 1);
}
