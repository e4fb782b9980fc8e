-- A block that has a payment which the store has lost waits until that is found again. After a deep reorganisation what was
-- paid in for it may lie in a later block of the same chain: then an operator lets the chain be followed on. And what a
-- payment has paid whose order the store knows, but not the payout, is remembered when an operator settles it: whatever
-- becomes of that order, nobody is paid for it again.
ALTER TABLE lost_payment
  ADD COLUMN is_passed boolean NOT NULL DEFAULT false,  -- no block waits for it any more
  ADD COLUMN is_kept   boolean NOT NULL DEFAULT false;  -- it is in the store, but not these of its payouts

ALTER TABLE payment ADD COLUMN is_partly boolean NOT NULL DEFAULT false;  -- it also pays whom the store has forgotten
