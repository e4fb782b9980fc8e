-- What screening stopped is kept apart: it is not spent, swept or mixed with anything until somebody who may has decided.
ALTER TABLE deposit ADD COLUMN quarantined_at bigint NOT NULL DEFAULT 0;  -- Unix seconds; 0: it is not
CREATE INDEX deposit_quarantined ON deposit (chain_id, txid, index) WHERE quarantined_at > 0;
