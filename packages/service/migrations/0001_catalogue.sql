-- What can be exchanged: chains, assets, settings, prices. Small tables that every node holds in memory. Chains and assets
-- are filled in from the program's own list at each start (catalog/fill-catalogue.ts).

-- A node learns here, by polling, that something it holds in memory has changed.
CREATE TABLE change (
  topic   text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1
);

CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE change SET version = version + 1 WHERE topic = TG_ARGV[0];
  RETURN NULL;
END $$;

INSERT INTO change (topic) VALUES ('catalogue'), ('access'), ('seal');

CREATE TABLE chain (
  id            smallint PRIMARY KEY,
  name          text     NOT NULL,
  address_space text     NOT NULL,            -- which keys and address form its deposits use
  native_abbr   text     NOT NULL,            -- the coin in which network fees are paid
  evm_chain_id  integer,                      -- EIP-155 id, for EVM chains
  confirmations integer  NOT NULL CHECK (confirmations > 0)
);
CREATE UNIQUE INDEX chain_name ON chain (lower(name));

-- Assets are switched off, never deleted: orders refer to them for ever.
CREATE TABLE asset (
  id             integer  PRIMARY KEY,
  chain_id       smallint NOT NULL REFERENCES chain,
  abbr           text     NOT NULL,
  protocol       text     NOT NULL,           -- `type` on the wire
  decimals       smallint NOT NULL CHECK (decimals BETWEEN 0 AND 30),
  contract       text,                        -- null for a native coin
  stable         boolean  NOT NULL DEFAULT false,
  can_send       boolean  NOT NULL DEFAULT true,  -- users may send it to us
  can_receive    boolean  NOT NULL DEFAULT true,  -- users may receive it from us
  min_units      numeric(78, 0) NOT NULL CHECK (min_units > 0),
  max_units      numeric(78, 0) NOT NULL CHECK (max_units >= min_units),
  transfer_cost  numeric(78, 0) NOT NULL CHECK (transfer_cost >= 0), -- of one transfer, in units of the chain's native coin
  treasury_units numeric(78, 0) NOT NULL DEFAULT 0 CHECK (treasury_units >= 0), -- free to be paid out
  float_fee_ppm  integer CHECK (float_fee_ppm BETWEEN 0 AND 500000), -- null: the setting counts
  fixed_fee_ppm  integer CHECK (fixed_fee_ppm BETWEEN 0 AND 500000)
);
CREATE UNIQUE INDEX asset_name ON asset (chain_id, lower(abbr));

-- Settings that differ from their default; settings.ts knows them all.
CREATE TABLE setting (
  name  text PRIMARY KEY,
  value bigint NOT NULL
);

-- The newest price of each coin in USDT. Written by the one node that runs the feed.
CREATE TABLE price (
  abbr   text PRIMARY KEY,
  price  numeric(38, 18) NOT NULL CHECK (price > 0),
  at     bigint NOT NULL,                     -- Unix seconds
  source text   NOT NULL
);

CREATE TRIGGER chain_changed   AFTER INSERT OR UPDATE OR DELETE ON chain   EXECUTE FUNCTION note_change('catalogue');
CREATE TRIGGER asset_changed   AFTER INSERT OR UPDATE OR DELETE ON asset   EXECUTE FUNCTION note_change('catalogue');
CREATE TRIGGER setting_changed AFTER INSERT OR UPDATE OR DELETE ON setting EXECUTE FUNCTION note_change('catalogue');
