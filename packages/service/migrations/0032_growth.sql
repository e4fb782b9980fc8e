-- What grows without end and carries no uniqueness, the ledger and the logs of orders, is stored by ranges of its numbers, so that
-- old ones can leave the store whole. What they came to stays: sums of the ledger, and how many events an order's log had.
-- beside: 0030

CREATE TABLE growing (
  name     text   PRIMARY KEY,                -- the table
  key      text   NOT NULL,                   -- the column by whose numbers it is stored
  whole    text   NOT NULL,                   -- what has the same value here stays or leaves together
  step     bigint NOT NULL CHECK (step > 0),  -- how many numbers the next range has
  beyond   bigint NOT NULL DEFAULT 0,         -- the first number that no range has
  made_at  bigint NOT NULL DEFAULT 0          -- when the newest range was made
);
INSERT INTO growing (name, key, whole, step)
VALUES ('ledger_entry', 'id', 'posting', 2000000), ('order_event', 'order_id', 'order_id', 100000);

-- What was archived, or is about to be. Of each table everything up to a number, but for what is not finished yet.
CREATE TABLE archive_range (
  id        bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  name      text   NOT NULL REFERENCES growing,
  beyond    bigint NOT NULL,                  -- the first number that is not in it
  begun_at  bigint NOT NULL,
  folder    text   NOT NULL,
  -- What the file holds; null: it is not written yet.
  file      text,
  rows      bigint,
  kept      bigint,                           -- rows that stay in the store, as their orders are not finished
  sha256    text,                             -- of what is in the file, before it is compressed
  from_at   bigint,
  until_at  bigint,
  closed_at bigint NOT NULL DEFAULT 0         -- when its rows left the store; 0: they have not
);
-- One at a time of each table.
CREATE UNIQUE INDEX archive_range_open ON archive_range (name) WHERE closed_at = 0;

-- What archived lines of the ledger add up to: with those that are there, the balance of each account. It counts once its range
-- has left.
CREATE TABLE ledger_carried (
  range_id bigint  NOT NULL REFERENCES archive_range,
  account  text    NOT NULL,
  order_id bigint,
  asset_id integer NOT NULL,
  units    numeric(78, 0) NOT NULL CHECK (units <> 0)
);
CREATE INDEX ledger_carried_order ON ledger_carried (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX ledger_carried_range ON ledger_carried (range_id);
CREATE VIEW carried_units AS
  SELECT c.account, c.order_id, c.asset_id, c.units FROM ledger_carried c JOIN archive_range r ON r.id = c.range_id WHERE r.closed_at > 0;

-- How many events of each order were archived, a thousand orders a row: the nth event of an order stays its nth.
CREATE TABLE told_before (
  block    bigint    NOT NULL,                -- of order_id / 1000
  range_id bigint    NOT NULL REFERENCES archive_range,
  counts   integer[] NOT NULL,
  PRIMARY KEY (block, range_id)
);

-- Whether anything was written to a range since somebody began to archive it: then its file is not what is there.
CREATE TABLE archive_touched (
  name text NOT NULL                          -- the range's own table
);
CREATE FUNCTION note_touched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO archive_touched (name) VALUES (TG_TABLE_NAME);
  RETURN NULL;
END $$;

-- The ranges that there are.
CREATE VIEW stored_range AS
  SELECT g.name, c.relname::text AS leaf,
         substring(pg_get_expr(c.relpartbound, c.oid) FROM 'FROM \(''?(-?\d+)')::bigint AS first, -- null: from the beginning
         substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''?(-?\d+)')::bigint AS beyond
    FROM growing g JOIN pg_inherits i ON i.inhparent = to_regclass(quote_ident(g.name)) JOIN pg_class c ON c.oid = i.inhrelid
   WHERE c.relispartition;

-- Makes the next range of each table before it is reached, two in advance. Attaching one stops nobody. What is used up in less
-- than a week gets ranges of twice the size, so that there are never many. A desk's own roles may not make tables: it runs as the
-- owner.
CREATE FUNCTION make_room() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  it    growing;
  leaf  text;
  used  bigint;
  ahead bigint;
  today CONSTANT bigint := extract(epoch FROM now());
  made  integer := 0;
BEGIN
  PERFORM set_config('lock_timeout', '500ms', true);
  FOR it IN SELECT * FROM growing ORDER BY name FOR UPDATE LOOP
    -- A table that is not stored by ranges yet.
    CONTINUE WHEN it.beyond = 0;
    used := CASE it.name WHEN 'ledger_entry' THEN pg_sequence_last_value(to_regclass('ledger_entry_id_seq'))
                         ELSE pg_sequence_last_value(to_regclass('orders_id_seq')) END;
    ahead := coalesce(used, 0) + 2 * it.step;
    WHILE it.beyond <= ahead LOOP
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
