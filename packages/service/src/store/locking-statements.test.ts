import { describe, expect, it } from 'vitest';
import { mannerOf } from './migration-manner.ts';
import { readMigrations } from './migrations.ts';
import { lockingStatements } from './testing/locking-statements.ts';

/** From this one on a store may be in use, and large. */
const FIRST = '0031';

const lockingIn = (sql: string) => lockingStatements({ sql, manner: mannerOf(sql) });
const PATIENT = '-- Takes its time: it stops nobody.\n';
const ALONE = '-- Outside of any transaction: it is built beside readers and writers.\n';

describe('a migration that may keep requests waiting', () => {
  it.each([
    ['CREATE INDEX i ON orders (status)', /CONCURRENTLY/],
    ['CREATE UNIQUE INDEX i ON ONLY payout (id)', /CONCURRENTLY/],
    [`${PATIENT}CREATE INDEX CONCURRENTLY i ON orders (status)`, /file of its own/],
    ['ALTER TABLE orders ADD COLUMN x uuid DEFAULT gen_random_uuid()', /not constant/],
    ['ALTER TABLE orders ADD x bigint NOT NULL', /null in every row/],
    ['ALTER TABLE orders ADD COLUMN x bigint GENERATED ALWAYS AS (id + 1) STORED', /computed/],
    ['ALTER TABLE deposit ADD COLUMN y bigint REFERENCES orders', /every row is read/],
    ['ALTER TABLE deposit ADD COLUMN a int, ADD CONSTRAINT c CHECK (units > 0)', /NOT VALID/],
    ['ALTER TABLE deposit ADD FOREIGN KEY (order_id) REFERENCES orders', /NOT VALID/],
    ['ALTER TABLE deposit ADD CONSTRAINT u UNIQUE (txid, index)', /USING INDEX/],
    ['ALTER TABLE payment ALTER COLUMN nonce SET NOT NULL', /every row is read/],
    ['ALTER TABLE payment ALTER nonce TYPE numeric', /rewrites/],
    ['ALTER TABLE payment SET LOGGED', /rewrites/],
    ['UPDATE orders SET status = 1', /some at a time/],
    ['DELETE FROM order_event', /some at a time/],
    ['INSERT INTO result_due SELECT posting FROM ledger_entry', /some at a time/],
    ['VACUUM FULL asset', /locks all/],
    ['LOCK TABLE asset', /locks all/],
    ['ALTER TABLE ledger_entry VALIDATE CONSTRAINT c', /takes long/],
    [`${PATIENT}ALTER TABLE ledger_entry VALIDATE CONSTRAINT c; DROP INDEX i`, /hold a lock/],
  ])('is found: %s', (sql, why) => {
    expect(lockingIn(sql).join()).toMatch(why);
  });

  it.each([
    'CREATE TABLE orders (id bigint); CREATE INDEX i ON orders (id); INSERT INTO orders SELECT 1',
    'CREATE INDEX i ON asset (abbr); UPDATE asset SET stable = true; ALTER TABLE asset ALTER abbr SET NOT NULL',
    "ALTER TABLE orders ADD COLUMN x text NOT NULL DEFAULT 'kept', ADD COLUMN y bigint, DROP COLUMN z",
    'ALTER TABLE orders ADD CONSTRAINT c CHECK (units IN (1, 2)) NOT VALID, DROP CONSTRAINT d',
    'ALTER TABLE orders ADD CONSTRAINT u UNIQUE USING INDEX i',
    `${PATIENT}ALTER TABLE orders VALIDATE CONSTRAINT c`,
    `${ALONE}CREATE INDEX CONCURRENTLY i ON orders (status)`,
    '-- UPDATE orders SET status = 1\nCREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ UPDATE orders SET status = 1 $$',
  ])('is not what keeps nobody: %s', (sql) => {
    expect(lockingIn(sql)).toEqual([]);
  });

  it(`is none of ours, from ${FIRST} on`, async () => {
    const migrations = (await readMigrations()).filter(({ name }) => name >= FIRST);
    expect(migrations.length).toBeGreaterThan(2);
    expect(
      migrations.flatMap((each) => lockingStatements(each).map((why) => `${each.name}: ${why}`)),
    ).toEqual([]);
  });
});
