-- What a market says of a coin beside its price, and what coins were held at before.

-- All null where the price is of a source that knows no market.
ALTER TABLE price
  -- What the coin is sold and bought for by size (pricing/ladder-text.ts); null also while it is not quoted.
  ADD COLUMN ladder      text,
  -- Why nothing is quoted, at a rate of later and at a fixed one; packages/service/src/market/judge-market.ts says what each is.
  ADD COLUMN float_stop  text CHECK (float_stop IN ('few', 'peg', 'thin', 'spread', 'jump')),
  ADD COLUMN fixed_stop  text CHECK (fixed_stop IN ('few', 'peg', 'thin', 'spread', 'jump')),
  ADD COLUMN premium_ppm integer CHECK (premium_ppm BETWEEN 0 AND 500000), -- what a fixed price costs, in millionths; null: nothing
  ADD CHECK (float_stop IS NULL OR (ladder IS NULL AND fixed_stop IS NOT NULL));
-- A market writes every row some times a second: with room on each page no row has to move.
ALTER TABLE price SET (fillfactor = 50);

-- What a market held each coin at: one a minute for 6 hours, the first of each hour for 30 days.
CREATE TABLE price_history (
  abbr      text    NOT NULL,
  at        bigint  NOT NULL,
  mid       numeric(38, 18) NOT NULL CHECK (mid > 0),
  is_hourly boolean NOT NULL,                 -- the first of its hour, which is kept for longer
  PRIMARY KEY (abbr, at)
);
-- What has been kept for long enough.
CREATE INDEX price_history_age ON price_history (is_hourly, at);
