-- Whoever makes a key sees its secret, and could name with it where an account is paid as if the affiliate had: then confirm alone what the schedule
-- proposes to pay there. So a key says who has made it, and what is proposed for an address that was named with it counts as asked for by them. What
-- somebody decides about at this moment is left to them: the schedule would wait for them while they wait for the commissions that it looks at.
-- beside: 0030

ALTER TABLE api_key
  ADD COLUMN made_by  text, -- the operator, or the user of the machine; null: made before this was noted
  ADD COLUMN made_via text CHECK (made_via IN ('console', 'command line'));

CREATE OR REPLACE FUNCTION propose_scheduled() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  named payout_address;
  maker api_key;
  before bigint;
BEGIN
  SELECT * INTO named FROM payout_address p
   WHERE p.id = (NEW.arguments->>'named')::bigint AND p.account_id = NEW.account_id AND p.address = NEW.arguments->>'address'
     AND p.undone_at = 0 AND p.effective_at <= NEW.at;
  IF named.id IS NULL THEN
    RAISE EXCEPTION 'a schedule proposes what is paid to the address that counts' USING ERRCODE = 'restrict_violation';
  END IF;
  SELECT p.id INTO before FROM proposal p JOIN scheduled_settlement s ON s.proposal_id = p.id
   WHERE p.state = 'open' AND s.account_id = NEW.account_id;
  IF before IS NOT NULL THEN
    PERFORM 1 FROM proposal WHERE id = before AND state = 'open' FOR UPDATE SKIP LOCKED;
    IF NOT FOUND THEN RETURN NULL; END IF;
    UPDATE proposal SET state = 'withdrawn', decided_by = 'schedule', decided_via = 'schedule', decided_at = NEW.at WHERE id = before;
  END IF;
  IF named.named_via = 'interface' THEN
    SELECT * INTO maker FROM api_key k WHERE 'key ' || k.key = named.named_by AND k.made_via IS NOT NULL;
    named.named_by := coalesce(maker.made_by, 'schedule');
    named.named_via := coalesce(maker.made_via, 'schedule');
  END IF;
  INSERT INTO proposal (act, subject, arguments, preview, asked_by, asked_via, asked_at)
  SELECT 'affiliate settle', a.name, NEW.arguments, NEW.preview, named.named_by, named.named_via, NEW.at
    FROM account a WHERE a.id = NEW.account_id RETURNING id INTO NEW.proposal_id;
  RETURN NEW;
END $$;

-- Where roles were made it goes on to run as its owner.
DO $$
BEGIN
  IF (SELECT prosecdef FROM pg_proc WHERE oid = 'note_change()'::regprocedure) THEN
    EXECUTE format('ALTER FUNCTION propose_scheduled() SECURITY DEFINER SET search_path = %I, pg_temp', current_schema());
  END IF;
END $$;
