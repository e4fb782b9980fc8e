-- What moves orders: leases, followed blocks, deposits, payouts and their payments, the ledger, screening, alarms.
-- All times are Unix seconds. All amounts are integers in base units.

-- Work that one node does at a time. The token grows whenever it changes hands; every write of a worker checks it,
-- in its own transaction, so that a node which has lost its lease without noticing can write nothing any more.
CREATE TABLE lease (
  name   text   PRIMARY KEY,
  holder text   NOT NULL,
  token  bigint NOT NULL,
  until  bigint NOT NULL
);

-- The newest blocks that have been followed. The highest is how far we are: a hash with its parent, not a height.
CREATE TABLE followed_block (
  chain_id smallint NOT NULL,
  height   bigint   NOT NULL,
  hash     text     NOT NULL,
  parent   text     NOT NULL,
  PRIMARY KEY (chain_id, height)
);

-- Every transfer to an address of ours: late, dust, doubled, in the wrong asset. One row, whatever happens to it.
CREATE TABLE deposit (
  id           bigint   PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  chain_id     smallint NOT NULL,
  txid         text     NOT NULL,
  index        integer  NOT NULL,             -- of the transfer in its transaction
  asset_id     integer  NOT NULL,
  units        numeric(78, 0) NOT NULL CHECK (units > 0),
  address      text     NOT NULL,
  sources      text[]   NOT NULL,             -- who sent it, as far as the chain tells
  order_id     bigint   REFERENCES orders,    -- whose address it is; null: given to no order that exists
  -- seen: in the mempool. mined: in a block. confirmed: deep enough. gone: it vanished, and may come back.
  state        text     NOT NULL CHECK (state IN ('seen', 'mined', 'confirmed', 'gone')),
  height       bigint,                        -- of its block
  -- What becomes of it once it is confirmed: exchanged by its order, or given back. Null: not decided.
  fate         text     CHECK (fate IN ('exchange', 'refund')),
  seen_at      bigint   NOT NULL,             -- first; anew after it was gone
  mined_at     bigint   NOT NULL DEFAULT 0,   -- the time of its block
  confirmed_at bigint   NOT NULL DEFAULT 0,
  UNIQUE (chain_id, txid, index)
);
CREATE INDEX deposit_order ON deposit (order_id);
CREATE INDEX deposit_height ON deposit (chain_id, height);
CREATE INDEX deposit_open ON deposit (chain_id, state, height) WHERE state IN ('seen', 'mined');
CREATE INDEX deposit_undecided ON deposit (id) WHERE state = 'confirmed' AND fate IS NULL;

-- A transaction of ours. Its bytes are stored before anyone else sees them, and only ever these bytes are sent.
CREATE TABLE payment (
  id         bigint   PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  chain_id   smallint NOT NULL,
  txid       text     NOT NULL,
  bytes      bytea    NOT NULL,
  sources    text[]   NOT NULL,               -- the addresses of ours that it pays from
  fee_units  numeric(78, 0) NOT NULL,         -- of the chain's native coin
  -- signed: stored. sent: given to the network at least once. mined, confirmed: in the chain.
  -- replaced: another payment with the same spends is in the chain for good, so this one never will be.
  state      text     NOT NULL CHECK (state IN ('signed', 'sent', 'mined', 'confirmed', 'replaced')),
  height     bigint,
  nonce      bigint,                          -- of the treasury's account; null on chains of coins
  replaces   bigint   REFERENCES payment,     -- the same payouts from the same spends, at a lower fee
  signed_at  bigint   NOT NULL,
  sent_at    bigint   NOT NULL DEFAULT 0,     -- for the last time
  refused_at bigint   NOT NULL DEFAULT 0,     -- since when the network has refused it without a break
  confirmed_at bigint NOT NULL DEFAULT 0,
  UNIQUE (chain_id, txid)
);
CREATE INDEX payment_height ON payment (chain_id, height);
CREATE INDEX payment_nonce ON payment (chain_id, nonce);
CREATE INDEX payment_family ON payment (replaces) WHERE replaces IS NOT NULL;
CREATE INDEX payment_open ON payment (chain_id, id) WHERE state IN ('signed', 'sent', 'mined');

-- What a payment uses up: a coin (txid:index) or an account's next number (address#nonce). Nothing is used twice,
-- except by payments that replace one another: they share the first one's rows.
CREATE TABLE payment_spend (
  chain_id   smallint NOT NULL,
  spend      text     NOT NULL,
  payment_id bigint   NOT NULL REFERENCES payment, -- the first of those that replace one another
  PRIMARY KEY (chain_id, spend)
);
CREATE INDEX payment_spend_payment ON payment_spend (payment_id);

