-- A key that a shop's page server holds need not cancel orders, and one that leaked should end by itself: what a key may be used for, until when,
-- and from where. When each was used last stands apart from the keys, since every change of these is heard by all nodes.
-- beside: 0030

ALTER TABLE api_key
  ADD COLUMN label      text   NOT NULL DEFAULT '',
  ADD COLUMN scopes     text[] NOT NULL DEFAULT '{quote,place,read,manage}', -- contract/key-scopes.ts
  ADD COLUMN addresses  text[] NOT NULL DEFAULT '{}',                        -- addresses and networks it may be used from; none: from anywhere
  ADD COLUMN expires_at bigint;                                              -- null: it does not end by itself

CREATE TABLE api_key_use (
  key     text   PRIMARY KEY REFERENCES api_key,
  used_at bigint NOT NULL                        -- to the minute: no request waits for this
);
