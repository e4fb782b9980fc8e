-- Orders: their receive entries, what placed them, their referrals, their log, and what operators note about them.
-- A time of 0 means that it has not happened.

-- No foreign keys to the catalogue: assets are never deleted, and every order would lock the same few rows.
CREATE TABLE orders (
  id              bigint   PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  no              text     NOT NULL UNIQUE,
  query_code      text     NOT NULL UNIQUE,   -- without dashes
  account_id      bigint   NOT NULL,
  position        bigint   NOT NULL,          -- in the account's roll of orders
  mode            text     NOT NULL CHECK (mode IN ('float', 'fixed')),
  status          smallint NOT NULL CHECK (status IN (1, 2, 3, 4, 5, 7, 8, 9)), -- the contract's ORDER_STATUS names them
  asset_id        integer  NOT NULL,          -- what is sent to us
  units           numeric(78, 0) NOT NULL CHECK (units > 0), -- agreed
  received_units  numeric(78, 0) NOT NULL DEFAULT 0,
  min_units       numeric(78, 0) NOT NULL,    -- limits that held when it was placed
  max_units       numeric(78, 0) NOT NULL,
  address_id      bigint   NOT NULL UNIQUE,
  address         text     NOT NULL,
  price           numeric(38, 18) NOT NULL,   -- of the source asset, USDT
  tolerance_units numeric(78, 0) NOT NULL,    -- a deposit that is off by no more counts as exact
  dust_units      numeric(78, 0) NOT NULL DEFAULT 0, -- a transfer below this neither pays, freezes nor delays the order
  on_mismatch     text     NOT NULL CHECK (on_mismatch IN ('ask', 'exchange', 'refund')),
  freeze_reason   text     CHECK (freeze_reason IN ('LESS', 'MORE', 'LIMIT', 'LATE', 'SCREENING', 'OPERATOR')),
  resolution      text     CHECK (resolution IN ('exchange', 'refund')), -- what was decided about a frozen one
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
-- How many unpaid ones a caller has.
CREATE INDEX orders_unpaid ON orders (caller) WHERE status = 1 AND caller IS NOT NULL;
-- What the engine looks for, however many orders there are: which expire, which are given up, which can go on.
CREATE INDEX orders_expiring ON orders (expires_at) WHERE status = 1;
CREATE INDEX orders_late ON orders (late_until) WHERE status = 8;
CREATE INDEX orders_resolved ON orders (id) WHERE status = 7 AND resolution IS NOT NULL;
-- What was completed lately, for the figures.
CREATE INDEX orders_completed ON orders (finished_at) WHERE status = 4;
-- The console finds orders by what people have of them. Who looks for an address that a shop uses wants the newest orders of a
-- million: with their numbers in the index these are the first that it gives. No hash indexes: each insert would walk all of
-- that address's bucket.
CREATE INDEX orders_refund_address ON orders (refund_address, id) WHERE refund_address IS NOT NULL;
CREATE INDEX orders_client_order_id ON orders (client_order_id, id) WHERE client_order_id IS NOT NULL;

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
  fee_units         numeric(78, 0) NOT NULL DEFAULT 0, -- service fee taken, in the entry's asset
  network_fee_units numeric(78, 0) NOT NULL,
  units             numeric(78, 0) NOT NULL,  -- to be paid out
  units_origin      numeric(78, 0) NOT NULL,  -- as computed when the order was placed
  status            smallint NOT NULL DEFAULT 1 CHECK (status IN (1, 2, 3)),
  finished_at       bigint   NOT NULL DEFAULT 0,
  PRIMARY KEY (order_id, entry)
);
-- The newest orders that pay to an address.
CREATE INDEX order_entry_address ON order_entry (address, order_id);

-- No order pays to an address of ours, given or derived ahead of need: what is paid there never leaves us. Asked here, where
-- the orders of a batch are together: no trip of its own, and one look into the index for each receiver.
CREATE FUNCTION refuse_our_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM added e JOIN asset a ON a.id = e.asset_id JOIN chain c ON c.id = a.chain_id
     WHERE (SELECT true FROM deposit_address d WHERE d.space = c.address_space AND d.address = e.address)) THEN
    RAISE EXCEPTION 'a receiver is an address of ours' USING ERRCODE = 'check_violation', CONSTRAINT = 'receiver_not_ours';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER receivers_not_ours AFTER INSERT ON order_entry
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_our_addresses();

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
  settle_status    smallint NOT NULL DEFAULT 1 CHECK (settle_status IN (1, 2)), -- incomplete, completed
  created_at       bigint   NOT NULL,
  updated_at       bigint   NOT NULL
);
-- The list of an affiliate, and that of one code: all, by settlement, by time.
CREATE UNIQUE INDEX referral_account_position ON referral_order (account_id, account_position);
CREATE INDEX referral_account_settled ON referral_order (account_id, settle_status, account_position);
CREATE INDEX referral_account_time ON referral_order (account_id, created_at, account_position);
CREATE UNIQUE INDEX referral_code_position ON referral_order (code_id, code_position);
CREATE INDEX referral_code_settled ON referral_order (code_id, settle_status, code_position);
CREATE INDEX referral_code_time ON referral_order (code_id, created_at, code_position);

-- The order's log: changes of its status and all that happens to its money, told in the transaction in which it happens. Whoever
-- writes an event holds the lock of its order's row before the event gets its id. So the events of one order have their ids in
-- the order in which they are committed: the nth of them is the nth for ever, and whoever has read n misses none by going on
-- after them.
CREATE TABLE order_event (
  order_id    bigint   NOT NULL,
  id          bigint   NOT NULL GENERATED ALWAYS AS IDENTITY,
  at          bigint   NOT NULL,
  type        text     NOT NULL DEFAULT 'order.status', -- contract/endpoints/events.ts lists them
  -- Of a change of status.
  from_status smallint,
  to_status   smallint,
  reason      text,
  -- Of a transfer to the order, or one that we make for it, as it was at that moment.
  asset_id    integer,
  units       numeric(78, 0),
  txid        text,
  PRIMARY KEY (order_id, id),
  CHECK (
    CASE WHEN type = 'order.status' THEN from_status IS NOT NULL AND to_status IS NOT NULL AND reason IS NOT NULL
         ELSE asset_id IS NOT NULL AND units IS NOT NULL AND txid IS NOT NULL END)
);

-- What operators want to remember about an order.
CREATE TABLE order_note (
  id       bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  order_id bigint NOT NULL REFERENCES orders,
  operator text   NOT NULL,
  at       bigint NOT NULL,
  note     text   NOT NULL
);
-- Those of one order, in their order.
CREATE INDEX order_note_order ON order_note (order_id, id);
