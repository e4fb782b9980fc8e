-- The ledger and the logs become the first ranges of themselves, without being copied. What they hold is said first, unchecked, so
-- that nobody waits: the next migration looks.
-- beside: 0030

DO $$
DECLARE
  it   growing;
  used bigint;
BEGIN
  FOR it IN SELECT * FROM growing ORDER BY name LOOP
    EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', it.name);
    used := coalesce(CASE it.name WHEN 'ledger_entry' THEN pg_sequence_last_value(to_regclass('ledger_entry_id_seq'))
                                  ELSE pg_sequence_last_value(to_regclass('orders_id_seq')) END, 0);
    -- Half a range at least is left for what is written until then.
    it.beyond := ((used + it.step / 2) / it.step + 1) * it.step;
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (%I < %s) NOT VALID', it.name, it.name || '_first', it.key, it.beyond);
    UPDATE growing SET beyond = it.beyond WHERE name = it.name;
  END LOOP;
END $$;
