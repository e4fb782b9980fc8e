-- A store can be older than the world. What the record of whoever signs knows and the store does not, whether the desk is
-- held because of it, and up to where deposit addresses may be given.

-- Held: nothing is signed, and no order is placed, accepted, resolved or expired. Deposits are followed all the same.
CREATE TABLE hold (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  id      text,                               -- null: the desk is not held
  since   bigint NOT NULL DEFAULT 0,
  why     text   NOT NULL DEFAULT '',
  ended   text   NOT NULL DEFAULT ''          -- the hold that ended last: a record that has it open need not hold again
);
INSERT INTO hold DEFAULT VALUES;
INSERT INTO change (topic, version) VALUES ('hold', 1);
CREATE TRIGGER hold_changed AFTER INSERT OR UPDATE OR DELETE ON hold EXECUTE FUNCTION note_change('hold');

-- Chains that have been followed to their tip since the hold began, with books that agree there.
CREATE TABLE hold_chain (
  chain_id smallint PRIMARY KEY
);

-- The records that this store has been signed with. A tick is written to the record first: a store whose tick is lower by
-- more than one is older than the record.
CREATE TABLE signing_record (
  id       text    PRIMARY KEY,
  folder   text    NOT NULL,                  -- where it was, for a person
  tick     bigint  NOT NULL,
  known    bigint  NOT NULL DEFAULT 0,        -- so many of its payments, from the first, are in this store or accounted for
  timeline text    NOT NULL DEFAULT '',       -- of PostgreSQL; another one means that a copy took over
  seen_at  bigint  NOT NULL,
  is_waited_for boolean NOT NULL DEFAULT false -- the hold does not end before this record has been compared
);

-- What a record has and the store lacks, in the order in which it was signed, until it is taken up or decided.
CREATE TABLE lost_payment (
  chain_id   smallint NOT NULL,
  txid       text     NOT NULL,
  number     bigint   NOT NULL GENERATED ALWAYS AS IDENTITY,
  payment    jsonb    NOT NULL,               -- as in record/recorded-payment.ts
  noted_at   bigint   NOT NULL,
  obstacle   text     NOT NULL DEFAULT '',    -- why it cannot be taken up as it is; empty: nobody has tried yet
  is_idle    boolean  NOT NULL DEFAULT false, -- nobody has seen it, and its order does not want it now: it is not sent
  is_seen    boolean  NOT NULL DEFAULT false, -- a block or the mempool has it
  PRIMARY KEY (chain_id, txid)
);

-- Addresses below this number may be given: the record knows of them. Null: nobody keeps a record yet.
ALTER TABLE address_space ADD COLUMN released bigint;
-- After a restore all that may have been given counts as given, also what has to be derived again.
ALTER TABLE address_space DROP CONSTRAINT address_space_check;

-- What was signed is in the record of whoever signs.
DROP TABLE signed_amount, signed_payout, signed_plan;

-- A payout by what says the same in every copy of the store: rows get their numbers again.
CREATE FUNCTION payout_name(p payout) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT o.no || '/' || p.purpose || '/' || coalesce(d.chain_id || '/' || d.txid || ':' || d.index, p.part::text)
    FROM orders o LEFT JOIN deposit d ON p.purpose = 'refund' AND d.id = p.part
   WHERE o.id = p.order_id
$$;
