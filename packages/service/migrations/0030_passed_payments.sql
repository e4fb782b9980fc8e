-- A block that has a payment which the store has lost waits until that is found again. After a deep reorganisation what was
-- paid in for it may lie in a later block of the same chain: then an operator lets the chain be followed on.
ALTER TABLE lost_payment ADD COLUMN is_passed boolean NOT NULL DEFAULT false;  -- no block waits for it any more
