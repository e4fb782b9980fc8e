-- Whoever pays on Solana may say something with it: a memo, and references by which a shop finds the payment again. Nothing is decided by
-- either; whoever has to find out what a transfer was for looks there.

ALTER TABLE deposit ADD COLUMN memo text;   -- null: nothing was said, or the chain has no memos that are read
ALTER TABLE deposit ADD COLUMN refs text[]; -- keys that the transfer named; null as above
