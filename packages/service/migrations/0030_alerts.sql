-- Who watches a desk is told what is wrong, once, again while it lasts, and that it is over: whichever engine does so, and however
-- often it is started, has to know what was told before.

CREATE TABLE alert (
  -- By which way it is told: each has its own, so that one that cannot be reached holds up no other.
  channel  text    NOT NULL,
  -- What is wrong, by the name that doctor has for it.
  what     text    NOT NULL,
  facts    text    NOT NULL,
  advice   text    NOT NULL,
  -- When it was first seen, and when last; Unix seconds.
  since    bigint  NOT NULL,
  seen_at  bigint  NOT NULL,
  -- When it was last told; 0: not yet. How often it was told.
  told_at  bigint  NOT NULL DEFAULT 0,
  times    integer NOT NULL DEFAULT 0,
  -- Since when it is not seen any more; 0: it lasts. The row is gone when that was told.
  ended_at bigint  NOT NULL DEFAULT 0,
  PRIMARY KEY (channel, what)
);

CREATE TABLE alert_channel (
  name          text    PRIMARY KEY,
  -- When somebody last looked on its behalf, and when something was last told by it; Unix seconds.
  looked_at     bigint  NOT NULL DEFAULT 0,
  told_at       bigint  NOT NULL DEFAULT 0,
  -- How often in a row it could not be reached, since when, why, and when it is tried again.
  failures      integer NOT NULL DEFAULT 0,
  failing_since bigint  NOT NULL DEFAULT 0,
  why           text    NOT NULL DEFAULT '',
  try_at        bigint  NOT NULL DEFAULT 0
);
