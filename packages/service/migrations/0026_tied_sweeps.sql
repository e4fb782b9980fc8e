-- A sweep whose deposit a reorganisation took away waits for it, as help does: nobody sends it, and its address is free.
DROP INDEX payment_help;
CREATE INDEX payment_tied ON payment (chain_id) WHERE purpose IN ('help', 'sweep') AND state IN ('signed', 'sent', 'gone');
