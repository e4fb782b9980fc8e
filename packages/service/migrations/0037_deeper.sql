-- Confirmations grow with value: how many more than the chain's own a deposit needs, from what its order has got by then.
ALTER TABLE deposit ADD COLUMN extra_blocks integer NOT NULL DEFAULT 0 CHECK (extra_blocks >= 0);
