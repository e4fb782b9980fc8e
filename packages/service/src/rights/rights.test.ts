import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { IS_LONG } from '../../../../test/support/volume.ts';
import { fillCatalogue } from '../catalog/fill-catalogue.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { migrate } from '../store/migrate.ts';
import { DEFINERS, FUNCTIONS, PLAIN_TRIGGERS, SEQUENCES } from './functions.ts';
import { makeRoles, undoRoles } from './make-roles.ts';
import { ROLES } from './parts.ts';
import { urlFor } from './role-urls.ts';
import { scramVerifier } from './scram.ts';
import { TABLES } from './tables.ts';

let store: TestDatabase;
/** Roles are the server's: each test file has names of its own. */
const prefix = `t${randomBytes(5).toString('hex')}`;
const options = { prefix, desk: { hasSigner: false, isSimulated: true }, verifiers: new Map() };

beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(async () => {
  await undoRoles(store.database, options);
  await store.drop();
});

const names = async (sql: string) =>
  (await store.database.query<{ name: string }>(sql)).rows.map(({ name }) => name).sort();

/** Who may do what with every table, column, sequence, function, the schema and the database, whether that is said or usual. */
const granted = (what: string, list: string, kind: string, owner: string) =>
  `SELECT ${what} || ': ' || a.grantee::regrole || ' ' || a.privilege_type AS is FROM lists CROSS JOIN LATERAL
          aclexplode(coalesce(${list}, acldefault('${kind}', ${owner}))) AS a`;
const ours = (catalogue: string, column: string) =>
  `WITH lists AS (SELECT * FROM ${catalogue} WHERE ${column} = 'public'::regnamespace)`;
