import { StartupError } from '../startup-error.ts';
import type { Database, Queryable } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';
import { type DeskKind, ROLES, type RoleName } from './parts.ts';
import {
  type Membership,
  type RolePlan,
  type RoleSettings,
  type RolesAmiss,
  roleName,
  roleSql,
  undoSql,
} from './role-sql.ts';

const NOT_ALLOWED = '42501';

export interface RoleOptions {
  readonly prefix: string;
  readonly desk: DeskKind;
  readonly verifiers: ReadonlyMap<RoleName, string>;
}

/** What there is now, for whoever writes the SQL. */
export async function planRoles(client: Queryable, options: RoleOptions): Promise<RolePlan> {
  const { rows } = await client.query<{ schema: string; database: string; roles: string[] }>(
    `SELECT current_schema() AS schema, current_database() AS database,
            ARRAY(SELECT rolname::text FROM pg_roles WHERE rolname = ANY ($1)) AS roles`,
    [ROLES.map((role) => roleName(options.prefix, role))],
  );
  const { schema, database, roles } = rows[0] as (typeof rows)[number];
  const existing = new Set(ROLES.filter((role) => roles.includes(roleName(options.prefix, role))));
  return { ...options, schema, database, existing, amiss: await rolesAmiss(client, roles) };
}

async function rolesAmiss(client: Queryable, roles: readonly string[]): Promise<RolesAmiss> {
  const mighty = await client.query<{ rolname: string }>(
    `SELECT rolname FROM pg_roles WHERE rolname = ANY ($1)
        AND (rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls) ORDER BY rolname`,
    [roles],
  );
  const memberships = await client.query<Membership>(
    `SELECT DISTINCT member.rolname::text AS member, whole.rolname::text AS of, grantor.rolname::text AS by
       FROM pg_auth_members m JOIN pg_roles member ON member.oid = m.member JOIN pg_roles whole ON whole.oid = m.roleid
       LEFT JOIN pg_roles grantor ON grantor.oid = m.grantor
      WHERE member.rolname = ANY ($1) ORDER BY 1, 2, 3`,
    [roles],
  );
  const settings = await client.query<RoleSettings>(
    `SELECT r.rolname::text AS role, d.datname::text AS database
       FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = s.setrole LEFT JOIN pg_database d ON d.oid = s.setdatabase
      WHERE r.rolname = ANY ($1) ORDER BY 1, 2`,
    [roles],
  );
  return {
    mighty: mighty.rows.map(({ rolname }) => rolname),
    memberships: memberships.rows,
    settings: settings.rows,
  };
}

/** Makes the roles, or makes them right again, all or nothing. */
export function makeRoles(database: Database, options: RoleOptions): Promise<void> {
  return run(database, options, roleSql);
}

/** Takes the roles and all that was made for them away, all or nothing. */
export function undoRoles(database: Database, options: RoleOptions): Promise<void> {
  return run(database, options, undoSql);
}

async function run(
  database: Database,
  options: RoleOptions,
  sqlOf: (plan: RolePlan) => string[],
): Promise<void> {
  await transaction(database, async (client) => {
    for (const statement of sqlOf(await planRoles(client, options))) await client.query(statement);
  }).catch((error: { code?: string; message: string }) => {
    if (error.code !== NOT_ALLOWED) throw error;
    throw new StartupError(
      `The database user may not do that: ${error.message}. Nothing was changed. Use the one that owns the tables, and let a ` +
        'superuser give it the right to make roles: ALTER ROLE … CREATEROLE',
    );
  });
}
