-- Who runs the desk: operators and their sessions, an audit log that only grows, what waits for a second confirmation, and the
-- figures that the console shows.

CREATE TABLE operator (
  id             bigint  PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  name           text    NOT NULL UNIQUE,
  role           text    NOT NULL CHECK (role IN ('viewer', 'support', 'admin')),
  password       jsonb   NOT NULL,            -- salt, cost and key of scrypt; never the password
  -- A one-time password is good for enrolling until then; 0: the password is the operator's own.
  one_time_until bigint  NOT NULL,
  -- Sealed with the key of the service. It counts once a code has proven that the operator has it.
  sealed_totp    bytea,
  is_enrolled    boolean NOT NULL DEFAULT false,
  totp_step      bigint  NOT NULL DEFAULT 0,  -- of the last code that was taken: none is taken twice
  created_at     bigint  NOT NULL,
  signed_in_at   bigint  NOT NULL DEFAULT 0,  -- for the last time
  disabled_at    bigint  NOT NULL DEFAULT 0,  -- 0: may sign in
  CHECK (NOT is_enrolled OR sealed_totp IS NOT NULL)
);

-- Codes for whoever has lost the authenticator. Each works once: it is deleted when it is used.
CREATE TABLE operator_recovery (
  operator_id bigint NOT NULL REFERENCES operator,
  code_hash   bytea  NOT NULL,                -- SHA-256
  PRIMARY KEY (operator_id, code_hash)
);

-- Only a hash of the token: whoever reads the store cannot sign in with it. A session that has ended is deleted.
CREATE TABLE operator_session (
  token_hash   bytea  PRIMARY KEY,            -- SHA-256
  operator_id  bigint NOT NULL REFERENCES operator,
  address      text   NOT NULL,               -- from where it was used last
  agent        text   NOT NULL,               -- the browser that it was given to
  signed_in_at bigint NOT NULL,
  seen_at      bigint NOT NULL,
  -- When password and code were given last: what is dangerous needs both a moment before, so that a stolen session is not enough.
  confirmed_at bigint NOT NULL DEFAULT 0
);
-- Those of one operator, to be shown or ended together.
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
  actor   text   NOT NULL,                    -- the operator; on the command line the user of the machine
  via     text   NOT NULL CHECK (via IN ('console', 'command line')),
  address text   NOT NULL,                    -- from where
  act     text   NOT NULL,
  subject text   NOT NULL,                    -- on what
  changes jsonb  NOT NULL                     -- [{what, before, after}]
);
-- The newest of one actor, of one act, on one subject.
CREATE INDEX audit_actor ON audit_entry (actor, id);
CREATE INDEX audit_act ON audit_entry (act, id);
CREATE INDEX audit_subject ON audit_entry (subject, id);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% only grows', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
  EXECUTE FUNCTION refuse_change();

-- What moves money elsewhere than was agreed is done only once somebody else has confirmed it, or after a while.
CREATE TABLE proposal (
  id          bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  -- By this the signing record knows a withdrawal: a store that has gone back gives a proposal's number to another one, and
  -- one that was open then may be confirmed again.
  name        uuid   NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  act         text   NOT NULL,                -- as the audit log names it
  subject     text   NOT NULL,                -- on what
  arguments   jsonb  NOT NULL,                -- {name: text}
  preview     jsonb  NOT NULL,                -- what it would do, as whoever asked was shown it
  asked_by    text   NOT NULL,
  asked_via   text   NOT NULL CHECK (asked_via IN ('console', 'command line')),
  asked_at    bigint NOT NULL,
  state       text   NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'confirmed', 'withdrawn')),
  decided_by  text,                           -- who confirmed or withdrew it
  decided_via text   CHECK (decided_via IN ('console', 'command line')),
  decided_at  bigint NOT NULL DEFAULT 0,
  CHECK ((state = 'open') = (decided_at = 0) AND (state = 'open') = (decided_by IS NULL))
);
-- The same is asked for once, whatever the reason that is given.
CREATE UNIQUE INDEX proposal_open ON proposal (act, subject, (arguments - 'why')) WHERE state = 'open';

-- What was asked for is what is confirmed, and what was decided stays so: the signer goes by it.
CREATE FUNCTION keep_proposal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.state <> 'open' OR NEW.act <> OLD.act OR NEW.subject <> OLD.subject
     OR NEW.arguments <> OLD.arguments OR NEW.preview <> OLD.preview OR NEW.asked_by <> OLD.asked_by
     OR NEW.asked_via <> OLD.asked_via OR NEW.asked_at <> OLD.asked_at THEN
    RAISE EXCEPTION 'a proposal is decided once, as it was made' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER proposal_kept BEFORE UPDATE OR DELETE ON proposal FOR EACH ROW EXECUTE FUNCTION keep_proposal();

CREATE FUNCTION keep_proposal_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a proposal keeps its name' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER proposal_name_kept BEFORE UPDATE ON proposal FOR EACH ROW
  WHEN (NEW.name <> OLD.name) EXECUTE FUNCTION keep_proposal_name();

-- What was completed in an hour or a day that is over. Computed once, because it never changes any more.
CREATE TABLE figure (
  step        text    NOT NULL CHECK (step IN ('hour', 'day')),
  began_at    bigint  NOT NULL,
  completed   bigint  NOT NULL,
  volume      numeric NOT NULL,               -- USDT
  fees        numeric NOT NULL,               -- USDT
  commissions numeric NOT NULL,               -- USDT
  median_s    bigint  NOT NULL,               -- half of the orders took no longer
  slow_s      bigint  NOT NULL,               -- nine of ten took no longer
  PRIMARY KEY (step, began_at)
);
