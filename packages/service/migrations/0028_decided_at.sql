-- Whoever decides to have a frozen order exchanged knows the prices of that moment: it is exchanged at later ones only.

ALTER TABLE orders
  -- When a client or an operator last decided about it, Unix seconds; 0: nobody has.
  ADD COLUMN resolved_at bigint NOT NULL DEFAULT 0;
