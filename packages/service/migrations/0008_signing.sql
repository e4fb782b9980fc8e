-- Whether anything is signed: the signer's answers, its switch and limits, halted assets, shut chains, and the hold of a store
-- that is older than the chains or the record of whoever signs, such as a restored copy or a promoted replica.

-- Every decision of the signer, who alone writes it. What is asked again and answered in the same way is counted, not repeated.
CREATE TABLE signer_decision (
  id          bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  fingerprint bytea  NOT NULL,                -- SHA-256 of the plan
  verdict     text   NOT NULL CHECK (verdict IN ('signed', 'refused', 'limit', 'stopped', 'failed')),
  reason      text   NOT NULL,
  peer        text   NOT NULL,                -- who asked first
  plan        jsonb  NOT NULL,
  txid        text,
  first_at    bigint NOT NULL,
  last_at     bigint NOT NULL,
  times       bigint NOT NULL DEFAULT 1,
  UNIQUE (fingerprint, verdict, reason)
);
-- What it decided at a time.
CREATE INDEX signer_decision_time ON signer_decision (first_at);

-- The kill switch. The signer locks the row while it decides, so whoever stops it knows that nothing is signed afterwards.
CREATE TABLE signer_switch (
  is_only    boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  stopped_at bigint,                          -- null: it signs
  turn       bigint  NOT NULL DEFAULT 0,      -- how often it was stopped or released: an older copy of the store has less
  reason     text    NOT NULL DEFAULT ''
);
INSERT INTO signer_switch DEFAULT VALUES;

-- The limits of a signer in a process of its own, as it published them at its start: quotes promise no more.
CREATE TABLE signer_limit (
  asset_id        integer PRIMARY KEY,
  per_transaction numeric(78, 0),
  per_hour        numeric(78, 0)
);
CREATE TRIGGER signer_limit_changed AFTER INSERT OR UPDATE OR DELETE ON signer_limit EXECUTE FUNCTION note_change('catalogue');

-- Assets in which nothing is paid out until an operator has looked.
CREATE TABLE halt (
  asset_id     integer PRIMARY KEY,
  ledger_units numeric NOT NULL,
  wallet_units numeric NOT NULL,
  since        bigint  NOT NULL,
  -- books: ledger and wallet differ. unknown spend: something of ours on its chain was used up by a transaction that the
  -- store does not know. operator: somebody wanted it.
  reason       text    NOT NULL DEFAULT 'books' CHECK (reason IN ('books', 'unknown spend', 'operator')),
  cause        text    NOT NULL DEFAULT ''    -- in words, where the figures do not tell
);
CREATE TRIGGER halt_changed AFTER INSERT OR UPDATE OR DELETE ON halt EXECUTE FUNCTION note_change('catalogue');

-- What is ours and was used up by a transaction that is no payment of ours. While one is not settled, nothing is signed
-- on its chain. Nonces that are here are never given again.
CREATE TABLE unknown_spend (
  chain_id   smallint NOT NULL,
  spend      text     NOT NULL,               -- as in payment_spend
  source     text,                            -- of an account's nonce: the account
  nonce      bigint,                          -- and the nonce
  txid       text,                            -- null: nobody could tell
  height     bigint,                          -- of its block; null: it waits, or nobody could tell
  found_at   bigint   NOT NULL,
  settled_at bigint   NOT NULL DEFAULT 0,     -- when an operator had decided what it was; 0: nobody has
  PRIMARY KEY (chain_id, spend)
);
-- What shuts a chain; which nonces of an account are used up.
CREATE INDEX unknown_spend_open ON unknown_spend (chain_id) WHERE settled_at = 0;
CREATE INDEX unknown_spend_nonce ON unknown_spend (chain_id, source, nonce) WHERE source IS NOT NULL;

-- Whether the node that works on a chain has followed it to its tip and found the books to agree there.
CREATE TABLE chain_gate (
  chain_id smallint PRIMARY KEY,
  holder   text     NOT NULL,                 -- the node, as in lease
  shut     text,                              -- why nothing is signed; null: it is
  since    bigint   NOT NULL
);

-- Held: nothing is signed, and no order is placed, accepted, resolved or expired. Deposits are followed all the same.
CREATE TABLE hold (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  id      text,                               -- null: the desk is not held
  since   bigint  NOT NULL DEFAULT 0,
  why     text    NOT NULL DEFAULT '',
  ended   text    NOT NULL DEFAULT ''         -- the hold that ended last: a record that has it open need not hold again
);
INSERT INTO hold DEFAULT VALUES;
CREATE TRIGGER hold_changed AFTER INSERT OR UPDATE OR DELETE ON hold EXECUTE FUNCTION note_change('hold');

-- Chains that have been followed to their tip since the hold began, with books that agree there.
CREATE TABLE hold_chain (
  chain_id smallint PRIMARY KEY
);

-- The records that this store has been signed with. A tick is written to the record first: a store whose tick is lower by
-- more than one is older than the record.
CREATE TABLE signing_record (
  id            text    PRIMARY KEY,
  folder        text    NOT NULL,             -- where it was, for a person
  tick          bigint  NOT NULL,
  known         bigint  NOT NULL DEFAULT 0,   -- so many of its payments, from the first, are in this store or accounted for
  timeline      text    NOT NULL DEFAULT '',  -- of PostgreSQL; another one means that a copy took over
  seen_at       bigint  NOT NULL,
  is_waited_for boolean NOT NULL DEFAULT false -- the hold does not end before this record has been compared
);

-- What a record has and the store lacks, in the order in which it was signed, until it is taken up or decided. A block that has
-- one waits until it is found again. After a deep reorganisation what was paid in for it may lie in a later block of the same
-- chain: then an operator lets the chain be followed on. And what a payment has paid whose order the store knows, but not the
-- payout, is remembered when an operator settles it: whatever becomes of that order, nobody is paid for it again.
CREATE TABLE lost_payment (
  chain_id  smallint NOT NULL,
  txid      text     NOT NULL,
  number    bigint   NOT NULL GENERATED ALWAYS AS IDENTITY,
  payment   jsonb    NOT NULL,                -- as in record/recorded-payment.ts
  noted_at  bigint   NOT NULL,
  obstacle  text     NOT NULL DEFAULT '',     -- why it cannot be taken up as it is; empty: nobody has tried yet
  is_idle   boolean  NOT NULL DEFAULT false,  -- nobody has seen it, and its order does not want it now: it is not sent
  is_seen   boolean  NOT NULL DEFAULT false,  -- a block or the mempool has it
  is_passed boolean  NOT NULL DEFAULT false,  -- no block waits for it any more
  is_kept   boolean  NOT NULL DEFAULT false,  -- it is in the store, but not these of its payouts
  PRIMARY KEY (chain_id, txid)
);
