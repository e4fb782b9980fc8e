-- Operators work on what is wrong together: since when it is so, who is on it, who has put it off until when, and what became of it before
-- have to be known to all of them, whoever looks and whatever was started anew meanwhile. And an asset that somebody has halted says who did.
-- beside: 0030

-- What doctor finds wrong. Of one name one is open at most; one that is over stays for a while, as history.
CREATE TABLE alarm (
  id            bigint  PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  what          text    NOT NULL,            -- its name, doctor's
  facts         text    NOT NULL,            -- as they were when it was last seen
  advice        text    NOT NULL,
  page          text    NOT NULL,            -- of the console, where something can be done about it; empty: nowhere
  for_order     text    NOT NULL,            -- number of the order that it is about; empty: of none
  is_critical   boolean NOT NULL,            -- it was, once at least
  since         bigint  NOT NULL,            -- first and last seen; Unix seconds
  seen_at       bigint  NOT NULL,
  closed_at     bigint  NOT NULL DEFAULT 0,  -- 0: it is open
  owner         text    NOT NULL DEFAULT '', -- who is on it; empty: nobody
  snoozed_until bigint  NOT NULL DEFAULT 0,
  snoozed_by    text    NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX alarm_open ON alarm (what) WHERE closed_at = 0;
CREATE INDEX alarm_closed ON alarm (closed_at, id) WHERE closed_at > 0;

-- What happened to it.
CREATE TABLE alarm_event (
  id       bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  alarm_id bigint NOT NULL REFERENCES alarm ON DELETE CASCADE,
  at       bigint NOT NULL,
  kind     text   NOT NULL,                  -- contract/console/alarms.ts lists them
  by       text   NOT NULL DEFAULT '',       -- the operator; empty: nobody, it came so
  detail   text   NOT NULL DEFAULT ''        -- the facts of then; of a snooze until when, in Unix seconds
);
CREATE INDEX alarm_event_alarm ON alarm_event (alarm_id, id);

-- Who wanted a halt, and when. Null: nobody, or a version that did not say.
ALTER TABLE halt ADD COLUMN wanted_by text;
ALTER TABLE halt ADD COLUMN wanted_at bigint;

-- The same of the switch of all signing.
ALTER TABLE signer_switch ADD COLUMN stopped_by text;
