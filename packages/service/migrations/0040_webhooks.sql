-- Whoever builds on the log of an account does not want to ask for it: what happens is sent to a URL of theirs. The log is the queue, so
-- that an order costs nothing more: each endpoint has its place in it, and what is being sent, or failed and waits, has a row of its own.
-- beside: 0030

CREATE TABLE webhook_endpoint (
  id         bigint  PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  account_id bigint  NOT NULL,
  url        text    NOT NULL,
  types      text[]  NOT NULL,           -- which events; none: all
  position   bigint  NOT NULL,           -- number in the account's log up to which events have a row in webhook_due, or need none
  failures   integer NOT NULL DEFAULT 0, -- attempts that have failed since one has not
  paused_at  bigint,                     -- null: it is sent to
  paused_why text,                       -- contract/endpoints/webhooks.ts lists them
  created_at bigint  NOT NULL,
  CHECK ((paused_at IS NULL) = (paused_why IS NULL))
);
CREATE INDEX webhook_endpoint_account ON webhook_endpoint (account_id);

-- What its messages are signed with, sealed with a key that is not in the store. While a secret is replaced there are two.
CREATE TABLE webhook_secret (
  endpoint_id bigint   NOT NULL REFERENCES webhook_endpoint ON DELETE CASCADE,
  number      smallint NOT NULL,
  sealed      bytea    NOT NULL,
  ends_at     bigint,                    -- null: it is the one that counts
  PRIMARY KEY (endpoint_id, number)
);

-- Events that are to be sent. A row goes when its event was taken, or given up.
CREATE TABLE webhook_due (
  endpoint_id bigint  NOT NULL REFERENCES webhook_endpoint ON DELETE CASCADE,
  number      bigint  NOT NULL,          -- of the event, in the account's log
  tries       integer NOT NULL DEFAULT 0,
  first_at_ms bigint,                    -- when it was tried first
  next_at_ms  bigint  NOT NULL,          -- when it is tried next; while a node is sending it, when nobody believes that any more
  is_open     boolean NOT NULL DEFAULT false,
  PRIMARY KEY (endpoint_id, number)
);
CREATE INDEX webhook_due_next ON webhook_due (endpoint_id, next_at_ms);
CREATE INDEX webhook_due_open ON webhook_due (endpoint_id) WHERE is_open;

-- What became of each attempt, for a while.
CREATE TABLE webhook_attempt (
  id          bigint   PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  endpoint_id bigint   NOT NULL,
  number      bigint   NOT NULL,         -- 0: a trial that somebody asked for
  try         integer  NOT NULL,
  at_ms       bigint   NOT NULL,
  took_ms     integer  NOT NULL,
  http_status smallint,                  -- null: there was no answer
  error       text,                      -- why there was none; contract/endpoints/webhooks.ts lists them
  next_at_ms  bigint                     -- null: it is not tried again
);
CREATE INDEX webhook_attempt_endpoint ON webhook_attempt (endpoint_id, id);
