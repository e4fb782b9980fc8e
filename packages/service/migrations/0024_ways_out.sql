-- What moves money elsewhere than was agreed is done only once somebody else has confirmed it, or after a while. And the
-- ways out of a payout that cannot be paid: to another address, or back to its client. All times are Unix seconds.

CREATE TABLE proposal (
  id           bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  act          text   NOT NULL,                -- as the audit log names it
  subject      text   NOT NULL,                -- on what
  arguments    jsonb  NOT NULL,                -- {name: text}
  preview      jsonb  NOT NULL,                -- what it would do, as whoever asked was shown it
  asked_by     text   NOT NULL,
  asked_via    text   NOT NULL CHECK (asked_via IN ('console', 'command line')),
  asked_at     bigint NOT NULL,
  state        text   NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'confirmed', 'withdrawn')),
  decided_by   text,                           -- who confirmed or withdrew it
  decided_via  text   CHECK (decided_via IN ('console', 'command line')),
  decided_at   bigint NOT NULL DEFAULT 0,
  CHECK ((state = 'open') = (decided_at = 0) AND (state = 'open') = (decided_by IS NULL))
);
-- The same is asked for once, whatever the reason that is given.
CREATE UNIQUE INDEX proposal_open ON proposal (act, subject, (arguments - 'why')) WHERE state = 'open';

-- What was asked for is what is confirmed, and what was decided stays so: the signer goes by it.
CREATE FUNCTION keep_proposal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.state <> 'open' OR NEW.act <> OLD.act OR NEW.subject <> OLD.subject
     OR NEW.arguments <> OLD.arguments OR NEW.preview <> OLD.preview OR NEW.asked_by <> OLD.asked_by
     OR NEW.asked_via <> OLD.asked_via OR NEW.asked_at <> OLD.asked_at THEN
    RAISE EXCEPTION 'a proposal is decided once, as it was made' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER proposal_kept BEFORE UPDATE OR DELETE ON proposal FOR EACH ROW EXECUTE FUNCTION keep_proposal();

-- The confirmed proposal by which a payout goes elsewhere than its order says, or is not made at all.
ALTER TABLE payout ADD COLUMN proposal_id bigint REFERENCES proposal;
-- entry_refund: the part of the source that was meant for an entry (`part`) is given back instead of its output.
ALTER TABLE payout DROP CONSTRAINT payout_purpose_check;
ALTER TABLE payout ADD CONSTRAINT payout_purpose_check CHECK (purpose IN ('output', 'refund', 'entry_refund'));
-- refunded: an output that is not made, because an entry_refund is.
ALTER TABLE payout DROP CONSTRAINT payout_state_check;
ALTER TABLE payout ADD CONSTRAINT payout_state_check
  CHECK (state IN ('ready', 'signed', 'confirmed', 'failed', 'refunded'));

-- No order pays to an address of ours, given or derived ahead of need: what is paid there never leaves us. Asked here, where
-- the orders of a batch are together: no trip of its own, and one look into the index for each receiver.
CREATE FUNCTION refuse_our_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM added e JOIN asset a ON a.id = e.asset_id JOIN chain c ON c.id = a.chain_id
     WHERE (SELECT true FROM deposit_address d WHERE d.space = c.address_space AND d.address = e.address)) THEN
    RAISE EXCEPTION 'a receiver is an address of ours' USING ERRCODE = 'check_violation', CONSTRAINT = 'receiver_not_ours';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER receivers_not_ours AFTER INSERT ON order_entry
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_our_addresses();
