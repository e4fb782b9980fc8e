-- Whoever has many orders asks for what happens to all of them: one log per account, numbered 1, 2, 3, … without a gap. A number that
-- is given before the commit would leave gaps, or make all orders of an account wait for each other. So each event says that it has no
-- number yet, in the transaction that writes it, and one numberer gives numbers to what has been committed.
-- beside: 0030

-- Events that have no number yet. A row is here for a moment; who sees it sees a commit.
CREATE TABLE event_due (
  event_id   bigint PRIMARY KEY,
  order_id   bigint NOT NULL,
  account_id bigint NOT NULL
);

-- The logs. What an event says stands in order_event.
CREATE TABLE account_event (
  account_id   bigint  NOT NULL,
  number       bigint  NOT NULL,
  order_id     bigint  NOT NULL,
  event_id     bigint  NOT NULL,
  order_number integer NOT NULL, -- its place in the log of its order
  PRIMARY KEY (account_id, number)
);

-- Whoever writes an event, and whatever else their version knows, its account hears of it. Callers without a key have no log.
CREATE FUNCTION note_event_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_due (event_id, order_id, account_id)
  SELECT a.id, a.order_id, o.account_id FROM added a JOIN orders o ON o.id = a.order_id WHERE o.account_id <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER events_due AFTER INSERT ON order_event
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_event_due();

-- Where roles were made, nodes of the version before write events at once, and have no right to this table.
DO $$
BEGIN
  IF (SELECT prosecdef FROM pg_proc WHERE oid = 'note_change()'::regprocedure) THEN
    EXECUTE format('ALTER FUNCTION note_event_due() SECURITY DEFINER SET search_path = %I, pg_temp', current_schema());
  END IF;
END $$;
