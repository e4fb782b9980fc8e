-- A lease is renewed while a transaction of its holder is under way, and changes hands only when none is. The token is part
-- of a key, so that taking a lease over needs a stronger lock than renewing it does.
CREATE UNIQUE INDEX lease_token ON lease (name, token);

-- What the nodes have seen of the time, so that one that begins after a clock was set knows. One row.
CREATE TABLE clock_witness (
  is_only     boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  seen_ms     bigint  NOT NULL DEFAULT 0,     -- the time that nodes went by, at the last look
  database_ms bigint  NOT NULL DEFAULT 0,     -- the database's clock at that moment: the same, unless it was set
  is_settled  boolean NOT NULL DEFAULT true,  -- false: nothing expires and nothing is judged late
  accepted    bigint  NOT NULL DEFAULT 0      -- how often an operator has said that the database's clock is right
);
INSERT INTO clock_witness DEFAULT VALUES;
