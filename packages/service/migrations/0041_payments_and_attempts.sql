-- A payment and its attempts: what pays is one row, each transaction that was signed for it another. Until now they were rows of
-- one table, tied to the first of them by `replaces`, and what belonged to all of them stood in the first.

-- Payments and attempts share their numbers, so that a number names one payment: the first attempt has its payment's.
CREATE SEQUENCE payment_number;
SELECT setval('payment_number', coalesce(max(id), 1), max(id) IS NOT NULL) FROM payment;

ALTER TABLE payment RENAME TO attempt;
ALTER TABLE attempt ALTER COLUMN id DROP IDENTITY;
ALTER TABLE attempt ALTER COLUMN id SET DEFAULT nextval('payment_number');
ALTER INDEX payment_pkey RENAME TO attempt_pkey;
ALTER TABLE attempt RENAME CONSTRAINT payment_chain_id_txid_key TO attempt_chain_id_txid_key;
ALTER TABLE attempt RENAME CONSTRAINT payment_state_check TO attempt_state_check;
ALTER INDEX payment_height RENAME TO attempt_height;
DROP INDEX payment_nonce, payment_family, payment_open, payment_tied;
ALTER TABLE payment_spend DROP CONSTRAINT payment_spend_payment_id_fkey;
ALTER TABLE payout DROP CONSTRAINT payout_payment_id_fkey;

CREATE TABLE payment (
  id               bigint   PRIMARY KEY DEFAULT nextval('payment_number'),
  chain_id         smallint NOT NULL,
  -- packages/service/src/payments/life.ts says what each is.
  purpose          text     NOT NULL CONSTRAINT payment_purpose_check CHECK (purpose IN ('payouts', 'sweep', 'top-up', 'nonce filler', 'help')),
  source           text,                        -- on chains of accounts: the address of ours that pays
  nonce            bigint,                      -- and the nonce that it uses up
  -- What it moves between addresses of ours, if it carries no payouts.
  payee            text,
  asset_id         integer,
  units            numeric(78, 0),
  cancel_asked_at  bigint   NOT NULL DEFAULT 0, -- when an operator wanted it to be cancelled; 0: nobody does
  replace_tried_at bigint   NOT NULL DEFAULT 0, -- when no other attempt could be made, for the last time
  replace_tries    integer  NOT NULL DEFAULT 0, -- how often in a row none could
  is_partly        boolean  NOT NULL DEFAULT false, -- it also pays whom the store has forgotten
  CHECK ((purpose = 'payouts') = (payee IS NULL))
);
INSERT INTO payment (id, chain_id, purpose, source, nonce, payee, asset_id, units, cancel_asked_at, replace_tried_at,
                     replace_tries, is_partly)
SELECT id, chain_id, CASE purpose WHEN 'fuel' THEN 'top-up' WHEN 'filler' THEN 'nonce filler' ELSE purpose END, source, nonce,
       payee, asset_id, units, cancel_at, tried_at, tries, is_partly
  FROM attempt WHERE replaces IS NULL;
CREATE INDEX payment_nonce ON payment (chain_id, source, nonce);
CREATE INDEX payment_payee ON payment (chain_id, payee) WHERE payee IS NOT NULL;

ALTER TABLE attempt ADD COLUMN payment_id bigint;
ALTER TABLE attempt ADD COLUMN number integer;                             -- which attempt of its payment, from 1
ALTER TABLE attempt ADD COLUMN is_cancel boolean NOT NULL DEFAULT false;   -- it takes the payment back: it pays nobody but ourselves
-- What was the number of a payment's failed replacements becomes how often the network was given it, or was to be.
UPDATE attempt SET payment_id = coalesce(replaces, id), is_cancel = purpose = 'cancel', tries = CASE WHEN sent_at > 0 THEN 1 ELSE 0 END,
                   sent_at = CASE sent_at WHEN 1 THEN 0 ELSE sent_at END;
UPDATE attempt a SET number = n.number
  FROM (SELECT id, row_number() OVER (PARTITION BY payment_id ORDER BY id) AS number FROM attempt) AS n WHERE n.id = a.id;
-- Null: nobody has them, as an operator has found the transaction in the chain.
ALTER TABLE attempt ALTER COLUMN bytes DROP NOT NULL;
UPDATE attempt SET bytes = NULL WHERE bytes = '';
ALTER TABLE attempt ALTER COLUMN payment_id SET NOT NULL;
ALTER TABLE attempt ALTER COLUMN number SET NOT NULL;
ALTER TABLE attempt
  DROP COLUMN purpose, DROP COLUMN source, DROP COLUMN nonce, DROP COLUMN payee, DROP COLUMN asset_id, DROP COLUMN units,
  DROP COLUMN cancel_at, DROP COLUMN tried_at, DROP COLUMN is_partly, DROP COLUMN replaces;
ALTER TABLE attempt ADD FOREIGN KEY (payment_id) REFERENCES payment;
ALTER TABLE attempt ADD UNIQUE (payment_id, number);
CREATE INDEX attempt_open ON attempt (chain_id, id) WHERE state IN ('signed', 'sent', 'mined');
CREATE INDEX attempt_tied ON attempt (chain_id) WHERE state IN ('signed', 'sent', 'gone');

ALTER TABLE payment_spend ADD FOREIGN KEY (payment_id) REFERENCES payment;
ALTER TABLE payout ADD FOREIGN KEY (payment_id) REFERENCES payment;

-- An account's number is a nonce, here as well.
ALTER TABLE unknown_spend RENAME COLUMN number TO nonce;
ALTER INDEX unknown_spend_number RENAME TO unknown_spend_nonce;
