-- A signer in a process of its own: what it has signed, what it decided, and whether it is stopped. Only it writes here.

-- Every transaction it has signed. Of those that spend the same, at most one is ever mined.
CREATE TABLE signed_plan (
  id          bigint   PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  fingerprint bytea    NOT NULL UNIQUE,       -- SHA-256 of the plan: the same plan is signed again, and counts once
  at          bigint   NOT NULL,
  chain_id    smallint NOT NULL,
  txid        text     NOT NULL,
  spends      text[]   NOT NULL               -- as in payment_spend
);

-- The payouts that a signed transaction pays. One payout may have several, if they all exclude one another.
CREATE TABLE signed_payout (
  payout_id bigint NOT NULL,
  plan_id   bigint NOT NULL REFERENCES signed_plan,
  PRIMARY KEY (payout_id, plan_id)
);

-- What a signed transaction lets go of, payouts and fees, for the limits per hour.
CREATE TABLE signed_amount (
  plan_id  bigint  NOT NULL REFERENCES signed_plan,
  asset_id integer NOT NULL,
  units    numeric(78, 0) NOT NULL,
  at       bigint  NOT NULL,
  PRIMARY KEY (plan_id, asset_id)
);
CREATE INDEX signed_amount_time ON signed_amount (asset_id, at);

-- Every decision. What is asked again and answered in the same way is counted, not repeated.
CREATE TABLE signer_decision (
  id          bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  fingerprint bytea  NOT NULL,
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
CREATE INDEX signer_decision_time ON signer_decision (first_at);

-- The kill switch. The signer locks the row while it decides, so whoever stops it knows that nothing is signed afterwards.
CREATE TABLE signer_switch (
  is_only    boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  stopped_at bigint,                          -- null: it signs
  turn       bigint NOT NULL DEFAULT 0,       -- how often it was stopped or released: an older copy of the store has less
  reason     text NOT NULL DEFAULT ''
);
INSERT INTO signer_switch DEFAULT VALUES;

-- The signer looks for the payout of an address, however many have been paid.
CREATE INDEX payout_unpaid ON payout (chain_id, address) WHERE state IN ('ready', 'signed', 'failed');
