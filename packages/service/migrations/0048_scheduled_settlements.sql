-- What is due to affiliates is proposed to be paid each week or month, to where they have named, so that nobody has to think of it. An operator
-- confirms it as before: an engine may propose this and nothing else, and to no address but the one that counts.
-- beside: 0030

ALTER TABLE proposal
  DROP CONSTRAINT proposal_asked_via_check,
  DROP CONSTRAINT proposal_decided_via_check,
  ADD CONSTRAINT proposal_asked_via_check CHECK (asked_via IN ('console', 'command line', 'schedule')),
  ADD CONSTRAINT proposal_decided_via_check CHECK (decided_via IN ('console', 'command line', 'schedule'));

CREATE TABLE scheduled_settlement (
  proposal_id bigint PRIMARY KEY REFERENCES proposal,
  account_id  bigint NOT NULL REFERENCES account,
  period      text   NOT NULL,     -- the week or month for which it was proposed
  at          bigint NOT NULL,
  arguments   jsonb  NOT NULL,     -- as the proposal has them
  preview     jsonb  NOT NULL
);
CREATE INDEX scheduled_settlement_account ON scheduled_settlement (account_id, proposal_id);

-- Makes its proposal, and takes back the one before it that nobody has decided: of the schedule's one is open at most for an account. Whoever
-- has named the address asks for it, so that of two operators the other confirms it; if the affiliate has, nobody here has asked.
CREATE FUNCTION propose_scheduled() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  named payout_address;
BEGIN
  SELECT * INTO named FROM payout_address p
   WHERE p.id = (NEW.arguments->>'named')::bigint AND p.account_id = NEW.account_id AND p.address = NEW.arguments->>'address'
     AND p.undone_at = 0 AND p.effective_at <= NEW.at;
  IF named.id IS NULL THEN
    RAISE EXCEPTION 'a schedule proposes what is paid to the address that counts' USING ERRCODE = 'restrict_violation';
  END IF;
  UPDATE proposal SET state = 'withdrawn', decided_by = 'schedule', decided_via = 'schedule', decided_at = NEW.at
   WHERE state = 'open' AND id IN (SELECT s.proposal_id FROM scheduled_settlement s WHERE s.account_id = NEW.account_id);
  INSERT INTO proposal (act, subject, arguments, preview, asked_by, asked_via, asked_at)
  SELECT 'affiliate settle', a.name, NEW.arguments, NEW.preview,
         CASE named.named_via WHEN 'interface' THEN 'schedule' ELSE named.named_by END,
         CASE named.named_via WHEN 'interface' THEN 'schedule' ELSE named.named_via END, NEW.at
    FROM account a WHERE a.id = NEW.account_id RETURNING id INTO NEW.proposal_id;
  RETURN NEW;
END $$;
CREATE TRIGGER scheduled_settlement_proposed BEFORE INSERT ON scheduled_settlement FOR EACH ROW EXECUTE FUNCTION propose_scheduled();
