/**
 * A clock that can be set, for one database alone: sessions of the service find a clock_timestamp() of ours before PostgreSQL's.
 * A machine's own clock is everybody's, and is left alone; what the service sees is the same.
 */
const SQL = `
  CREATE SCHEMA stepped;
  CREATE TABLE stepped.step (by interval NOT NULL);
  INSERT INTO stepped.step VALUES ('0');
  CREATE FUNCTION stepped.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
    'SELECT pg_catalog.clock_timestamp() + (SELECT by FROM stepped.step)';
  GRANT USAGE ON SCHEMA stepped TO swapdesk;
  GRANT SELECT ON stepped.step TO swapdesk;
  ALTER ROLE swapdesk IN DATABASE swapdesk SET search_path = public, stepped, pg_catalog;`;

/** To be called before the first session of the service. */
export function openSteppedClock(cluster) {
  const run = (text) => {
    const { isDone, problem } = cluster.sql('swapdesk', text);
    if (!isDone) throw new Error(`the clock cannot be stepped: ${problem}`);
  };
  run(SQL);
  return (by) => run(`UPDATE stepped.step SET by = '${by}'`);
}
