-- A lease is renewed while a transaction of its holder is under way, and changes hands only when none is. The token is part
-- of a key, so that taking a lease over needs a stronger lock than renewing it does.
CREATE UNIQUE INDEX lease_token ON lease (name, token);
