-- Two neighbouring versions work on one store while its nodes are brought from one to the other: each node says what it is and that it
-- runs, and what two versions reckon in their own ways the store reckons for both.
-- beside: 0030

-- Who works on the store. A row is written anew every ten seconds; one that was not for half a minute is of a node that is gone.
CREATE TABLE node (
  id       text    PRIMARY KEY,   -- drawn at its start; the leases of an engine and of a signer are held under it
  role     text    NOT NULL,      -- the command that it runs
  host     text    NOT NULL,
  process  integer NOT NULL,
  version  text    NOT NULL,      -- of its program
  knows    integer NOT NULL,      -- the number of the last migration that it knows
  began_at bigint  NOT NULL,
  seen_at  bigint  NOT NULL       -- 0: it has stopped
);

-- A node hears at once that the store asks for a newer one.
INSERT INTO change (topic) VALUES ('schema');
CREATE TRIGGER migration_changed AFTER INSERT ON migration EXECUTE FUNCTION note_change('schema');

-- Nobody reserves or ends anything while the sums change hands. Whoever does both waits for the one with the other in hand, in whichever
-- order: so both are asked for together, briefly, again and again.
DO $$
DECLARE
  before text := current_setting('lock_timeout');
BEGIN
  SET LOCAL lock_timeout = '200ms';
  FOR tries IN 1 .. 100 LOOP
    BEGIN
      LOCK TABLE reservation, promised IN SHARE ROW EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available THEN
      IF tries = 100 THEN RAISE; END IF;
      PERFORM pg_sleep(0.05);
    END;
  END LOOP;
  PERFORM set_config('lock_timeout', before, true);
END $$;

-- As an earlier version may have left them: it knew nothing of callers without a key.
UPDATE promised p SET units = t.units, value = t.value, keyless_units = t.keyless_units, keyless_value = t.keyless_value
  FROM (SELECT asset_id, coalesce(sum(r.units), 0) AS units, coalesce(sum(r.value), 0) AS value,
               coalesce(sum(r.units) FILTER (WHERE r.is_keyless), 0) AS keyless_units,
               coalesce(sum(r.value) FILTER (WHERE r.is_keyless), 0) AS keyless_value
          FROM promised LEFT JOIN reservation r USING (asset_id) GROUP BY asset_id) AS t
 WHERE p.asset_id = t.asset_id;

-- What is promised follows from what is reserved, whoever reserves it or lets it go, and whatever else their version knows.
CREATE FUNCTION count_promised() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    UPDATE promised SET units = 0, value = 0, keyless_units = 0, keyless_value = 0;
    RETURN NULL;
  END IF;
  -- In the order in which everybody locks them.
  PERFORM 1 FROM promised WHERE asset_id IN (SELECT asset_id FROM changed) ORDER BY asset_id FOR UPDATE;
  UPDATE promised p SET units = p.units + t.units, value = p.value + t.value,
                        keyless_units = p.keyless_units + t.keyless_units, keyless_value = p.keyless_value + t.keyless_value
    FROM (SELECT asset_id, sum(sign * units) AS units, sum(sign * value) AS value,
                 coalesce(sum(sign * units) FILTER (WHERE is_keyless), 0) AS keyless_units,
                 coalesce(sum(sign * value) FILTER (WHERE is_keyless), 0) AS keyless_value
            FROM changed, (SELECT CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END AS sign) AS way GROUP BY asset_id) AS t
   WHERE p.asset_id = t.asset_id;
  RETURN NULL;
END $$;
CREATE TRIGGER reserved AFTER INSERT ON reservation REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_promised();
CREATE TRIGGER let_go AFTER DELETE ON reservation REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_promised();
CREATE TRIGGER all_let_go AFTER TRUNCATE ON reservation FOR EACH STATEMENT EXECUTE FUNCTION count_promised();

-- The version before counts for itself as well, in the statement that ends an order: that is passed over.
CREATE FUNCTION keep_promised() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RETURN NULL;
END $$;
CREATE TRIGGER counted_by_the_store BEFORE UPDATE ON promised FOR EACH ROW
  WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION keep_promised();

-- As before, but it only looks whether what is wanted fits beside what is promised: that is counted when it is reserved.
CREATE OR REPLACE FUNCTION reserve(wanted json) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  assets  integer[];
  most    numeric;
  keyless integer;
BEGIN
  SELECT array_agg(DISTINCT asset_id), min(most_in_all), min(keyless_pct) INTO assets, most, keyless
    FROM json_to_recordset(wanted) AS t (asset_id integer, most_in_all numeric, keyless_pct integer);
  PERFORM 1 FROM promised WHERE asset_id = ANY (assets) ORDER BY asset_id FOR UPDATE;
  -- The sum in all has no row of its own, for which whoever ends a promise would have to wait too. Those who promise do so one after
  -- the other, and whoever holds this holds all rows of `promised` that it needs.
  IF most IS NOT NULL THEN PERFORM pg_advisory_xact_lock(727006); END IF;
  -- A treasury that was never booked is that of a test network whose first blocks have not been followed yet.
  IF EXISTS (SELECT 1
               FROM (SELECT asset_id, sum(units) AS units, sum(value) AS value,
                            coalesce(sum(units) FILTER (WHERE keyless_pct IS NOT NULL), 0) AS keyless_units,
                            coalesce(sum(value) FILTER (WHERE keyless_pct IS NOT NULL), 0) AS keyless_value,
                            coalesce(min(share_pct), 100) AS share_pct, min(most_of_asset) AS most, min(keyless_pct) AS keyless_pct
                       FROM json_to_recordset(wanted) AS t (
                              asset_id integer, units numeric, value numeric, share_pct integer, most_of_asset numeric, keyless_pct integer)
                      GROUP BY asset_id) AS t
               JOIN promised p USING (asset_id) JOIN asset a ON a.id = p.asset_id LEFT JOIN treasury_units f USING (asset_id)
              WHERE (p.units + t.units) * 100 > coalesce(f.units, a.treasury_units) * t.share_pct
                 OR (p.keyless_units + t.keyless_units) * 10000 > coalesce(f.units, a.treasury_units) * t.share_pct * t.keyless_pct
                 OR p.value + t.value > t.most OR (p.keyless_value + t.keyless_value) * 100 > t.most * t.keyless_pct)
     OR EXISTS (SELECT 1
                  FROM (SELECT caller, min(most_of_caller) AS most, sum(value) AS value
                          FROM json_to_recordset(wanted) AS t (caller text, most_of_caller numeric, value numeric)
                         WHERE most_of_caller IS NOT NULL GROUP BY caller) AS t
                 WHERE t.most < t.value + (SELECT coalesce(sum(r.value), 0) FROM reservation r WHERE r.caller = t.caller))
     OR most IS NOT NULL AND EXISTS (
          SELECT 1
            FROM (SELECT sum(value) AS value, coalesce(sum(value) FILTER (WHERE keyless_pct IS NOT NULL), 0) AS keyless_value
                    FROM json_to_recordset(wanted) AS t (value numeric, keyless_pct integer)) AS t,
                 (SELECT sum(value) AS value, sum(keyless_value) AS keyless_value FROM promised) AS p
           WHERE p.value + t.value > most OR (p.keyless_value + t.keyless_value) * 100 > most * keyless)
  THEN
    RAISE EXCEPTION 'more is promised than can be kept'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'reservation_fits';
  END IF;
END $$;
