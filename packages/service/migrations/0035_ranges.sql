-- The ledger and the logs of orders are stored by ranges from now on. What they held until now is the first range, under another
-- name and where it was; readers and writers of the version before find the same tables and columns.
-- beside: 0030

DO $$
DECLARE
  it      growing;
  old     text;
  def     text;
  defs    text[];
  number  bigint;
  serial  text;
  have    record;
  columns text;
BEGIN
  FOR it IN SELECT * FROM growing ORDER BY name LOOP
    EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', it.name);
    old := it.name || '_0';
    serial := it.name || '_id_seq';
    number := coalesce(pg_sequence_last_value(to_regclass(quote_ident(serial))), 0) + 1;

    -- Triggers look at what is written to the whole: also those by which the roles of a desk are bound.
    SELECT array_agg(pg_get_triggerdef(oid) ORDER BY tgname) INTO defs
      FROM pg_trigger WHERE tgrelid = to_regclass(quote_ident(it.name)) AND NOT tgisinternal;
    FOR have IN SELECT tgname FROM pg_trigger WHERE tgrelid = to_regclass(quote_ident(it.name)) AND NOT tgisinternal LOOP
      EXECUTE format('DROP TRIGGER %I ON %I', have.tgname, it.name);
    END LOOP;

    EXECUTE format('ALTER TABLE %I ALTER COLUMN id DROP IDENTITY', it.name);
    EXECUTE format('ALTER TABLE %I RENAME TO %I', it.name, old);
    EXECUTE format('ALTER INDEX %I RENAME TO %I', it.name || '_pkey', old || '_pkey');
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE) PARTITION BY RANGE (%I)',
                   it.name, old, it.key);
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', it.name, it.name || '_first');
    EXECUTE format('ALTER TABLE %I ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME %I START WITH %s)',
                   it.name, serial, number);
    IF it.name = 'ledger_entry' THEN
      ALTER INDEX ledger_order RENAME TO ledger_entry_0_order;
      ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_pkey PRIMARY KEY (id);
      CREATE INDEX ledger_order ON ledger_entry (order_id) WHERE order_id IS NOT NULL;
    ELSE
      ALTER TABLE order_event ADD CONSTRAINT order_event_pkey PRIMARY KEY (order_id, id);
    END IF;
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%s)', it.name, old, it.beyond);
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', old, it.name || '_first');
    FOREACH def IN ARRAY coalesce(defs, '{}') LOOP
      EXECUTE def;
    END LOOP;

    -- Whoever was let do something with the table is let do it with the whole, and nothing with a range by itself.
    FOR have IN
      SELECT a.privilege_type AS what, NULL AS part, a.grantee, a.is_grantable FROM pg_class c, aclexplode(c.relacl) AS a
       WHERE c.oid = to_regclass(quote_ident(old)) AND a.grantee <> c.relowner
      UNION ALL
      SELECT a.privilege_type, t.attname, a.grantee, a.is_grantable FROM pg_attribute t, aclexplode(t.attacl) AS a
       WHERE t.attrelid = to_regclass(quote_ident(old)) AND t.attacl IS NOT NULL
    LOOP
      columns := CASE WHEN have.part IS NULL THEN '' ELSE format(' (%I)', have.part) END;
      def := CASE have.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(have.grantee)) END;
      EXECUTE format('GRANT %s ON %I TO %s', have.what || columns, it.name, def)
              || CASE WHEN have.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END;
      EXECUTE format('REVOKE %s ON %I FROM %s', have.what || columns, old, def);
    END LOOP;
  END LOOP;
  PERFORM make_room();
END $$;
