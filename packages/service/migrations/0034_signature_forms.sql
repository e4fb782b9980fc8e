-- A request can be signed in two forms; an account may accept no other than the second, which covers all that is said.
ALTER TABLE account ADD COLUMN needs_signature_v2 boolean NOT NULL DEFAULT false;
