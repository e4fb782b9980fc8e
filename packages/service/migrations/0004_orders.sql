-- Orders, their receive entries, what placed them, and their referrals.
-- All times are Unix seconds; 0 means it has not happened. All amounts are integers in base units.

CREATE TABLE orders (
  id              bigint   PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  no              text     NOT NULL UNIQUE,
  query_code      text     NOT NULL UNIQUE,   -- without dashes
  account_id      bigint   NOT NULL,
  position        bigint   NOT NULL,          -- in the account's roll of orders
  mode            text     NOT NULL CHECK (mode IN ('float', 'fixed')),
  status          smallint NOT NULL CHECK (status IN (1, 2, 3, 4, 5, 7, 8, 9)),
  asset_id        integer  NOT NULL,          -- what is sent to us
  units           numeric(78, 0) NOT NULL CHECK (units > 0), -- agreed
  received_units  numeric(78, 0) NOT NULL DEFAULT 0,
  min_units       numeric(78, 0) NOT NULL,    -- limits that held when it was placed
  max_units       numeric(78, 0) NOT NULL,
  address_id      bigint   NOT NULL UNIQUE,
  address         text     NOT NULL,
  price           numeric(38, 18) NOT NULL,   -- of the source asset, USDT
  tolerance_units numeric(78, 0) NOT NULL,    -- a deposit that is off by no more counts as exact
  on_mismatch     text     NOT NULL CHECK (on_mismatch IN ('ask', 'exchange', 'refund')),
  refund_address  text,
  refund_memo     text,
  client_order_id text,
  caller          text,                       -- for the cap on unpaid orders; null in open mode
  created_at      bigint   NOT NULL,
  expires_at      bigint   NOT NULL,
  late_until      bigint   NOT NULL,          -- a late deposit is still taken up until then
  paid_at         bigint   NOT NULL DEFAULT 0,
  accepted_at     bigint   NOT NULL DEFAULT 0,
  finished_at     bigint   NOT NULL DEFAULT 0,
  frozen_at       bigint   NOT NULL DEFAULT 0,
  deleted_at      bigint   NOT NULL DEFAULT 0
);
-- The list: all of an account, by status, by time.
CREATE UNIQUE INDEX orders_position ON orders (account_id, position);
CREATE INDEX orders_status ON orders (account_id, status, position);
CREATE INDEX orders_time ON orders (account_id, created_at, position);
CREATE INDEX orders_unpaid ON orders (caller) WHERE status = 1 AND caller IS NOT NULL;

-- No foreign keys to the catalogue: assets are never deleted, and every order would lock the same few rows.
CREATE TABLE order_entry (
  order_id          bigint   NOT NULL REFERENCES orders,
  entry             smallint NOT NULL,        -- 0 to 4, as sent
  asset_id          integer  NOT NULL,        -- what we pay out
  address           text     NOT NULL,
  memo              text,
  to_ratio          numeric(38, 18) NOT NULL, -- as sent
  to_group_ratio    numeric(38, 18),          -- as sent, Variant A
  share             numeric(38, 18) NOT NULL, -- of the source amount
  group_share       numeric(38, 18) NOT NULL, -- of the entries with the same asset
  price             numeric(38, 18) NOT NULL, -- of the receive asset, USDT
  fee_ppm           integer  NOT NULL,        -- service fee
  network_fee_units numeric(78, 0) NOT NULL,
  units             numeric(78, 0) NOT NULL,  -- to be paid out
  units_origin      numeric(78, 0) NOT NULL,  -- as computed when the order was placed
  status            smallint NOT NULL DEFAULT 1 CHECK (status IN (1, 2, 3)),
  finished_at       bigint   NOT NULL DEFAULT 0,
  PRIMARY KEY (order_id, entry)
);

-- What can place only one order: a calc id, an idempotency key, a nonce, a client's own order id.
CREATE TABLE order_claim (
  claim       bytea  PRIMARY KEY,             -- SHA-256 of kind, scope and key
  fingerprint bytea  NOT NULL,                -- SHA-256 of the request's parameters
  order_id    bigint NOT NULL REFERENCES orders
);

CREATE TABLE referral_order (
  order_id         bigint   PRIMARY KEY REFERENCES orders,
  code_id          bigint   NOT NULL,
  code             text     NOT NULL,
  account_id       bigint   NOT NULL,         -- the affiliate
  account_position bigint   NOT NULL,         -- in the affiliate's roll
  code_position    bigint   NOT NULL,         -- in the code's roll
  commission_ppm   integer  NOT NULL,         -- copied when the order was placed
  commission       numeric(38, 8) NOT NULL DEFAULT 0, -- USDT
  order_amount     numeric(38, 8) NOT NULL,   -- USDT
  settle_status    smallint NOT NULL DEFAULT 1 CHECK (settle_status IN (1, 2)),
  created_at       bigint   NOT NULL,
  updated_at       bigint   NOT NULL
);
CREATE UNIQUE INDEX referral_account_position ON referral_order (account_id, account_position);
CREATE INDEX referral_account_settled ON referral_order (account_id, settle_status, account_position);
CREATE INDEX referral_account_time ON referral_order (account_id, created_at, account_position);
CREATE UNIQUE INDEX referral_code_position ON referral_order (code_id, code_position);
CREATE INDEX referral_code_settled ON referral_order (code_id, settle_status, code_position);
CREATE INDEX referral_code_time ON referral_order (code_id, created_at, code_position);
