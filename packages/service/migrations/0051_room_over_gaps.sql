-- Whoever draws numbers and stores nothing, as one with the role of an api node can, leaves a gap. It was filled with ranges of the usual size,
-- all in one transaction: a thousand million numbers were ten thousand tables, and no range was made in time. One range goes over all of it now.
-- beside: 0030

CREATE OR REPLACE FUNCTION make_room() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  it    growing;
  leaf  text;
  used  bigint;
  upto  bigint;
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
      upto := greatest(it.beyond + it.step, used + 1);
      leaf := it.name || '_' || it.beyond;
      EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES INCLUDING STORAGE)', leaf, it.name);
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', it.name, leaf, it.beyond, upto);
      it.beyond := upto;
      it.made_at := today;
      made := made + 1;
    END LOOP;
    UPDATE growing SET step = it.step, beyond = it.beyond, made_at = it.made_at WHERE name = it.name;
  END LOOP;
  RETURN made;
END $$;

-- Where roles were made it goes on to run as its owner.
DO $$
BEGIN
  IF (SELECT prosecdef FROM pg_proc WHERE oid = 'note_change()'::regprocedure) THEN
    EXECUTE format('ALTER FUNCTION make_room() SECURITY DEFINER SET search_path = %I, pg_temp', current_schema());
  END IF;
END $$;