const RIGHTS = [
  `${ours(`pg_class`, 'relnamespace')} ${granted('relname', 'relacl', 'r', 'relowner')} WHERE relkind IN ('r', 'v', 'p')`,
  `${ours(`pg_class`, 'relnamespace')} ${granted('relname', 'relacl', 's', 'relowner')} WHERE relkind = 'S'`,
  `WITH lists AS (SELECT * FROM pg_attribute WHERE attacl IS NOT NULL)
   SELECT attrelid::regclass || '.' || attname || ': ' || a.grantee::regrole || ' ' || a.privilege_type AS is
     FROM lists CROSS JOIN LATERAL aclexplode(attacl) AS a`,
  `${ours('pg_proc', 'pronamespace')} ${granted('proname', 'proacl', 'f', 'proowner')}`,
  `SELECT proname || ': ' || prosecdef || coalesce(proconfig::text, '') || coalesce(obj_description(oid, 'pg_proc'), '') AS is
     FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
  'SELECT pg_get_triggerdef(oid) AS is FROM pg_trigger WHERE NOT tgisinternal',
  `WITH lists AS (SELECT * FROM pg_namespace WHERE nspname = 'public') ${granted('nspname', 'nspacl', 'n', 'nspowner')}`,
  `WITH lists AS (SELECT * FROM pg_database WHERE datname = current_database()) ${granted("'database'", 'datacl', 'd', 'datdba')}`,
];
async function allRights(database: Database): Promise<string[]> {
  const found: string[] = [];
  for (const sql of RIGHTS)
    found.push(...(await database.query<{ is: string }>(sql)).rows.map((row) => row.is));
  return found.sort();
}
const rolesThere = (database: Database) =>
  database
    .query<{ name: string }>(`SELECT rolname AS name FROM pg_roles WHERE rolname LIKE '${prefix}\\_%'`)
    .then(({ rows }) => rows.map(({ name }) => name).sort());

describe('the list of rights', () => {
  it('names every table and view of the store, and no other', async () => {
    const there = await names(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'm', 'p') AND NOT relispartition`,
    );
    expect(Object.keys(TABLES).sort()).toEqual(there);
  });

  it('names every sequence that is not of an identity column', async () => {
    const there = await names(
      `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'S'
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'i')`,
    );
    // Asked for by name all the same, to make the hashes of test networks differ.
    expect(Object.keys(SEQUENCES).sort()).toEqual([...there, 'sim_tx_seq_seq'].sort());
  });

  it('says of every function who may call it, or as whom it runs', async () => {
    const there = await names(
      `SELECT proname AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
    );
    const called = Object.keys(FUNCTIONS).map((each) => each.replace(/\(.*/, ''));
    const named = new Set([...called, ...Object.keys(DEFINERS), ...PLAIN_TRIGGERS]);
    expect([...named].sort()).toEqual(there);
  });

  it('lets nobody but whoever holds the keys see the seed, nobody but the console the operators, and reports no secret', () => {
    const whoHas = (table: string) => Object.keys(TABLES[table] as object).sort();
    expect(TABLES.wallet?.engine).not.toContain('sealed_seed');
    expect(TABLES.wallet?.console).not.toContain('sealed_seed');
    expect(whoHas('operator_session')).toEqual(['console']);
    expect(whoHas('operator_recovery')).toEqual(['console']);
    expect(whoHas('login_attempt')).toEqual(['console']);
    for (const table of ['seal_key', 'desk_key', 'order_claim'])
      expect(TABLES[table]?.reports).toBeUndefined();
    const written = Object.entries(TABLES).filter(([, { reports = '', all = '' }]) =>
      /INSERT|UPDATE|DELETE/.test(reports + all),
    );
    expect(written).toEqual([]);
  });
});

describe('making the roles', () => {
  it('twice is the same as once, and undone nothing is left of it', async () => {
    const before = await allRights(store.database);
    await makeRoles(store.database, options);
    const once = await allRights(store.database);
    expect(once).not.toEqual(before);
    expect(await rolesThere(store.database)).toEqual(ROLES.map((role) => `${prefix}_${role}`).sort());
    await makeRoles(store.database, options);
    expect(await allRights(store.database)).toEqual(once);

    await undoRoles(store.database, options);
    expect(await rolesThere(store.database)).toEqual([]);
    expect(await allRights(store.database)).toEqual(before);
    await undoRoles(store.database, options);
  });

  it('takes back what somebody granted by hand, and what a replaced function has lost comes again', async () => {
    await makeRoles(store.database, options);
    const right = await allRights(store.database);
    await store.database.query(`GRANT UPDATE ON payout TO ${prefix}_api`);
    await store.database.query('ALTER FUNCTION note_change() SECURITY INVOKER RESET ALL');
    await makeRoles(store.database, options);
    expect(await allRights(store.database)).toEqual(right);
    const { rows } = await store.database.query(
      `SELECT proname, prosecdef, proconfig FROM pg_proc WHERE prosecdef ORDER BY proname`,
    );
    expect(rows.map(({ proname }) => proname)).toEqual(Object.keys(DEFINERS).sort());
    for (const { proconfig } of rows) expect(proconfig).toEqual(['search_path=public, pg_temp']);
  });

  it.runIf(IS_LONG)(
    'takes back what a role was made by hand, whose member it became, and what everybody was let',
    async () => {
      await makeRoles(store.database, options);
      const right = await allRights(store.database);
      const [api, engine] = [`${prefix}_api`, `${prefix}_engine`];
      await store.database.query(`ALTER ROLE ${api} SUPERUSER CREATEDB CREATEROLE REPLICATION BYPASSRLS`);
      const other = `${prefix}_other`;
      await store.database.query(`CREATE ROLE ${other}; GRANT ${engine} TO ${other} WITH ADMIN OPTION`);
      await store.database.query(`GRANT ${engine} TO ${api} GRANTED BY ${other}`);
      await store.database.query(`GRANT ${engine}, pg_write_all_data TO ${api}`);
      await store.database.query(
        'GRANT SELECT ON wallet TO PUBLIC; GRANT UPDATE (units) ON payout TO PUBLIC',
      );
      await makeRoles(store.database, options);
      expect(await allRights(store.database)).toEqual(right);
      const { rows } = await store.database.query(
        `SELECT rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls AS is_mighty,
              ARRAY(SELECT roleid::regrole::text FROM pg_auth_members WHERE member = r.oid) AS member_of
         FROM pg_roles r WHERE rolname = $1`,
        [api],
      );
      expect(rows).toEqual([{ is_mighty: false, member_of: [] }]);
      await store.database.query(`DROP ROLE ${other}`);
    },
  );

  it.runIf(IS_LONG)('takes back what a role has said its sessions begin with', async () => {
    await makeRoles(store.database, options);
    const client = await store.database.connect();
    await client.query(`SET ROLE ${prefix}_api`);
    await client.query(`ALTER ROLE ${prefix}_api SET default_transaction_read_only = on`);
    const { rows: here } = await client.query<{ name: string }>('SELECT current_database() AS name');
    await client.query(`ALTER ROLE ${prefix}_api IN DATABASE ${here[0]?.name} SET statement_timeout = 1`);
    client.release(true);
    await makeRoles(store.database, options);
    const { rows } = await store.database.query(
      'SELECT setconfig FROM pg_db_role_setting WHERE setrole = $1::regrole',
      [`${prefix}_api`],
    );
    expect(rows).toEqual([]);
  });

  it('gives the seed to the engine or to the signer, and test networks to nobody on real chains', async () => {
    const may = async (role: string, table: string, right: string) =>
      (
        await store.database.query<{ may: boolean }>('SELECT has_table_privilege($1, $2, $3) AS may', [
          ...[`${prefix}_${role}`, table, right],
        ])
      ).rows[0]?.may;
    await makeRoles(store.database, { ...options, desk: { hasSigner: true, isSimulated: false } });
    expect(await may('signer', 'wallet', 'SELECT')).toBe(true);
    expect(await may('engine', 'wallet', 'SELECT')).toBe(false);
    expect(await may('api', 'sim_tx', 'SELECT')).toBe(false);
    await makeRoles(store.database, options);
    expect(await may('signer', 'wallet', 'SELECT')).toBe(false);
    expect(await may('engine', 'wallet', 'SELECT')).toBe(true);
    expect(await may('api', 'sim_tx', 'INSERT')).toBe(true);
  });
});

describe('what is stored by ranges', () => {
  /** As a role of the desk, on a connection of its own. */
  const as = async (role: string, sql: string) => {
    const client = await store.database.connect();
    try {
      await client.query(`SET ROLE ${prefix}_${role}`);
      return await client.query(sql);
    } finally {
      client.release(true);
    }
  };
  const owner = (sql: string) => store.database.query(sql);
  beforeAll(() => makeRoles(store.database, options));

  it('gets its next ranges by an engine alone, and no role may touch a range by itself', async () => {
    await owner(`SELECT setval('orders_id_seq', 150000)`);
    for (const role of ROLES.filter((each) => each !== 'engine'))
      await expect(as(role, 'SELECT make_room()')).rejects.toThrow('permission denied');
    expect((await as('engine', 'SELECT make_room() AS made')).rows[0].made).toBeGreaterThan(0);
    await owner(`SELECT setval('orders_id_seq', 1, false)`);
    const { rows: ranges } = await owner(
      `SELECT leaf FROM stored_range WHERE name = 'order_event' ORDER BY beyond`,
    );
    for (const { leaf } of [ranges[0], ranges.at(-1)]) {
      for (const role of ROLES) {
        await expect(as(role, `SELECT 1 FROM ${leaf}`)).rejects.toThrow('permission denied');
        await expect(as(role, `UPDATE ${leaf} SET at = 1`)).rejects.toThrow('permission denied');
        await expect(as(role, `DROP TABLE ${leaf}`)).rejects.toThrow('must be owner');
      }
    }
  });

  it('notes for its owner what is written to a range that is being archived, whoever writes it', async () => {
    await owner(
      `CREATE TRIGGER archive_watch AFTER INSERT ON order_event_0 FOR EACH ROW EXECUTE FUNCTION note_touched()`,
    );
    await as(
      'engine',
      `INSERT INTO order_event (order_id, at, type, asset_id, units, txid) VALUES (1, 1, 'deposit.seen', 1, 1, 'a')`,
    );
    await expect(as('engine', 'DELETE FROM archive_touched')).rejects.toThrow('permission denied');
    expect((await owner('DELETE FROM archive_touched RETURNING name')).rows).toEqual([
      { name: 'order_event_0' },
    ]);
    await owner('DROP TRIGGER archive_watch ON order_event_0; DELETE FROM order_event');
  });
});

describe('an owner that is no superuser', () => {
  const owner = `${prefix}_owner`;
  let database: Database;

  const openAs = (user: string, password: string) =>
    openDatabase({ connectionString: urlFor(store.url, user, password) }, 2);

  beforeAll(async () => {
    await undoRoles(store.database, options);
    await store.database.query(`CREATE ROLE ${owner} LOGIN CREATEROLE PASSWORD 'o'`);
    await store.database.query(`DROP SCHEMA public CASCADE; CREATE SCHEMA public AUTHORIZATION ${owner}`);
    const { rows } = await store.database.query('SELECT current_database() AS name');
    await store.database.query(`ALTER DATABASE ${rows[0].name} OWNER TO ${owner}`);
    database = openAs(owner, 'o');
    await migrate(database, fillCatalogue);
  });
  afterAll(async () => {
    await undoRoles(database, options);
    await database.end();
    await store.database.query(`DROP OWNED BY ${owner} CASCADE; CREATE SCHEMA public`);
    const { rows } = await store.database.query('SELECT current_database() AS name, current_user AS me');
    await store.database.query(`ALTER DATABASE ${rows[0].name} OWNER TO ${rows[0].me}; DROP ROLE ${owner}`);
    await migrate(store.database, fillCatalogue);
  });

  it('makes them, again, and lets one in by its password, which the server was never told', async () => {
    const verifiers = new Map([['api', scramVerifier('x1', randomBytes(16))] as const]);
    await makeRoles(database, { ...options, verifiers });
    await makeRoles(database, options);
    const api = openAs(`${prefix}_api`, 'x1');
    // Up to date: a node starts, though it may not migrate.
    expect(await migrate(api, fillCatalogue)).toEqual([]);
    await expect(api.query('CREATE TABLE mine (id int)')).rejects.toThrow('permission denied');
    await expect(api.query('CREATE TEMPORARY TABLE mine (id int)')).rejects.toThrow('permission denied');
    await api.end();
  });

  it('is whom a node names that finds the store not up to date', async () => {
    const api = openAs(`${prefix}_api`, 'x1');
    const { rows } = await database.query(
      'DELETE FROM migration WHERE name = (SELECT max(name) FROM migration) RETURNING name',
    );
    const refused = migrate(api, fillCatalogue);
    await expect(refused).rejects.toThrow(
      new RegExp(
        `needs migrating.*lacks ${rows[0].name}.*swapdesk database migrate && npx swapdesk database roles`,
      ),
    );
    await database.query('INSERT INTO migration (name) VALUES ($1)', [rows[0].name]);
    const words = await database.query(`UPDATE asset SET name = 'x' WHERE id = 1 RETURNING id`);
    expect(words.rowCount).toBe(1);
    await expect(migrate(api, fillCatalogue)).rejects.toThrow(/needs migrating.*asset/);
    expect(await migrate(database, fillCatalogue)).toEqual([]);
    expect(await migrate(api, fillCatalogue)).toEqual([]);
    await api.end();
  });

  it('who may make no roles is told so, and nothing is changed', async () => {
    await undoRoles(database, options);
    await store.database.query(`ALTER ROLE ${owner} NOCREATEROLE`);
    await expect(makeRoles(database, options)).rejects.toThrow(/Nothing was changed.*CREATEROLE/s);
    await store.database.query(`ALTER ROLE ${owner} CREATEROLE`);
    expect(await rolesThere(store.database)).toEqual([`${prefix}_owner`]);
  });
});
