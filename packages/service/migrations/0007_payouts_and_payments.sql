-- What leaves the wallet: payouts are what is owed, payments are what pays, attempts are the transactions signed for a payment.

-- Payments and attempts share their numbers, so that a number names one payment: the first attempt has its payment's.
CREATE SEQUENCE payment_number;

CREATE TABLE payment (
  id               bigint   PRIMARY KEY DEFAULT nextval('payment_number'),
  chain_id         smallint NOT NULL,
  -- packages/service/src/payments/life.ts says what each is.
  purpose          text     NOT NULL CHECK (purpose IN ('payouts', 'sweep', 'top-up', 'nonce filler', 'help')),
  source           text,                      -- on chains of accounts: the address of ours that pays
  nonce            bigint,                    -- and the nonce that it uses up
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
-- What has a nonce of an account; what goes to an address of ours.
CREATE INDEX payment_nonce ON payment (chain_id, source, nonce);
CREATE INDEX payment_payee ON payment (chain_id, payee) WHERE payee IS NOT NULL;

-- A transaction of ours. Its bytes are stored before anyone else sees them, and only ever these bytes are sent. Attempts of one
-- payment spend the same: at most one of them is ever in the chain. One that expires is the only attempt of its payment.
CREATE TABLE attempt (
  id           bigint   PRIMARY KEY DEFAULT nextval('payment_number'),
  payment_id   bigint   NOT NULL REFERENCES payment,
  number       integer  NOT NULL,             -- which attempt of its payment, from 1
  chain_id     smallint NOT NULL,
  txid         text     NOT NULL,
  bytes        bytea,                         -- null: nobody has them, as an operator has found the transaction in the chain
  sources      text[]   NOT NULL,             -- the addresses of ours that it pays from
  fee_units    numeric(78, 0) NOT NULL,       -- of the chain's native coin
  fee_rate     numeric(78, 0) NOT NULL DEFAULT 0, -- in the chain's own measure
  expires_at   bigint,                        -- in the chain's own measure, as its bytes say; null: it never does
  is_cancel    boolean  NOT NULL DEFAULT false, -- it takes the payment back: it pays nobody but ourselves
  -- packages/service/src/payments/life.ts says what each is.
  state        text     NOT NULL CHECK (state IN ('signed', 'sent', 'mined', 'confirmed', 'replaced', 'gone', 'expired')),
  height       bigint,                        -- of its block
  is_failed    boolean  NOT NULL DEFAULT false, -- in a block, but only its fee was paid
  signed_at    bigint   NOT NULL,
  sent_at      bigint   NOT NULL DEFAULT 0,   -- for the last time
  tries        integer  NOT NULL DEFAULT 0,   -- how often the network was given it, or was to be
  refused_at   bigint   NOT NULL DEFAULT 0,   -- since when the network has refused it without a break
  confirmed_at bigint   NOT NULL DEFAULT 0,
  UNIQUE (chain_id, txid),
  UNIQUE (payment_id, number)
);
-- What a block has; what is not final; what waits for a deposit, or would if that vanished.
CREATE INDEX attempt_height ON attempt (chain_id, height);
CREATE INDEX attempt_open ON attempt (chain_id, id) WHERE state IN ('signed', 'sent', 'mined');
CREATE INDEX attempt_tied ON attempt (chain_id) WHERE state IN ('signed', 'sent', 'gone');
-- What the chain may have passed.
CREATE INDEX attempt_expires ON attempt (chain_id, expires_at) WHERE expires_at IS NOT NULL AND state IN ('signed', 'sent', 'gone');

-- What a payment uses up: a coin (txid:index), an account's nonce (address#nonce), or itself where it expires
-- (address@txid). Nothing is used by two payments.
CREATE TABLE payment_spend (
  chain_id   smallint NOT NULL,
  spend      text     NOT NULL,
  payment_id bigint   NOT NULL REFERENCES payment,
  PRIMARY KEY (chain_id, spend)
);
-- All that one payment uses up.
CREATE INDEX payment_spend_payment ON payment_spend (payment_id);

-- What is owed to somebody outside, and why: each thing is paid for once, for ever.
CREATE TABLE payout (
  id          bigint   PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  order_id    bigint   REFERENCES orders,     -- null: it leaves for no order
  -- packages/service/src/payouts/reasons.ts says what each is. entry_refund: the part of the source that was meant for an entry
  -- is given back instead of its output.
  reason      text     NOT NULL CHECK (reason IN ('output', 'refund', 'entry_refund', 'withdrawal', 'unclaimed')),
  entry       smallint,                       -- of its order: what it pays, or gives back
  deposit_id  bigint   REFERENCES deposit,    -- that it gives back
  -- The confirmed proposal by which it is made, goes elsewhere than its order says, or is not made at all.
  proposal_id bigint   REFERENCES proposal,
  chain_id    smallint NOT NULL,
  asset_id    integer  NOT NULL,
  address     text     NOT NULL,
  memo        text,
  units       numeric(78, 0) NOT NULL CHECK (units > 0), -- what the receiver gets
  -- packages/service/src/payouts/life.ts says what each is.
  state       text     NOT NULL CHECK (state IN ('ready', 'signed', 'confirmed', 'failed', 'refunded', 'dropped')),
  -- Why one that is ready is not signed, in the words of whoever refused it, and since when; null once it is signed.
  waits_why   text,
  waits_since bigint,
  payment_id  bigint   REFERENCES payment,
  -- The cancel that keeps an earlier payment of it out of the chain: only as long as that is confirmed may another be signed.
  -- On chains of coins the other must spend a coin of it as well, so that no chain can hold both payments.
  freed_by    bigint   REFERENCES attempt,
  must_spend  text,
  created_at  bigint   NOT NULL,
  finished_at bigint   NOT NULL DEFAULT 0,
  CONSTRAINT payout_of_entry UNIQUE (order_id, reason, entry),
  CONSTRAINT payout_of_deposit UNIQUE (deposit_id, reason),
  CHECK ((order_id IS NULL) = (reason IN ('withdrawal', 'unclaimed'))),
  CHECK ((entry IS NOT NULL) = (reason IN ('output', 'entry_refund'))),
  CHECK ((deposit_id IS NOT NULL) = (reason IN ('refund', 'unclaimed'))),
  CHECK (reason <> 'withdrawal' OR proposal_id IS NOT NULL)
);
CREATE UNIQUE INDEX payout_withdrawal ON payout (proposal_id) WHERE reason = 'withdrawal';
-- What is to be signed; what a payment carries; what the signer knows to be owed to an address, however much has been paid.
CREATE INDEX payout_ready ON payout (chain_id, id) WHERE state = 'ready';
CREATE INDEX payout_payment ON payout (payment_id);
CREATE INDEX payout_unpaid ON payout (chain_id, address) WHERE state IN ('ready', 'signed', 'failed');
-- What a cancel has freed; which coins are set aside.
CREATE INDEX payout_freed ON payout (freed_by) WHERE freed_by IS NOT NULL;
CREATE INDEX payout_must_spend ON payout (chain_id, must_spend)
  WHERE must_spend IS NOT NULL AND state IN ('ready', 'failed');

-- A payout by what says the same in every copy of the store: its order, its reason, and the deposit, the entry or the proposal
-- that it is for.
CREATE FUNCTION payout_name(p payout) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT o.no || '/' FROM orders o WHERE o.id = p.order_id), '') || p.reason || '/' || coalesce(
         (SELECT d.chain_id || '/' || d.txid || ':' || d.index FROM deposit d WHERE d.id = p.deposit_id),
         p.entry::text,
         (SELECT x.name::text FROM proposal x WHERE x.id = p.proposal_id))
$$;
