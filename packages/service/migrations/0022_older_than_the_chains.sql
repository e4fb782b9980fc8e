-- The store can be older than the chains: a restored copy, a promoted replica. What was spent by transactions that it does
-- not know, why an asset is halted, and why nothing is signed on a chain.

-- books: ledger and wallet differ. unknown spend: something of ours on its chain was used up by a transaction that the
-- store does not know. operator: somebody wanted it.
ALTER TABLE halt ADD COLUMN reason text NOT NULL DEFAULT 'books' CHECK (reason IN ('books', 'unknown spend', 'operator'));
ALTER TABLE halt ADD COLUMN cause  text NOT NULL DEFAULT '';  -- in words, where the figures do not tell

-- What is ours and was used up by a transaction that is no payment of ours. While one is not settled, nothing is signed
-- on its chain. Numbers of accounts that are here are never given again.
CREATE TABLE unknown_spend (
  chain_id   smallint NOT NULL,
  spend      text     NOT NULL,               -- as in payment_spend
  source     text,                            -- of an account's number: the account
  number     bigint,                          -- and the number
  txid       text,                            -- null: nobody could tell
  height     bigint,                          -- of its block; null: it waits, or nobody could tell
  found_at   bigint   NOT NULL,
  settled_at bigint   NOT NULL DEFAULT 0,     -- when an operator had decided what it was; 0: nobody has
  PRIMARY KEY (chain_id, spend)
);
CREATE INDEX unknown_spend_open ON unknown_spend (chain_id) WHERE settled_at = 0;
CREATE INDEX unknown_spend_number ON unknown_spend (chain_id, source, number) WHERE source IS NOT NULL;

-- Whether the node that works on a chain has followed it to its tip and found the books to agree there.
CREATE TABLE chain_gate (
  chain_id smallint PRIMARY KEY,
  holder   text     NOT NULL,                 -- the node, as in lease
  shut     text,                              -- why nothing is signed; null: it is
  since    bigint   NOT NULL
);
