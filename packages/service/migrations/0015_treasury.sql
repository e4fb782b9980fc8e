-- What should be free of each asset, what is too much of it, and what was sent to the cold address because it was.

-- In base units, so that no price decides when money moves. An asset without a row: nothing was said.
CREATE TABLE treasury_target (
  asset_id  integer PRIMARY KEY REFERENCES asset,
  target    numeric(78, 0) NOT NULL DEFAULT 0 CHECK (target >= 0), -- what should be free; 0: nothing was said
  hot_limit numeric(78, 0) CHECK (hot_limit > 0), -- what is free beyond it goes to the cold address; null: nothing does
  -- Since when it lacks something: from well below the target until it is nearly reached. 0: it does not.
  low_since bigint  NOT NULL DEFAULT 0,
  CHECK (hot_limit >= target)
);
CREATE TRIGGER treasury_target_changed AFTER INSERT OR UPDATE OR DELETE ON treasury_target
  EXECUTE FUNCTION note_change('catalogue');
INSERT INTO treasury_target (asset_id, target) SELECT id, target_units FROM asset WHERE target_units > 0;
ALTER TABLE asset DROP COLUMN target_units;

-- Where the file of a signer in a process of its own sends what is above a hot limit, as it published it at its start. A note for
-- engines and pages: the signer goes by its file alone, and signs for no other address, whatever stands here.
CREATE TABLE signer_cold (
  chain_id smallint PRIMARY KEY REFERENCES chain,
  address  text     NOT NULL
);

-- What an engine decided to send there. Numbered per asset: two engines that decide on the same treasury decide once.
CREATE TABLE cold_transfer (
  id         bigint  PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  -- By this the signing record knows it: a store that has gone back gives its number to another one.
  name       uuid    NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  asset_id   integer NOT NULL REFERENCES asset,
  number     integer NOT NULL,
  why        text    NOT NULL,                -- in words
  decided_at bigint  NOT NULL,
  UNIQUE (asset_id, number)
);

ALTER TABLE payout
  ADD COLUMN cold_transfer_id bigint REFERENCES cold_transfer, -- the decision by which it is made
  DROP CONSTRAINT payout_reason_check,
  DROP CONSTRAINT payout_check,
  ADD CONSTRAINT payout_reason_check
    CHECK (reason IN ('output', 'refund', 'entry_refund', 'withdrawal', 'unclaimed', 'cold')),
  ADD CONSTRAINT payout_check CHECK ((order_id IS NULL) = (reason IN ('withdrawal', 'unclaimed', 'cold'))),
  ADD CHECK ((cold_transfer_id IS NOT NULL) = (reason = 'cold'));
CREATE UNIQUE INDEX payout_cold ON payout (cold_transfer_id) WHERE cold_transfer_id IS NOT NULL;

CREATE OR REPLACE FUNCTION payout_name(p payout) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT o.no || '/' FROM orders o WHERE o.id = p.order_id), '') || p.reason || '/' || coalesce(
         (SELECT d.chain_id || '/' || d.txid || ':' || d.index FROM deposit d WHERE d.id = p.deposit_id),
         p.entry::text,
         (SELECT c.name::text FROM cold_transfer c WHERE c.id = p.cold_transfer_id),
         (SELECT x.name::text FROM proposal x WHERE x.id = p.proposal_id))
$$;

-- What the engine itself decides is in the log of acts as well.
ALTER TABLE audit_entry
  DROP CONSTRAINT audit_entry_via_check,
  ADD CONSTRAINT audit_entry_via_check CHECK (via IN ('console', 'command line', 'engine'));
