-- What an exchange costs beside its price: service fees by pair, amount and account, and what an order was promised under.

-- Fees that operators set beside the settings and those of assets and accounts (pricing/fee-rules.ts says which beats which).
CREATE TABLE fee_rule (
  id            bigint  PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  mode          text    NOT NULL CHECK (mode IN ('float', 'fixed')),
  account_id    bigint  REFERENCES account,          -- null: for everybody
  from_asset_id integer REFERENCES asset,            -- null: whatever is exchanged
  to_asset_id   integer REFERENCES asset,
  from_usdt     bigint  NOT NULL CHECK (from_usdt >= 0), -- the fee of all of an order that is worth so much or more
  fee_ppm       integer NOT NULL CHECK (fee_ppm BETWEEN 0 AND 500000),
  CHECK ((from_asset_id IS NULL) = (to_asset_id IS NULL)),
  -- What everybody, or an account, pays for any amount of anything is a setting, and the account's own fee.
  CHECK (from_usdt > 0 OR from_asset_id IS NOT NULL)
);
CREATE UNIQUE INDEX fee_rule_once
  ON fee_rule (mode, coalesce(account_id, -1), coalesce(from_asset_id, -1), coalesce(to_asset_id, -1), from_usdt);
CREATE TRIGGER fee_rule_changed AFTER INSERT OR UPDATE OR DELETE ON fee_rule EXECUTE FUNCTION note_change('catalogue');
CREATE TRIGGER fee_rule_of_account AFTER INSERT OR UPDATE OR DELETE ON fee_rule EXECUTE FUNCTION note_change('access');

ALTER TABLE order_entry
  -- The fees of all amounts, as agreed: [[units of the source from which it counts, millionths], …]; null: fee_ppm for any.
  ADD COLUMN fee_tiers jsonb,
  -- What was dearer (cheaper: below 0) because of what the treasury lacked and had when the order was placed, in millionths.
  ADD COLUMN skew_ppm  integer NOT NULL DEFAULT 0;

-- What orders that were placed on a day are worth in USDT, of each caller and in each receive asset. Counted only while a setting
-- limits it, so that whoever has no limits pays nothing for them.
CREATE TABLE placed_value (
  day   integer NOT NULL,                     -- since 1970, of UTC
  whose text    NOT NULL,                     -- `account:…` or `ip:…`, or `asset:` and its number
  value numeric NOT NULL,
  PRIMARY KEY (day, whose)
);

-- Adds what new orders are worth, or refuses all of it. Rows are locked in the order of their names, so that no two batches wait
-- for each other in a circle.
CREATE FUNCTION count_placed(today integer, placed json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO placed_value (day, whose, value)
  SELECT today, whose, sum(value) FROM json_to_recordset(placed) AS t (whose text, value numeric)
   GROUP BY whose ORDER BY whose
      ON CONFLICT (day, whose) DO UPDATE SET value = placed_value.value + excluded.value;
  IF EXISTS (SELECT 1 FROM json_to_recordset(placed) AS t (whose text, most numeric)
               JOIN placed_value p ON p.day = today AND p.whose = t.whose WHERE p.value > t.most) THEN
    RAISE EXCEPTION 'more is placed than a day allows' USING ERRCODE = 'check_violation', CONSTRAINT = 'day_fits';
  END IF;
END $$;
