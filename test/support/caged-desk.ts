import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { undoRoles } from '../../packages/service/src/rights/make-roles.ts';
import { ROLES, type RoleName } from '../../packages/service/src/rights/parts.ts';
import { urlFile } from '../../packages/service/src/rights/role-urls.ts';
import { type Database, openDatabase } from '../../packages/service/src/store/database.ts';
import { apiEnv, createDeskStore, type DeskStore } from './desk-store.ts';
import { runHere } from './run-here.ts';

/** A store whose processes have a database role each, as `swapdesk database roles` makes them. */
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
  const folder = join(store.folder, 'urls');
  const made = await runHere(['database', 'roles', '--prefix', prefix, '--urls', folder], store.env);
  if (made.code !== 0) throw new Error(made.output);
  const read = async (role: RoleName) =>
    [role, (await readFile(urlFile(folder, role), 'utf8')).trim()] as const;
  const urls = new Map(await Promise.all(ROLES.map(read)));
  const opened = new Map<RoleName, Database>();
  const urlOf = (role: RoleName) => urls.get(role) as string;
  const givenTo = (role: RoleName) => (role === 'engine' || role === 'signer' ? store.env : apiEnv(store));
  return {
    store,
    told: made.output,
    env: (role) => ({ ...givenTo(role), SWAPDESK_DATABASE_URL: urlOf(role) }),
    envWithFile: (role) => ({
      ...givenTo(role),
      SWAPDESK_DATABASE_URL: '',
      SWAPDESK_DATABASE_URL_FILE: urlFile(folder, role),
    }),
    as(role) {
      const known = opened.get(role) ?? openDatabase({ connectionString: urlOf(role) }, 1);
      opened.set(role, known);
      return known;
    },
    async drop() {
      await Promise.all([...opened.values()].map((each) => each.end()));
      const desk = { hasSigner: false, isSimulated: true };
      await undoRoles(store.database, { prefix, desk, verifiers: new Map() });
      await store.drop();
    },
  };
}
