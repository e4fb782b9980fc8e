-- What real chains need of payments: whose account pays, at which rate, what it really cost, that it came to nothing.

ALTER TABLE payment ADD COLUMN source    text;                       -- on chains of accounts: the address of ours that pays
ALTER TABLE payment ADD COLUMN fee_rate  numeric(78, 0) NOT NULL DEFAULT 0; -- in the chain's own measure
ALTER TABLE payment ADD COLUMN is_failed boolean NOT NULL DEFAULT false;    -- in a block, but only its fee was paid
-- payouts: of orders. sweep: from a deposit address to the treasury. fuel: to a deposit address, for the fee of its sweep.
-- filler: uses up a number of an account that nothing else took.
ALTER TABLE payment ADD COLUMN purpose   text NOT NULL DEFAULT 'payouts'
  CHECK (purpose IN ('payouts', 'sweep', 'fuel', 'filler'));
-- What a payment without payouts moves between addresses of ours.
ALTER TABLE payment ADD COLUMN payee     text;
ALTER TABLE payment ADD COLUMN asset_id  integer;
ALTER TABLE payment ADD COLUMN units     numeric(78, 0);
ALTER TABLE payment ADD CHECK ((purpose = 'payouts') = (payee IS NULL));

UPDATE payment SET source = sources[1] WHERE nonce IS NOT NULL;
UPDATE payment SET fee_rate = fee_units;

-- Every account counts its own.
DROP INDEX payment_nonce;
CREATE INDEX payment_nonce ON payment (chain_id, source, nonce);

-- Addresses of ours, besides the treasury, that may hold something, on chains where that has to be brought in.
CREATE TABLE holder (
  chain_id smallint NOT NULL,
  address  text     NOT NULL,
  looks    bigint   NOT NULL DEFAULT 0,       -- how often it was looked at whether it is worth being swept
  PRIMARY KEY (chain_id, address)
);

-- Blocks that an operator wants to be looked through once more. The engine does it beside its other work.
CREATE TABLE rescan (
  chain_id smallint PRIMARY KEY,
  first    bigint   NOT NULL,
  next     bigint   NOT NULL,                 -- the block that comes next
  last     bigint   NOT NULL CHECK (last >= first),
  found    bigint   NOT NULL DEFAULT 0        -- transfers that had been missed
);
