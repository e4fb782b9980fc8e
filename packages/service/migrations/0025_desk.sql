-- What an operator has to know of: why a payout waits, how much a signer lets go, what was lost to a reorganisation.

-- Why a payout that is ready is not signed, in the words of whoever refused it, and since when; null once it is signed.
ALTER TABLE payout ADD COLUMN waits_why   text;
ALTER TABLE payout ADD COLUMN waits_since bigint;

-- The limits of a signer in a process of its own, as it published them at its start: quotes promise no more.
CREATE TABLE signer_limit (
  asset_id        integer PRIMARY KEY,
  per_transaction numeric(78, 0),
  per_hour        numeric(78, 0)
);
CREATE TRIGGER signer_limit_changed AFTER INSERT OR UPDATE OR DELETE ON signer_limit EXECUTE FUNCTION note_change('catalogue');

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

-- When its order's log told that a confirmed deposit does not count for the order; 0: it has not.
ALTER TABLE deposit ADD COLUMN surplus_at bigint NOT NULL DEFAULT 0;
CREATE INDEX deposit_untold ON deposit (id) WHERE state = 'confirmed' AND fate IS NULL AND surplus_at = 0;
