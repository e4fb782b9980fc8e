-- Payments that an operator cancels, payments that help a client's deposit along, and how often replacing one failed.

-- cancel: spends what a payment of ours spends, and pays nobody but ourselves; once a block has it, that payment never
-- gets into one. help: spends a deposit that no block has taken yet, to the treasury, at a fee that is enough for both.
ALTER TABLE payment DROP CONSTRAINT payment_purpose_check;
ALTER TABLE payment ADD CONSTRAINT payment_purpose_check
  CHECK (purpose IN ('payouts', 'sweep', 'fuel', 'filler', 'cancel', 'help'));

-- gone: the deposit that it was to help has vanished; if that comes back, so does this.
ALTER TABLE payment DROP CONSTRAINT payment_state_check;
ALTER TABLE payment ADD CONSTRAINT payment_state_check
  CHECK (state IN ('signed', 'sent', 'mined', 'confirmed', 'replaced', 'gone'));
CREATE INDEX payment_help ON payment (chain_id) WHERE purpose = 'help' AND state IN ('signed', 'sent', 'gone');

-- These are of the first of those that replace one another.
ALTER TABLE payment ADD COLUMN cancel_at bigint  NOT NULL DEFAULT 0; -- when an operator wanted it to be cancelled; 0: nobody does
ALTER TABLE payment ADD COLUMN tried_at  bigint  NOT NULL DEFAULT 0; -- when it could not be replaced, for the last time
ALTER TABLE payment ADD COLUMN tries     integer NOT NULL DEFAULT 0; -- how often in a row it could not

-- The cancel that keeps an earlier payment of this payout out of the chain: only as long as it is confirmed may another
-- be signed. On chains of coins the other must spend a coin of it as well, so that no chain can hold both payments.
ALTER TABLE payout ADD COLUMN freed_by   bigint REFERENCES payment;
ALTER TABLE payout ADD COLUMN must_spend text;
CREATE INDEX payout_freed ON payout (freed_by) WHERE freed_by IS NOT NULL;
CREATE INDEX payout_must_spend ON payout (chain_id, must_spend)
  WHERE must_spend IS NOT NULL AND state IN ('ready', 'failed');
