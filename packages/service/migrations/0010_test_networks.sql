-- The test networks: chains that exist in this database alone. Nothing of the service but chains/sim reads these.

CREATE TABLE sim_block (
  chain_id smallint NOT NULL,
  height   bigint   NOT NULL,
  hash     text     NOT NULL,
  parent   text     NOT NULL,
  mined_at bigint   NOT NULL,
  PRIMARY KEY (chain_id, height)
);

CREATE TABLE sim_tx (
  seq       bigint   PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  chain_id  smallint NOT NULL,
  txid      text     NOT NULL,
  sources   text[]   NOT NULL,
  spends    text[]   NOT NULL,                -- two transactions that share one cannot both be mined
  fee_units numeric  NOT NULL,
  state     text     NOT NULL CHECK (state IN ('waiting', 'mined', 'dropped')),
  height    bigint,
  is_failed boolean  NOT NULL DEFAULT false,  -- a block takes it, but only its fee is paid
  expires_at bigint,                          -- no block takes it once the block before is of this time; null: it never expires
  UNIQUE (chain_id, txid)
);
CREATE INDEX sim_tx_waiting ON sim_tx (chain_id, seq) WHERE state = 'waiting';
CREATE INDEX sim_tx_height ON sim_tx (chain_id, height) WHERE height IS NOT NULL;
CREATE INDEX sim_tx_spends ON sim_tx USING gin (spends);

-- What a transaction moves: negative where it takes, positive where it gives. Only what it gives has an index.
CREATE TABLE sim_move (
  chain_id smallint NOT NULL,
  txid     text     NOT NULL,
  index    integer,
  address  text     NOT NULL,
  asset_id integer  NOT NULL,
  units    numeric  NOT NULL,
  is_ours  boolean  NOT NULL                  -- an address of the wallet
);
CREATE INDEX sim_move_tx ON sim_move (chain_id, txid);

-- What the wallet holds as of each block.
CREATE TABLE sim_balance (
  chain_id smallint NOT NULL,
  height   bigint   NOT NULL,
  asset_id integer  NOT NULL,
  units    numeric  NOT NULL,
  PRIMARY KEY (chain_id, height, asset_id)
);
