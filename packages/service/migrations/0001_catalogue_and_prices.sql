-- What can be exchanged, and at which prices: chains, assets, settings, prices. Small tables that every node holds in memory.
-- All times in these files are Unix seconds; all amounts are integers in base units.

-- A node learns here, by polling, that something it holds in memory has changed.
CREATE TABLE change (
  topic   text   PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1
);
INSERT INTO change (topic) VALUES ('catalogue'), ('access'), ('seal'), ('hold');

CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE change SET version = version + 1 WHERE topic = TG_ARGV[0];
  RETURN NULL;
END $$;

-- Chains and assets are filled in from the program's own list at each start (catalog/fill-catalogue.ts).
CREATE TABLE chain (
  id            smallint PRIMARY KEY,
  name          text     NOT NULL,
  address_space text     NOT NULL,            -- which keys and address form its deposits use
  native_abbr   text     NOT NULL,            -- the coin in which network fees are paid
  evm_chain_id  integer,                      -- EIP-155 id, for EVM chains
  confirmations integer  NOT NULL CHECK (confirmations > 0)
);
-- Callers name a chain in any case of letters.
CREATE UNIQUE INDEX chain_name ON chain (lower(name));
CREATE TRIGGER chain_changed AFTER INSERT OR UPDATE OR DELETE ON chain EXECUTE FUNCTION note_change('catalogue');

-- Assets are switched off, never deleted: orders refer to them for ever.
CREATE TABLE asset (
  id             integer  PRIMARY KEY,
  chain_id       smallint NOT NULL REFERENCES chain,
  abbr           text     NOT NULL,
  name           text     NOT NULL DEFAULT '',   -- what people call it
  protocol       text     NOT NULL,              -- `type` on the wire
  decimals       smallint NOT NULL CHECK (decimals BETWEEN 0 AND 30),
  contract       text,                           -- null for a native coin
  stable         boolean  NOT NULL DEFAULT false,
  can_send       boolean  NOT NULL DEFAULT true, -- users may send it to us
  can_receive    boolean  NOT NULL DEFAULT true, -- users may receive it from us
  min_units      numeric(78, 0) NOT NULL CHECK (min_units > 0),
  max_units      numeric(78, 0) NOT NULL CHECK (max_units >= min_units),
  -- What is less than this is too little for the chain to carry. Nodes relay no smaller output; on chains of accounts anything
  -- can be sent.
  dust_units     numeric(78, 0) NOT NULL DEFAULT 1 CHECK (dust_units > 0),
  transfer_cost  numeric(78, 0) NOT NULL CHECK (transfer_cost >= 0), -- of one transfer, in units of the chain's native coin
  treasury_units numeric(78, 0) NOT NULL DEFAULT 0 CHECK (treasury_units >= 0), -- free to be paid out
  target_units   numeric(78, 0) NOT NULL DEFAULT 0 CHECK (target_units >= 0),   -- what should be free; 0: nothing was said
  float_fee_ppm  integer CHECK (float_fee_ppm BETWEEN 0 AND 500000), -- null: the setting counts
  fixed_fee_ppm  integer CHECK (fixed_fee_ppm BETWEEN 0 AND 500000)
);
-- And an asset of a chain as well.
CREATE UNIQUE INDEX asset_name ON asset (chain_id, lower(abbr));
CREATE TRIGGER asset_changed AFTER INSERT OR UPDATE OR DELETE ON asset EXECUTE FUNCTION note_change('catalogue');

-- Settings that differ from their default; settings.ts knows them all.
CREATE TABLE setting (
  name  text   PRIMARY KEY,
  value bigint NOT NULL
);
CREATE TRIGGER setting_changed AFTER INSERT OR UPDATE OR DELETE ON setting EXECUTE FUNCTION note_change('catalogue');

-- The newest price of each coin in USDT. Written by the one node that runs the feed. What jumped waits here until it is
-- confirmed, so that every node and every restart knows of it.
CREATE TABLE price (
  abbr               text   PRIMARY KEY,
  price              numeric(38, 18) NOT NULL CHECK (price > 0),
  at                 bigint NOT NULL,          -- when the source says that this was its price, never when it was read
  source             text   NOT NULL,
  changed_at         bigint NOT NULL,          -- the source's time when it last said another price than before
  anchor_price       numeric(38, 18) NOT NULL, -- small steps are measured from here, so that they cannot add up to a jump
  anchor_at          bigint NOT NULL,
  -- A price that jumped, as the source says it now; null: none waits.
  pending_price      numeric(38, 18) CHECK (pending_price > 0),
  pending_first      numeric(38, 18),          -- as it was said first: later ones must stay near it
  pending_at         bigint,                   -- the source's time
  pending_since      bigint,                   -- when a node of ours heard it first
  pending_source     text,
  -- When its source last said another one than before; null: never since it was heard first. What jumped and then stood still
  -- has stood since then, not since the moment when it was confirmed.
  pending_changed_at bigint,
  stop               text CHECK (stop IN ('jump', 'frozen')), -- why nothing is quoted at it
  CHECK (num_nulls(pending_price, pending_first, pending_at, pending_since, pending_source) IN (0, 5)),
  CHECK ((stop IS NOT DISTINCT FROM 'jump') = (pending_price IS NOT NULL))
);

-- What was wrong with a source when it was last read.
CREATE TABLE price_reading (
  source text   PRIMARY KEY,
  at     bigint NOT NULL,
  faults jsonb  NOT NULL                      -- [{abbr, what}]; abbr is null for what concerns all of it
);
