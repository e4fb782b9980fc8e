-- What nodes know of the chains: who follows them, how far, what came in, which coins we hold, and what is known of addresses.

-- Work that one node does at a time. The token grows whenever it changes hands; every write of a worker checks it,
-- in its own transaction, so that a node which has lost its lease without noticing can write nothing any more.
CREATE TABLE lease (
  name   text   PRIMARY KEY,
  holder text   NOT NULL,
  token  bigint NOT NULL,
  until  bigint NOT NULL
);
-- A lease is renewed while a transaction of its holder is under way, and changes hands only when none is. The token is part
-- of a key, so that taking a lease over needs a stronger lock than renewing it does.
CREATE UNIQUE INDEX lease_token ON lease (name, token);

-- What the nodes have seen of the time, so that one that begins after a clock was set knows. One row.
CREATE TABLE clock_witness (
  is_only     boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  seen_ms     bigint  NOT NULL DEFAULT 0,     -- the time that nodes went by, at the last look
  database_ms bigint  NOT NULL DEFAULT 0,     -- the database's clock at that moment: the same, unless it was set
  is_settled  boolean NOT NULL DEFAULT true,  -- false: nothing expires and nothing is judged late
  accepted    bigint  NOT NULL DEFAULT 0      -- how often an operator has said that the database's clock is right
);
INSERT INTO clock_witness DEFAULT VALUES;

-- The newest blocks that have been followed. The highest is how far we are: a hash with its parent, not a height.
CREATE TABLE followed_block (
  chain_id smallint NOT NULL,
  height   bigint   NOT NULL,
  hash     text     NOT NULL,
  parent   text     NOT NULL,
  PRIMARY KEY (chain_id, height)
);

-- Whoever follows a chain has seen all of its blocks and its mempool as they were then. What no block had by that time
-- was not mined by that time, whether or not the engine was running.
CREATE TABLE chain_known (
  chain_id smallint PRIMARY KEY,
  until    bigint   NOT NULL
);

-- Blocks that an operator wants to be looked through once more. The engine does it beside its other work.
CREATE TABLE rescan (
  chain_id smallint PRIMARY KEY,
  first    bigint   NOT NULL,
  next     bigint   NOT NULL,                 -- the block that comes next
  last     bigint   NOT NULL CHECK (last >= first),
  found    bigint   NOT NULL DEFAULT 0        -- transfers that had been missed
);

-- Every transfer to an address of ours: late, dust, doubled, in the wrong asset. One row, whatever happens to it.
CREATE TABLE deposit (
  id             bigint   PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  chain_id       smallint NOT NULL,
  txid           text     NOT NULL,
  index          integer  NOT NULL,           -- of the transfer in its transaction
  asset_id       integer  NOT NULL,
  units          numeric(78, 0) NOT NULL CHECK (units > 0),
  address        text     NOT NULL,
  sources        text[]   NOT NULL,           -- who sent it, as far as the chain tells
  order_id       bigint   REFERENCES orders,  -- whose address it is; null: given to no order that exists
  is_silent      boolean  NOT NULL DEFAULT false, -- only a balance showed it: a name stands for its transaction
  -- packages/service/src/deposits/life.ts says what each is.
  state          text     NOT NULL CHECK (state IN ('seen', 'mined', 'confirmed', 'gone')),
  height         bigint,                      -- of its block
  extra_blocks   integer  NOT NULL DEFAULT 0 CHECK (extra_blocks >= 0), -- confirmations that it needs beyond the chain's
  -- What becomes of it once it is confirmed: exchanged by its order, or given back. Null: not decided.
  use            text     CHECK (use IN ('exchange', 'refund')),
  seen_at        bigint   NOT NULL,           -- first; anew after it was gone
  mined_at       bigint   NOT NULL DEFAULT 0, -- the time of its block
  confirmed_at   bigint   NOT NULL DEFAULT 0,
  surplus_at     bigint   NOT NULL DEFAULT 0, -- when its order's log told that it does not count for the order; 0: it has not
  -- Since when it is kept apart, as screening stopped it: it is not spent, swept or mixed with anything until somebody who may
  -- has decided. 0: it is not.
  quarantined_at bigint   NOT NULL DEFAULT 0,
  UNIQUE (chain_id, txid, index)
);
-- What came to an order; what a block brought; what no block has, or not deep enough.
CREATE INDEX deposit_order ON deposit (order_id);
CREATE INDEX deposit_height ON deposit (chain_id, height);
CREATE INDEX deposit_open ON deposit (chain_id, state, height) WHERE state IN ('seen', 'mined');
-- What is to be decided; what its order's log has to tell; what is kept apart.
CREATE INDEX deposit_undecided ON deposit (id) WHERE state = 'confirmed' AND use IS NULL;
CREATE INDEX deposit_untold ON deposit (id) WHERE state = 'confirmed' AND use IS NULL AND surplus_at = 0;
CREATE INDEX deposit_quarantined ON deposit (chain_id, txid, index) WHERE quarantined_at > 0;

-- Deposits that a reorganisation took back after they had been used: each is an alarm until an operator acknowledges it or
-- the deposit is confirmed again, which ends it. The amounts are those of the ledger's account `loss`.
CREATE TABLE loss (
  deposit_id      bigint  PRIMARY KEY REFERENCES deposit,
  order_id        bigint  REFERENCES orders,  -- null: it came to no order, and was given back
  asset_id        integer NOT NULL,
  units           numeric(78, 0) NOT NULL,
  at              bigint  NOT NULL,
  acknowledged_at bigint  NOT NULL DEFAULT 0
);

-- What is known of an address from the screening providers.
CREATE TABLE screening (
  chain_id smallint NOT NULL,
  address  text     NOT NULL,
  is_hit   boolean  NOT NULL,
  detail   text     NOT NULL,
  at       bigint   NOT NULL,
  PRIMARY KEY (chain_id, address)
);

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
-- The largest; what a block brought.
CREATE INDEX coin_size ON coin (chain_id, units DESC, spend);
CREATE INDEX coin_height ON coin (chain_id, height);

-- Addresses of ours, besides the treasury, that may hold something, on chains where that has to be brought in.
CREATE TABLE holder (
  chain_id smallint NOT NULL,
  address  text     NOT NULL,
  looks    bigint   NOT NULL DEFAULT 0,       -- how often it was looked at whether it is worth being swept
  PRIMARY KEY (chain_id, address)
);
