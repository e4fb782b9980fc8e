-- Hedging: what venues hold for us is in the ledger, what the desk is long or short of follows from it, and trades have a life.

-- A coin at a venue, as an asset is a coin on a chain. The ledger counts 10^-18 of it, under an id that no asset has.
CREATE SEQUENCE venue_coin_number;
CREATE TABLE venue_coin (
  id         integer PRIMARY KEY DEFAULT -nextval('venue_coin_number')::integer CHECK (id < 0),
  venue      text    NOT NULL,
  abbr       text    NOT NULL,
  told_units numeric(78, 0),                  -- what the venue said last that it holds for us; null: it was never asked
  told_at    bigint  NOT NULL DEFAULT 0,
  UNIQUE (venue, abbr)
);

-- How it stands with our account at a venue.
CREATE TABLE venue_account (
  venue       text   PRIMARY KEY,
  agreed_at   bigint NOT NULL DEFAULT 0,      -- when venue and ledger were last found to say the same
  halted_at   bigint NOT NULL DEFAULT 0,      -- since when nothing is traded there; 0: it is
  halt_reason text   CHECK (halt_reason IN ('books', 'fills')), -- they differ; the venue did what was not ordered
  halt_why    text   NOT NULL DEFAULT '',
  away_since  bigint NOT NULL DEFAULT 0,      -- since when it cannot be asked; 0: it can
  away_why    text   NOT NULL DEFAULT '',
  CHECK ((halted_at > 0) = (halt_reason IS NOT NULL))
);

-- The desk's own. Of all accounts these say what it is long or short of.
CREATE FUNCTION is_own(account text) RETURNS boolean IMMUTABLE LANGUAGE sql
  RETURN account IN ('treasury', 'fee', 'network', 'rounding', 'loss', 'trading');

-- What operators have put in (+) and taken out (-): whatever moves the treasury and is of no order. The desk's own beyond this
-- is what it has become long or short of by exchanging, paying and trading. A row for each time: two never wait for each other.
CREATE TABLE capital (
  id       bigint  PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  posting  bigint  NOT NULL,
  asset_id integer NOT NULL,
  units    numeric NOT NULL
);

CREATE FUNCTION note_capital() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO capital (posting, asset_id, units)
  SELECT posting, asset_id, -sum(units) FROM added
   WHERE is_own(account) AND posting IN (
         SELECT posting FROM added GROUP BY posting HAVING bool_or(account = 'treasury') AND NOT bool_or(account = 'order'))
   GROUP BY posting, asset_id HAVING sum(units) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER postings_capital AFTER INSERT ON ledger_entry
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_capital();

-- What the desk was long or short of when hedging was first in a dry run or on, by coin, in 10^-18: what it had before is not traded.
CREATE TABLE hedge_base (
  abbr  text PRIMARY KEY,
  units numeric(78, 0) NOT NULL
);

-- What whoever hedges found when it looked last. One row; none where nobody ever did.
CREATE TABLE hedge_standing (
  is_one   boolean PRIMARY KEY DEFAULT true CHECK (is_one),
  begun_at bigint NOT NULL DEFAULT 0,         -- when the base was taken; 0: hedging was never switched on
  at       bigint NOT NULL,
  standing jsonb  NOT NULL                    -- trades/hedge-standing.ts says what stands in it
);

-- A trade of a coin against USDT at a venue. Amounts, prices and values in 10^-18.
CREATE TABLE trade (
  id              bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  client_order_id text   NOT NULL UNIQUE,     -- by which the venue is asked what became of it
  venue           text   NOT NULL,
  abbr            text   NOT NULL,
  side            text   NOT NULL CHECK (side IN ('buy', 'sell')),
  amount          numeric(78, 0) NOT NULL CHECK (amount > 0),
  limit_price     numeric(78, 0) NOT NULL CHECK (limit_price > 0), -- the worst that it may be filled at
  reference       numeric(78, 0) NOT NULL CHECK (reference > 0),   -- what the markets said the coin costs
  exposure        numeric(78, 0) NOT NULL,    -- its reason: what the desk was long (+) or short (-) of
  state           text   NOT NULL CHECK (state IN ('planned', 'sent', 'done', 'refused', 'lapsed', 'dropped', 'rehearsed')),
  planned_at      bigint NOT NULL,
  sent_at         bigint NOT NULL DEFAULT 0,
  deadline_ms     bigint,                     -- by the venue's clock: it takes the order until then and not later
  finished_at     bigint NOT NULL DEFAULT 0,
  why             text   NOT NULL DEFAULT ''  -- it ended so, in words
);
-- One at a time for each coin; what is open; what was sent in the last day.
CREATE UNIQUE INDEX trade_open ON trade (abbr) WHERE state IN ('planned', 'sent');
CREATE INDEX trade_sent ON trade (sent_at) WHERE sent_at > 0;
CREATE INDEX trade_rehearsed ON trade (abbr) WHERE state = 'rehearsed';

-- What was traded, each with its posting. A venue numbers what is traded for each market anew.
CREATE TABLE trade_fill (
  venue    text   NOT NULL,
  abbr     text   NOT NULL,
  fill_id  text   NOT NULL,
  trade_id bigint NOT NULL REFERENCES trade,
  amount   numeric(78, 0) NOT NULL CHECK (amount > 0),
  value    numeric(78, 0) NOT NULL CHECK (value >= 0), -- in USDT
  fee_abbr text   NOT NULL,                   -- the coin in which the venue took its fee
  fee      numeric(78, 0) NOT NULL,           -- less than nothing: the venue has paid for it
  at       bigint NOT NULL,
  PRIMARY KEY (venue, abbr, fill_id)
);
CREATE INDEX trade_fill_trade ON trade_fill (trade_id);