-- What has to be paid: one row per (order, purpose, part), for ever, so nothing is paid twice.
CREATE TABLE payout (
  id          bigint   PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  order_id    bigint   NOT NULL REFERENCES orders,
  purpose     text     NOT NULL CHECK (purpose IN ('output', 'refund')),
  part        bigint   NOT NULL,              -- the entry of an output, the deposit that a refund gives back
  chain_id    smallint NOT NULL,
  asset_id    integer  NOT NULL,
  address     text     NOT NULL,
  memo        text,
  units       numeric(78, 0) NOT NULL CHECK (units > 0), -- what the receiver gets
  -- ready: to be signed. signed: it has a payment. confirmed: the receiver has it. failed: it cannot be sent.
  state       text     NOT NULL CHECK (state IN ('ready', 'signed', 'confirmed', 'failed')),
  payment_id  bigint   REFERENCES payment,    -- the first of those that replace one another
  created_at  bigint   NOT NULL,
  finished_at bigint   NOT NULL DEFAULT 0,
  UNIQUE (order_id, purpose, part)
);
CREATE INDEX payout_ready ON payout (chain_id, id) WHERE state = 'ready';
CREATE INDEX payout_payment ON payout (payment_id);

-- Coins that we hold on chains where a transfer spends whole coins.
CREATE TABLE coin (
  chain_id smallint NOT NULL,
  spend    text     NOT NULL,                 -- txid:index, as in payment_spend
  asset_id integer  NOT NULL,
  units    numeric(78, 0) NOT NULL,
  address  text     NOT NULL,
  height   bigint   NOT NULL,
  PRIMARY KEY (chain_id, spend)
);
CREATE INDEX coin_size ON coin (chain_id, units DESC, spend);
CREATE INDEX coin_height ON coin (chain_id, height);

-- The order's history: every change with its reason, written in the transaction that makes it.
CREATE TABLE order_event (
  id          bigint   PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  order_id    bigint   NOT NULL,
  at          bigint   NOT NULL,
  from_status smallint NOT NULL,
  to_status   smallint NOT NULL,
  reason      text     NOT NULL
);
CREATE INDEX order_event_order ON order_event (order_id, id);

-- Double entry. The entries of a posting add up to zero in each asset. Positive: we hold it. Negative: we owe it.
CREATE TABLE ledger_entry (
  id       bigint   PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  posting  bigint   NOT NULL,
  account  text     NOT NULL,                 -- ledger/accounts.ts says what each is
  order_id bigint,                            -- of the account `order`
  asset_id integer  NOT NULL,
  units    numeric(78, 0) NOT NULL CHECK (units <> 0),
  why      text     NOT NULL,
  at       bigint   NOT NULL,
  CHECK ((account = 'order') = (order_id IS NOT NULL))
);
CREATE INDEX ledger_order ON ledger_entry (order_id) WHERE order_id IS NOT NULL;
CREATE SEQUENCE ledger_posting;

-- Balances of all accounts but the orders' own, as far as they are folded, and what is not folded yet.
CREATE TABLE ledger_balance (
  account  text    NOT NULL,
  asset_id integer NOT NULL,
  units    numeric NOT NULL,
  PRIMARY KEY (account, asset_id)
);
CREATE TABLE ledger_delta (
  id       bigint  PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  account  text    NOT NULL,
  asset_id integer NOT NULL,
  units    numeric NOT NULL
);

-- A posting that does not add up is refused by the store itself, whoever writes it.
CREATE FUNCTION check_postings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM added GROUP BY posting, asset_id HAVING sum(units) <> 0) THEN
    RAISE EXCEPTION 'a posting does not add up to zero' USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO ledger_delta (account, asset_id, units)
  SELECT account, asset_id, sum(units) FROM added GROUP BY account, asset_id HAVING sum(units) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER postings_add_up AFTER INSERT ON ledger_entry
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_postings();

-- What is known of an address from the screening providers.
CREATE TABLE screening (
  chain_id smallint NOT NULL,
  address  text     NOT NULL,
  is_hit   boolean  NOT NULL,
  detail   text     NOT NULL,
  at       bigint   NOT NULL,
  PRIMARY KEY (chain_id, address)
);

-- Assets whose ledger and wallet differ: nothing is paid out in them until an operator has looked.
CREATE TABLE halt (
  asset_id     integer PRIMARY KEY,
  ledger_units numeric NOT NULL,
  wallet_units numeric NOT NULL,
  since        bigint  NOT NULL
);
CREATE TRIGGER halt_changed AFTER INSERT OR UPDATE OR DELETE ON halt EXECUTE FUNCTION note_change('catalogue');

-- What the engine looks for, however many orders there are.
ALTER TABLE orders ADD COLUMN freeze_reason text
  CHECK (freeze_reason IN ('LESS', 'MORE', 'LIMIT', 'LATE', 'SCREENING', 'OPERATOR'));
ALTER TABLE orders ADD COLUMN resolution text CHECK (resolution IN ('exchange', 'refund'));
CREATE INDEX orders_expiring ON orders (expires_at) WHERE status = 1;
CREATE INDEX orders_late ON orders (late_until) WHERE status = 8;
CREATE INDEX orders_resolved ON orders (id) WHERE status = 7 AND resolution IS NOT NULL;
ALTER TABLE order_entry ADD COLUMN fee_units numeric(78, 0) NOT NULL DEFAULT 0; -- service fee taken, in the entry's asset
