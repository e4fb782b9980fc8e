import pg from 'pg';
import { DEFINERS, FUNCTIONS, SEQUENCES } from './functions.ts';
import { guardSql, unguardSql } from './guard.ts';
import { type DeskKind, type DeskPart, partsOf, ROLES, type RoleName } from './parts.ts';
import { TABLES } from './tables.ts';

const { escapeIdentifier: name, escapeLiteral: text } = pg;

/** What roles that were there before have and should not. */
export interface RolesAmiss {
  /** Those that may do more in the server than enter it, by their attributes. */
  readonly mighty: readonly string[];
  /** Ours that are members of anything, one of ours or not. */
  readonly memberships: readonly Membership[];
  /** What their sessions begin with. Each may say that of itself: whoever has taken one can keep all others of it from working. */
  readonly settings: readonly RoleSettings[];
}

export interface RoleSettings {
  readonly role: string;
  /** Null: in all. */
  readonly database: string | null;
}

export interface Membership {
  readonly member: string;
  readonly of: string;
  /** Who let it in: somebody else's word is not taken back by ours. Null: nobody who is there still. */
  readonly by: string | null;
}

/** What the SQL is written for. */
export interface RolePlan {
  /** Roles belong to the whole server: two desks on one have names of their own. */
  readonly prefix: string;
  readonly schema: string;
  readonly database: string;
  readonly desk: DeskKind;
  /** Those of the roles that the server has. */
  readonly existing: ReadonlySet<RoleName>;
  /** What is amiss with these: said by hand, and to be taken back. */
  readonly amiss: RolesAmiss;
  /** The password of each role as the server keeps it (scram.ts); none: what it has stays. */
  readonly verifiers: ReadonlyMap<RoleName, string>;
}

/** The name of a role in the server. */
export function roleName(prefix: string, role: RoleName): string {
  return `${prefix}_${role}`;
}

/**
 * SQL that makes the roles as the tables of this room say, whatever they were before: run again it changes nothing. It belongs into
 * one transaction, so that nodes at work never lack a right in between.
 */
export function roleSql(plan: RolePlan): string[] {
  return [
    ...ROLES.filter((role) => !plan.existing.has(role)).map((role) => createRole(plan, role)),
    ...humbled(plan),
    ...ROLES.flatMap((role) => passwordOf(plan, role)),
    ...closedSql(plan),
    ...ROLES.flatMap((role) => [...takenBack(plan, role), ...granted(plan, role)]),
    ...definerSql(plan),
    ...guardSql(
      {
        api: text(roleName(plan.prefix, 'api')),
        others: (['engine', 'console'] as const).map((role) => text(roleName(plan.prefix, role))),
      },
      searchPath(plan),
    ),
  ];
}

/** SQL that takes all of it back: the store is as a migration left it, and the roles are gone. */
export function undoSql(plan: RolePlan): string[] {
  const there = ROLES.filter((role) => plan.existing.has(role));
  return [
    ...unguardSql(),
    ...Object.keys(DEFINERS).flatMap((each) => [
      `ALTER FUNCTION ${each}() SECURITY INVOKER RESET ALL`,
      `GRANT EXECUTE ON FUNCTION ${each}() TO PUBLIC`,
      `COMMENT ON FUNCTION ${each}() IS NULL`,
    ]),
    ...Object.keys(FUNCTIONS).map((each) => `GRANT EXECUTE ON FUNCTION ${each} TO PUBLIC`),
    `GRANT TEMPORARY ON DATABASE ${name(plan.database)} TO PUBLIC`,
    ...there.flatMap((role) => takenBack(plan, role)),
    ...there.map((role) => `DROP ROLE ${name(roleName(plan.prefix, role))}`),
  ];
}

const NOTHING_MORE = 'NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS';

/** Not an owner of anything, and nothing beyond what it is granted. */
function createRole({ prefix }: RolePlan, role: RoleName): string {
  return `CREATE ROLE ${name(roleName(prefix, role))} LOGIN ${NOTHING_MORE}`;
}

