import { fillCatalogue } from '../catalog/fill-catalogue.ts';
import { type Config, type Environment, readConfig, readLocation } from '../config.ts';
import { makeRoles, planRoles, type RoleOptions, undoRoles } from '../rights/make-roles.ts';
import { ROLE_WORDS, ROLES } from '../rights/parts.ts';
import { roleName, roleSql, undoSql } from '../rights/role-sql.ts';
import { keepUrls, urlFile } from '../rights/role-urls.ts';
import { standingDesk, whatWouldMove } from '../rights/standing-rights.ts';
import { StartupError } from '../startup-error.ts';
import type { Database } from '../store/database.ts';
import { planMigration } from '../store/migrate.ts';
import { readMigrations } from '../store/migrations.ts';
import { joinStore, seeStore } from '../store/open-store.ts';
import { readArguments } from './arguments.ts';
import { type Command, UsageError, WrongArguments } from './command.ts';

const USUAL_PREFIX = 'swapdesk';

export const databaseMigrate: Command = {
  name: 'database migrate',
  usage: '[--dry-run]',
  summary:
    'Bring the store up to date, as the user that owns it, while nodes of the version before go on. Others do it at their start, unless ' +
    'they have roles of their own. --dry-run says what would be done, and which nodes have to be stopped first',
  async run(args, env) {
    const { flags } = readArguments(args, { words: [], options: [], flags: ['dry-run'] });
    if (flags['dry-run'] === true) return dryRun(env);
    const { migrated, stop } = await joinStore(readLocation(env), fillCatalogue);
    await stop();
    const done = migrated.length === 0 ? 'The store is up to date.' : `Applied: ${migrated.join(', ')}.`;
    console.log(
      `${done}${migrated.length === 0 ? '' : ' If its nodes have roles: npx swapdesk database roles'}`,
    );
  },
};

/** Exit code 0: it can be done now. */
async function dryRun(env: Environment): Promise<void> {
  const { database, stop } = await seeStore(readLocation(env));
  const { missing, obstacle } = await planMigration(database, await readMigrations()).finally(stop);
  for (const { name, why, number, beside } of missing) {
    const who =
      beside === number
        ? 'No node may go on that does not know it.'
        : `Nodes that know ${String(beside).padStart(4, '0')} may go on beside it.`;
    console.log(`${name}\n  ${why}\n  ${who}`);
  }
  if (obstacle !== null) throw new StartupError(obstacle);
  console.log(
    missing.length === 0
      ? 'The store is up to date.'
      : 'Nothing was changed. All nodes that run may go on meanwhile: npx swapdesk database migrate',
  );
}

export const databaseRoles: Command = {
  name: 'database roles',
  usage: '[--prefix NAME] [--urls FOLDER] [--as-configured] [--dry-run] [--undo]',
  summary:
    'Give api, engine, console, signer and reports a database role each that may do what it needs and no more. Run it as the owner of the ' +
    'store, again after each migration; --urls writes a file with the URL of each, --as-configured moves the keys between engine and signer where the configuration has ' +
    'changed, --dry-run prints the SQL, --undo takes all of it back',
  async run(args, env) {
    const { options, flags } = readArguments(args, {
      words: [],
      options: ['prefix', 'urls'],
      flags: ['as-configured', 'dry-run', 'undo'],
    });
    const prefix = options.prefix ?? USUAL_PREFIX;
    if (!/^[a-z][a-z0-9_]{0,40}$/.test(prefix))
      throw new WrongArguments(`--prefix takes small letters, digits and _, not "${prefix}".`);
    const config = readConfig(env);
    const { databaseUrl } = config;
    if (databaseUrl === null)
      throw new UsageError(
        'The built-in database serves one process, which does everything: it has no roles. Set SWAPDESK_DATABASE_URL to a PostgreSQL of your own.',
      );
    const isDry = flags['dry-run'] === true;
    const desk = deskOf(config);
    const keep = options.urls !== undefined && !isDry && flags.undo !== true;
    await withOwnStore(env, async (database) => {
      const isUndo = flags.undo === true;
      if (!isUndo && flags['as-configured'] !== true) await refuseOtherDesk(database, prefix, config);
      const verifiers = keep ? await keepUrls(options.urls as string, databaseUrl, prefix) : new Map();
      const wanted = { prefix, desk, verifiers };
      if (isDry) return printSql(database, wanted, isUndo);
      if (isUndo) return undo(database, wanted);
      await makeRoles(database, wanted);
      console.log(told(prefix, desk, keep ? (options.urls as string) : null));
    });
  },
};

function deskOf({ signer, chains }: Config): RoleOptions['desk'] {
  return { hasSigner: signer !== null, isSimulated: chains === null };
}

/** Typed in another folder, the command finds another configuration or none, and would give the seed to whoever should not have it. */
async function refuseOtherDesk(database: Database, prefix: string, config: Config): Promise<void> {
  const moves = whatWouldMove(await standingDesk(database, prefix), deskOf(config));
  if (moves === null) return;
  const found = config.file === null ? 'No configuration file was found' : `${config.file} was read`;
  throw new StartupError(
    `By the rights that the roles ${prefix}_… have now, ${moves}. ${found}; nothing was changed. Name the file that the desk runs with: ` +
      'SWAPDESK_CONFIG. If the desk itself is to change: npx swapdesk database roles --as-configured',
  );
}

async function withOwnStore(env: Environment, work: (database: Database) => Promise<void>): Promise<void> {
  const { database, stop } = await joinStore(readLocation(env), fillCatalogue);
  await work(database).finally(stop);
}

async function printSql(database: Database, wanted: RoleOptions, isUndo: boolean): Promise<void> {
  const plan = await planRoles(database, wanted);
  const statements = isUndo ? undoSql(plan) : roleSql(plan);
  console.log(`BEGIN;\n${statements.join(';\n')};\nCOMMIT;`);
  console.error('Nothing was changed. Do it without --dry-run.');
}

async function undo(database: Database, wanted: RoleOptions): Promise<void> {
  await undoRoles(database, wanted);
  console.log(
    `The roles ${wanted.prefix}_… and all that was made for them are gone. Nodes that used them stop: give them the owner's URL.`,
  );
}

function told(
  prefix: string,
  { hasSigner, isSimulated }: RoleOptions['desk'],
  folder: string | null,
): string {
  const lines = ROLES.map(
    (role) => `  ${roleName(prefix, role).padEnd(prefix.length + 9)}${ROLE_WORDS[role]}`,
  );
  const keys = hasSigner ? 'The signer' : 'The engine, as no signer is configured,';
  const networks = isSimulated
    ? ' Chains are simulated: what is done to them is allowed to api, engine and console.'
    : '';
  const next =
    folder === null
      ? `Give each a password (\\password ${prefix}_api in psql), or run this again with --urls FOLDER.`
      : `Their URLs are in ${folder}, for SWAPDESK_DATABASE_URL_FILE: ${urlFile(folder, 'api')} …`;
  return `Each role may do what its processes need, and no more:\n${lines.join('\n')}\n${keys} holds the keys.${networks}\n${next}`;
}
