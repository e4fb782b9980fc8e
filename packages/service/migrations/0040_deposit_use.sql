-- What becomes of a deposit is its use: a transaction's fate is the chain's word. And a deposit that only a balance showed says
-- so in a column, where the name that stands for its transaction had to be read.

ALTER TABLE deposit RENAME COLUMN fate TO use;
ALTER TABLE deposit RENAME CONSTRAINT deposit_fate_check TO deposit_use_check;
ALTER TABLE deposit ADD COLUMN is_silent boolean NOT NULL DEFAULT false;
UPDATE deposit SET is_silent = true WHERE txid LIKE 'balance-%';
