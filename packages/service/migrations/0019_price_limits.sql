-- Prices get an age of their own and a limit to how far they move unseen: what jumped waits here until it is confirmed, so
-- that every node and every restart knows of it.

ALTER TABLE price
  ADD COLUMN changed_at     bigint,           -- the source's time when it last said another price than before
  ADD COLUMN anchor_price   numeric(38, 18),  -- small steps are measured from here, so that they cannot add up to a jump
  ADD COLUMN anchor_at      bigint,
  -- A price that jumped, as the source says it now; null: none waits.
  ADD COLUMN pending_price  numeric(38, 18) CHECK (pending_price > 0),
  ADD COLUMN pending_first  numeric(38, 18),  -- as it was said first: later ones must stay near it
  ADD COLUMN pending_at     bigint,           -- the source's time
  ADD COLUMN pending_since  bigint,           -- when a node of ours heard it first
  ADD COLUMN pending_source text,
  ADD COLUMN stop           text CHECK (stop IN ('jump', 'frozen')), -- why nothing is quoted at it
  ADD CHECK (num_nulls(pending_price, pending_first, pending_at, pending_since, pending_source) IN (0, 5)),
  ADD CHECK ((stop IS NOT DISTINCT FROM 'jump') = (pending_price IS NOT NULL));

UPDATE price SET changed_at = at, anchor_price = price, anchor_at = at;

ALTER TABLE price
  ALTER COLUMN changed_at SET NOT NULL,
  ALTER COLUMN anchor_price SET NOT NULL,
  ALTER COLUMN anchor_at SET NOT NULL;

COMMENT ON COLUMN price.at IS 'Unix seconds: when the source says that this was its price, never when it was read';

-- What was wrong with a source when it was last read.
CREATE TABLE price_reading (
  source text   PRIMARY KEY,
  at     bigint NOT NULL,
  faults jsonb  NOT NULL                      -- [{abbr, what}]; abbr is null for what concerns all of it
);
