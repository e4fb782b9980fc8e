-- Where an account of the operator's lends deposit addresses the energy that their sweeps take, what lends it and takes it back is a payment
-- like any other: stored before it is sent, and found in a block or expired. It pays nothing.
ALTER TABLE payment DROP CONSTRAINT payment_purpose_check;
ALTER TABLE payment ADD CONSTRAINT payment_purpose_check
  CHECK (purpose IN ('payouts', 'sweep', 'top-up', 'nonce filler', 'help', 'nonce accounts', 'energy lent', 'energy back'));
