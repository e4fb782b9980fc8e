-- The console: operators and their sessions, an audit log that only grows, notes on orders, targets of treasuries.
-- All times are Unix seconds.

CREATE TABLE operator (
  id             bigint  PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  name           text    NOT NULL UNIQUE,
  role           text    NOT NULL CHECK (role IN ('viewer', 'support', 'admin')),
  password       jsonb   NOT NULL,             -- salt, cost and key of scrypt; never the password
  -- A one-time password is good for enrolling until then; 0: the password is the operator's own.
  one_time_until bigint  NOT NULL,
  -- Readable: the service needs it to check a code. It counts once a code has proven that the operator has it.
  totp_secret    bytea,
  is_enrolled    boolean NOT NULL DEFAULT false,
  totp_step      bigint  NOT NULL DEFAULT 0,   -- of the last code that was taken: none is taken twice
  created_at     bigint  NOT NULL,
  signed_in_at   bigint  NOT NULL DEFAULT 0,
  disabled_at    bigint  NOT NULL DEFAULT 0,
  CHECK (NOT is_enrolled OR totp_secret IS NOT NULL)
);

-- Codes for whoever has lost the authenticator. Each works once: it is deleted when it is used.
CREATE TABLE operator_recovery (
  operator_id bigint NOT NULL REFERENCES operator,
  code_hash   bytea  NOT NULL,                 -- SHA-256
  PRIMARY KEY (operator_id, code_hash)
);

-- Only a hash of the token: whoever reads the store cannot sign in with it. A session that has ended is deleted.
CREATE TABLE operator_session (
  token_hash   bytea  PRIMARY KEY,             -- SHA-256
  operator_id  bigint NOT NULL REFERENCES operator,
  address      text   NOT NULL,                -- from where it was used last
  agent        text   NOT NULL,                -- the browser that it was given to
  signed_in_at bigint NOT NULL,
  seen_at      bigint NOT NULL
);
CREATE INDEX operator_session_operator ON operator_session (operator_id);

-- Attempts to sign in, by the address they came from and by the name that was tried. Shared by all nodes.
CREATE TABLE login_attempt (
  scope    text    PRIMARY KEY,
  attempts integer NOT NULL,
  since    bigint  NOT NULL
);

-- Every act of every operator and of the command line, written in the transaction that does it.
CREATE TABLE audit_entry (
  id      bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  at      bigint NOT NULL,
  actor   text   NOT NULL,                     -- the operator; on the command line the user of the machine
  via     text   NOT NULL CHECK (via IN ('console', 'command line')),
  address text   NOT NULL,                     -- from where
  act     text   NOT NULL,
  subject text   NOT NULL,                     -- on what
  changes jsonb  NOT NULL                      -- [{what, before, after}]
);
CREATE INDEX audit_actor ON audit_entry (actor, id);
CREATE INDEX audit_act ON audit_entry (act, id);
CREATE INDEX audit_subject ON audit_entry (subject, id);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% only grows', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
  EXECUTE FUNCTION refuse_change();

-- What operators want to remember about an order.
CREATE TABLE order_note (
  id       bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  order_id bigint NOT NULL REFERENCES orders,
  operator text   NOT NULL,
  at       bigint NOT NULL,
  note     text   NOT NULL
);
CREATE INDEX order_note_order ON order_note (order_id, id);

-- What was completed in an hour or a day that is over. Computed once, because it never changes any more.
CREATE TABLE figure (
  step        text    NOT NULL CHECK (step IN ('hour', 'day')),
  began_at    bigint  NOT NULL,
  completed   bigint  NOT NULL,
  volume      numeric NOT NULL,                -- USDT
  fees        numeric NOT NULL,                -- USDT
  commissions numeric NOT NULL,                -- USDT
  median_s    bigint  NOT NULL,
  slow_s      bigint  NOT NULL,
  PRIMARY KEY (step, began_at)
);

-- What should be free in the treasury; 0: nothing was said.
ALTER TABLE asset ADD COLUMN target_units numeric(78, 0) NOT NULL DEFAULT 0 CHECK (target_units >= 0);
-- Orders placed after that earn nothing through it.
ALTER TABLE ref_code ADD COLUMN revoked_at bigint;
