-- What the desk earns, by order, pair, day and venue: it follows from the ledger alone, and stays as it is for ever.

ALTER TABLE ledger_entry
  -- What the coin was held at in USDT when this was booked, or the first price that it got afterwards; null: none yet.
  ADD COLUMN price     numeric(38, 18) CHECK (price > 0),
  -- The order whose result it counts for, where no line of its posting is of that order's account.
  ADD COLUMN for_order bigint;

-- What the ledger counts units of: an asset on a chain, or a coin at a venue, in 10^-18.
CREATE VIEW booked_coin AS
  SELECT id, abbr, decimals, '' AS venue FROM asset
  UNION ALL SELECT id, abbr, 18, venue FROM venue_coin;

-- Postings that may have a result and are not reckoned yet, with where their lines are.
CREATE TABLE result_due (
  posting  bigint  PRIMARY KEY,
  first_id bigint  NOT NULL,
  last_id  bigint  NOT NULL,
  lacks    integer                           -- an asset of it that has no price yet; null: every line has its price
);
CREATE INDEX result_due_lacks ON result_due (lacks) WHERE lacks IS NOT NULL;

-- What the operator came to by the postings of a day. Units are those of the ledger with the sign turned round: positive is
-- ours. Values count 10^-18 USDT, at the price of each posting.
CREATE TABLE result_day (
  day      bigint  NOT NULL,                 -- when it begins, UTC
  pair     text    NOT NULL,                 -- such as BTC/ETH; empty: of no order
  venue    text    NOT NULL,                 -- empty: of none
  part     text    NOT NULL,                 -- profit/parts.ts says what each is
  asset_id integer NOT NULL,
  units    numeric(78, 0) NOT NULL,
  value    numeric NOT NULL,
  PRIMARY KEY (day, pair, venue, part, asset_id)
);

-- The same of each order.
CREATE TABLE result_order (
  day      bigint  NOT NULL,
  order_id bigint  NOT NULL,
  venue    text    NOT NULL,
  part     text    NOT NULL,
  asset_id integer NOT NULL,
  units    numeric(78, 0) NOT NULL,
  value    numeric NOT NULL,
  PRIMARY KEY (day, order_id, venue, part, asset_id)
);

-- What is the operator's own of each asset by what is reckoned, and what it came in at, on average.
CREATE TABLE inventory (
  asset_id integer PRIMARY KEY,
  units    numeric(78, 0) NOT NULL,
  cost     numeric NOT NULL                  -- of all of it, 10^-18 USDT
);

-- Whatever may have a result is due. What we hold, and what we owe to others, has none: a posting that moves nothing of our own is
-- left out.
CREATE FUNCTION note_result_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO result_due (posting, first_id, last_id, lacks)
  SELECT posting, min(id), max(id), min(asset_id) FILTER (WHERE price IS NULL) FROM added GROUP BY posting
  HAVING bool_or(is_own(account))
      ON CONFLICT (posting) DO UPDATE
     SET first_id = least(result_due.first_id, excluded.first_id), last_id = greatest(result_due.last_id, excluded.last_id),
         lacks = coalesce(result_due.lacks, excluded.lacks);
  RETURN NULL;
END $$;
CREATE TRIGGER postings_result AFTER INSERT ON ledger_entry
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_result_due();

-- What was booked before is valued at the first price that is found.
INSERT INTO result_due (posting, first_id, last_id, lacks)
SELECT posting, min(id), max(id), min(asset_id) FROM ledger_entry GROUP BY posting
HAVING bool_or(is_own(account));
