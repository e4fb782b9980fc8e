-- Limits bind what an order really comes to, not only what was said when it was placed.

ALTER TABLE orders
  -- Whether limits let the client have what came exchanged: exceeded: only an operator does; waived: one has decided to.
  ADD COLUMN limits        text NOT NULL DEFAULT 'kept' CHECK (limits IN ('kept', 'exceeded', 'waived')),
  -- So much beyond what was agreed has been counted for a day, once and for all.
  ADD COLUMN counted_units numeric(78, 0) NOT NULL DEFAULT 0;
