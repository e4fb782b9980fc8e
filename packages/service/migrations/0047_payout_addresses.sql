-- An affiliate says where their commissions are to be paid, and in what. Whoever has stolen a key would say it too: so a change counts only after
-- a while, the account is told of it at once, and until then it can be taken back.
-- beside: 0030

CREATE TABLE payout_address (
  id           bigint  PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  account_id   bigint  NOT NULL REFERENCES account,
  asset_id     integer NOT NULL REFERENCES asset,
  address      text    NOT NULL,
  named_at     bigint  NOT NULL,
  named_by     text    NOT NULL,                 -- the key, the operator, or the user of the machine
  named_via    text    NOT NULL CHECK (named_via IN ('interface', 'console', 'command line')),
  effective_at bigint  NOT NULL,                 -- from when it counts
  undone_at    bigint  NOT NULL DEFAULT 0,       -- 0: it was not taken back
  undone_by    text    NOT NULL DEFAULT '',
  CHECK ((undone_at = 0) = (undone_by = '')),
  CHECK (undone_at < effective_at)
);
CREATE INDEX payout_address_account ON payout_address (account_id, id);

-- What was named stays as it was named. It is taken back once, before it counts.
CREATE FUNCTION keep_payout_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.undone_at <> 0
     OR (NEW.account_id, NEW.asset_id, NEW.address, NEW.named_at, NEW.named_by, NEW.named_via, NEW.effective_at)
        IS DISTINCT FROM (OLD.account_id, OLD.asset_id, OLD.address, OLD.named_at, OLD.named_by, OLD.named_via, OLD.effective_at) THEN
    RAISE EXCEPTION 'a payout address stays as it was named' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payout_address_kept BEFORE UPDATE OR DELETE ON payout_address FOR EACH ROW EXECUTE FUNCTION keep_payout_address();

-- The account is told of each, whoever does it.
CREATE FUNCTION note_payout_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_told (account_id, at, type, facts)
  SELECT NEW.account_id, CASE TG_OP WHEN 'INSERT' THEN NEW.named_at ELSE NEW.undone_at END,
         CASE TG_OP WHEN 'INSERT' THEN 'affiliate.address_changed' ELSE 'affiliate.address_undone' END,
         jsonb_build_object('asset_id', NEW.asset_id, 'address', NEW.address, 'effective_at', NEW.effective_at);
  RETURN NULL;
END $$;
CREATE TRIGGER payout_address_told AFTER INSERT OR UPDATE ON payout_address FOR EACH ROW EXECUTE FUNCTION note_payout_address();
