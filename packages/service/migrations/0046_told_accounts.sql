-- Whoever follows the log of an account is told of what happens to the account too, and not to its orders alone: that a webhook of it was
-- paused, above all, as who relies on that hears nothing any more. Such an event has a number in the same log, which a version that does not
-- know it passes over.
-- beside: 0030

CREATE TABLE account_told (
  id         bigint PRIMARY KEY, -- drawn with those of order_event: in the log, too, what was committed first comes first
  account_id bigint NOT NULL,
  at         bigint NOT NULL,
  type       text   NOT NULL,    -- contract/endpoints/account-events.ts lists them
  facts      jsonb  NOT NULL     -- events/account-facts.ts says what of it the wire shows
);

-- In event_due and account_event it is of order 0, which there is not.
CREATE FUNCTION note_account_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.id := nextval(pg_get_serial_sequence('order_event', 'id'));
  INSERT INTO event_due (event_id, order_id, account_id) VALUES (NEW.id, 0, NEW.account_id);
  RETURN NEW;
END $$;
CREATE TRIGGER account_told_due BEFORE INSERT ON account_told FOR EACH ROW EXECUTE FUNCTION note_account_told();

-- Whoever pauses it, and why.
CREATE FUNCTION note_webhook_paused() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_told (account_id, at, type, facts)
  VALUES (NEW.account_id, NEW.paused_at, 'webhook.paused', jsonb_build_object('webhook_id', NEW.id, 'reason', NEW.paused_why));
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_paused AFTER UPDATE OF paused_at ON webhook_endpoint
  FOR EACH ROW WHEN (OLD.paused_at IS NULL AND NEW.paused_at IS NOT NULL) EXECUTE FUNCTION note_webhook_paused();

-- Where roles were made, nodes of the version before pause webhooks at once, and have no right to these tables.
DO $$
BEGIN
  IF (SELECT prosecdef FROM pg_proc WHERE oid = 'note_change()'::regprocedure) THEN
    EXECUTE format('ALTER FUNCTION note_account_told() SECURITY DEFINER SET search_path = %I, pg_temp', current_schema());
    EXECUTE format('ALTER FUNCTION note_webhook_paused() SECURITY DEFINER SET search_path = %I, pg_temp', current_schema());
  END IF;
END $$;
