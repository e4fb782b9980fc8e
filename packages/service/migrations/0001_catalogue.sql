-- What can be exchanged: chains, assets, settings, prices. Small tables that every node holds in memory.

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

INSERT INTO chain (id, name, address_space, native_abbr, evm_chain_id, confirmations) VALUES
  (1, 'Bitcoin',  'bitcoin',  'BTC',  NULL,  2),
  (2, 'Litecoin', 'litecoin', 'LTC',  NULL,  6),
  (3, 'Dogecoin', 'dogecoin', 'DOGE', NULL,  20),
  (4, 'Ethereum', 'evm',      'ETH',  1,     12),
  (5, 'Arbitrum', 'evm',      'ETH',  42161, 20),
  (6, 'BSC',      'evm',      'BNB',  56,    15),
  (7, 'Polygon',  'evm',      'POL',  137,   64),
  (8, 'TRON',     'tron',     'TRX',  NULL,  19),
  (9, 'Solana',   'solana',   'SOL',  NULL,  32);

-- Limits and treasuries for test networks; an operator sets their own. ARB is seeded switched off.
INSERT INTO asset (id, chain_id, abbr, protocol, decimals, contract, stable, can_send, can_receive,
                   min_units, max_units, transfer_cost, treasury_units) VALUES
  (1,  1, 'BTC',  'BTC',      8,  NULL, false, true, true,           20000,         1000000000,            2000,           10000000000),
  (2,  2, 'LTC',  'LTC',      8,  NULL, false, true, true,         1000000,       1000000000000,         10000,        10000000000000),
  (3,  3, 'DOGE', 'DOGE',     8,  NULL, false, true, true,       500000000,     500000000000000,      20000000,      5000000000000000),
  (4,  4, 'ETH',  'ETH',      18, NULL, false, true, true, 1000000000000000, 200000000000000000000,  105000000000000, 2000000000000000000000),
  (5,  4, 'USDT', 'ERC20',    6,  '0xdAC17F958D2ee523a2206206994597C13D831ec7', true,  true, true, 5000000, 500000000000, 325000000000000, 5000000000000),
  (6,  4, 'USDC', 'ERC20',    6,  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', true,  true, true, 5000000, 500000000000, 325000000000000, 5000000000000),
  (7,  5, 'ETH',  'ARBITRUM', 18, NULL, false, true, true, 500000000000000, 200000000000000000000,    2100000000000, 2000000000000000000000),
  (8,  5, 'ARB',  'ARBITRUM', 18, '0x912CE59144191C1204E64559FE8253a0e49E6548', false, false, false, 5000000000000000000, 500000000000000000000000, 6500000000000, 5000000000000000000000000),
  (9,  5, 'USDT', 'ARBITRUM', 6,  '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', true,  true, true, 2000000, 500000000000, 6500000000000, 5000000000000),
  (10, 6, 'BNB',  'BEP20',    18, NULL, false, true, true, 5000000000000000, 1000000000000000000000,  63000000000000, 10000000000000000000000),
  (11, 6, 'USDT', 'BEP20',    18, '0x55d398326f99059fF775485246999027B3197955', true,  true, true, 2000000000000000000, 500000000000000000000000, 195000000000000, 5000000000000000000000000),
  (12, 7, 'POL',  'POLYGON',  18, NULL, false, true, true, 5000000000000000000, 1000000000000000000000000, 1050000000000000, 10000000000000000000000000),
  (13, 7, 'USDC', 'POLYGON',  6,  '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', true,  true, true, 2000000, 500000000000, 3250000000000000, 5000000000000),
  (14, 8, 'TRX',  'TRC20',    6,  NULL, false, true, true, 10000000, 2000000000000, 1100000, 20000000000000),
  (15, 8, 'USDT', 'TRC20',    6,  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', true,  true, true, 5000000, 500000000000, 13500000, 5000000000000),
  (16, 9, 'SOL',  'SOL',      9,  NULL, false, true, true, 10000000, 5000000000000, 5000, 50000000000000),
  (17, 9, 'USDC', 'SPL',      6,  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', true,  true, true, 2000000, 500000000000, 2100000, 5000000000000);
