-- Where a range was used up in less than a week, each look at it doubled the next one: two of them were asked for in advance, counted in
-- numbers, so that a larger one asked for a larger one again, a minute later, until no number was left. Ranges are counted now. What was made
-- in vain, and holds nothing, goes.
-- beside: 0030

CREATE OR REPLACE FUNCTION make_room() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  it    growing;
  leaf  text;
  used  bigint;
  today CONSTANT bigint := extract(epoch FROM now());
  made  integer := 0;
BEGIN
  PERFORM set_config('lock_timeout', '500ms', true);
  FOR it IN SELECT * FROM growing ORDER BY name FOR UPDATE LOOP
    -- A table that is not stored by ranges yet.
    CONTINUE WHEN it.beyond = 0;
    used := coalesce(CASE it.name WHEN 'ledger_entry' THEN pg_sequence_last_value(to_regclass('ledger_entry_id_seq'))
                                  ELSE pg_sequence_last_value(to_regclass('orders_id_seq')) END, 0);
    WHILE (SELECT count(*) FROM stored_range r WHERE r.name = it.name AND r.first > used) < 2 LOOP
      IF it.made_at > 0 AND today - it.made_at < 604800 AND today > it.made_at THEN it.step := it.step * 2; END IF;
      leaf := it.name || '_' || it.beyond;
      EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES INCLUDING STORAGE)', leaf, it.name);
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', it.name, leaf, it.beyond, it.beyond + it.step);
      it.beyond := it.beyond + it.step;
      it.made_at := today;
      made := made + 1;
    END LOOP;
    UPDATE growing SET step = it.step, beyond = it.beyond, made_at = it.made_at WHERE name = it.name;
  END LOOP;
  RETURN made;
END $$;

DO $$
DECLARE
  it    growing;
  used  bigint;
  ahead record;
  holds boolean;
BEGIN
  FOR it IN SELECT * FROM growing WHERE beyond > 0 ORDER BY name LOOP
    -- Nobody takes a number or writes to a range meanwhile.
    EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', it.name);
    used := coalesce(CASE it.name WHEN 'ledger_entry' THEN pg_sequence_last_value(to_regclass('ledger_entry_id_seq'))
                                  ELSE pg_sequence_last_value(to_regclass('orders_id_seq')) END, 0);
    FOR ahead IN SELECT leaf, first FROM stored_range WHERE name = it.name AND first > used ORDER BY first DESC LOOP
      EXECUTE format('SELECT EXISTS (SELECT FROM %I)', ahead.leaf) INTO holds;
      EXIT WHEN holds;
      EXECUTE format('DROP TABLE %I', ahead.leaf);
      it.beyond := ahead.first;
    END LOOP;
    -- As large as the one in use; the first of all has no beginning: then as large as ranges are at first.
    SELECT coalesce(min(r.beyond - r.first), CASE it.name WHEN 'ledger_entry' THEN 2000000 ELSE 100000 END) INTO it.step
      FROM stored_range r WHERE r.name = it.name AND r.beyond = it.beyond;
    UPDATE growing SET step = it.step, beyond = it.beyond, made_at = 0 WHERE name = it.name;
  END LOOP;
  PERFORM make_room();

  -- Where roles were made it goes on to run as its owner.
  IF (SELECT prosecdef FROM pg_proc WHERE oid = 'note_change()'::regprocedure) THEN
    EXECUTE format('ALTER FUNCTION make_room() SECURITY DEFINER SET search_path = %I, pg_temp', current_schema());
  END IF;
END $$;
