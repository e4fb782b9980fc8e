-- The key of the service lies in a file of its owner, not here. This is enough to tell whether a node has the right one.
CREATE TABLE desk_key (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),  -- there is one, or none yet
  proof   bytea   NOT NULL,                                  -- made from the key; the key cannot be made from it
  made_at bigint  NOT NULL                                   -- Unix seconds
);
