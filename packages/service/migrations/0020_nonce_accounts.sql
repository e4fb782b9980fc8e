-- On Solana a payment excludes the others of the same payout by naming a nonce account of the treasury and the value that this holds: each
-- use gives it another. So a payment under way has such an account for itself, and the store knows which value it believes each to
-- hold: one that no payment of ours explains was used by what the store does not know.

CREATE TABLE nonce_account (
  chain_id smallint NOT NULL,
  number   integer  NOT NULL,
  address  text     NOT NULL,
  -- What it holds, until the payment that uses that is final and the chain says what it holds then; null: it is not open, as far
  -- as the store knows. It is free while no payment uses it (payment_spend has no address=value).
  value    text,
  PRIMARY KEY (chain_id, number),
  UNIQUE (chain_id, address)
);

-- Opening them is a payment, too.
ALTER TABLE payment DROP CONSTRAINT payment_purpose_check;
ALTER TABLE payment ADD CONSTRAINT payment_purpose_check
  CHECK (purpose IN ('payouts', 'sweep', 'top-up', 'nonce filler', 'help', 'nonce accounts'));

-- On the test network, accounts for tokens keep a rent: what a transaction put into those of others, less what it got back.
ALTER TABLE sim_tx ADD COLUMN rent_units numeric NOT NULL DEFAULT 0;
-- What an address has, and when it was last used.
CREATE INDEX sim_move_address ON sim_move (chain_id, address);
