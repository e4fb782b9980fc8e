-- A partner may put something on top of the service fee of an exchange and earns it, up to a bound that the operator gives the account. It is
-- taken with the fee and told apart from it, since the fee is shared by the rate of a referral code and the markup is not. Who earns by an
-- order need not have a code any more. A node of the version before takes no markup: give accounts their bounds once all nodes are of this one.
-- beside: 0030

ALTER TABLE account
  ADD COLUMN markup_ppm integer NOT NULL DEFAULT 0 CHECK (markup_ppm BETWEEN 0 AND 100000); -- the most that it may put on top

ALTER TABLE order_entry
  ADD COLUMN markup_ppm   integer        NOT NULL DEFAULT 0, -- agreed
  ADD COLUMN markup_units numeric(78, 0) NOT NULL DEFAULT 0; -- what of fee_units it is, in the entry's asset

-- Null: a markup alone earns.
ALTER TABLE referral_order
  ALTER COLUMN code_id DROP NOT NULL,
  ALTER COLUMN code_position DROP NOT NULL;