/** Only where it is needed: to say what a role is not takes who may say that it is, which an owner of tables need not be. */
function humbled({ amiss }: RolePlan): string[] {
  return [
    ...amiss.mighty.map((role) => `ALTER ROLE ${name(role)} ${NOTHING_MORE}`),
    ...amiss.settings.map(
      ({ role, database }) =>
        `ALTER ROLE ${name(role)}${database === null ? '' : ` IN DATABASE ${name(database)}`} RESET ALL`,
    ),
    ...amiss.memberships.map(
      ({ member, of, by }) =>
        `REVOKE ${name(of)} FROM ${name(member)}${by === null ? '' : ` GRANTED BY ${name(by)}`} CASCADE`,
    ),
  ];
}

function passwordOf({ prefix, verifiers }: RolePlan, role: RoleName): string[] {
  const verifier = verifiers.get(role);
  return verifier === undefined
    ? []
    : [`ALTER ROLE ${name(roleName(prefix, role))} PASSWORD ${text(verifier)}`];
}

/** What PostgreSQL lets everybody do, and nobody here needs: make tables, call our functions. */
function closedSql({ schema, database }: RolePlan): string[] {
  return [
    `REVOKE CREATE ON SCHEMA ${name(schema)} FROM PUBLIC`,
    `REVOKE ALL ON ALL TABLES IN SCHEMA ${name(schema)} FROM PUBLIC`,
    `REVOKE ALL ON ALL SEQUENCES IN SCHEMA ${name(schema)} FROM PUBLIC`,
    `REVOKE TEMPORARY ON DATABASE ${name(database)} FROM PUBLIC`,
    ...Object.keys(FUNCTIONS).map((each) => `REVOKE EXECUTE ON FUNCTION ${each} FROM PUBLIC`),
  ];
}

function takenBack({ prefix, schema, database }: RolePlan, role: RoleName): string[] {
  const it = name(roleName(prefix, role));
  return [
    `REVOKE ALL ON ALL TABLES IN SCHEMA ${name(schema)} FROM ${it}`,
    `REVOKE ALL ON ALL SEQUENCES IN SCHEMA ${name(schema)} FROM ${it}`,
    `REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ${name(schema)} FROM ${it}`,
    `REVOKE ALL ON SCHEMA ${name(schema)} FROM ${it}`,
    `REVOKE ALL ON DATABASE ${name(database)} FROM ${it}`,
  ];
}

function granted({ prefix, desk, schema, database }: RolePlan, role: RoleName): string[] {
  const it = name(roleName(prefix, role));
  const parts = partsOf(role, desk);
  const named = (list: Readonly<Record<string, readonly DeskPart[]>>) =>
    Object.entries(list).flatMap(([each, whose]) =>
      whose.some((part) => parts.includes(part)) ? [each] : [],
    );
  return [
    `GRANT CONNECT ON DATABASE ${name(database)} TO ${it}`,
    `GRANT USAGE ON SCHEMA ${name(schema)} TO ${it}`,
    ...Object.entries(TABLES).flatMap(([table, rights]) =>
      parts.flatMap((part) =>
        rights[part] === undefined ? [] : [`GRANT ${rights[part]} ON ${name(table)} TO ${it}`],
      ),
    ),
    ...named(SEQUENCES).map((sequence) => `GRANT USAGE ON SEQUENCE ${name(sequence)} TO ${it}`),
    ...named(FUNCTIONS).map((each) => `GRANT EXECUTE ON FUNCTION ${each} TO ${it}`),
  ];
}

function definerSql(plan: RolePlan): string[] {
  return Object.entries(DEFINERS).flatMap(([each, why]) => [
    `ALTER FUNCTION ${each}() SECURITY DEFINER SET search_path = ${searchPath(plan)}`,
    `REVOKE EXECUTE ON FUNCTION ${each}() FROM PUBLIC`,
    `COMMENT ON FUNCTION ${each}() IS ${text(`Runs as its owner: ${why}`)}`,
  ]);
}

/** Temporary tables last, so that none takes the place of one of ours. */
function searchPath({ schema }: RolePlan): string {
  return `${name(schema)}, pg_temp`;
}
