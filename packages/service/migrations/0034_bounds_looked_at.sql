-- Reads both tables once to see that the bounds hold, so that they can become ranges without anybody waiting for that.
-- Takes its time: it stops no reader and no writer.
-- beside: 0030

ALTER TABLE ledger_entry VALIDATE CONSTRAINT ledger_entry_first;
ALTER TABLE order_event VALIDATE CONSTRAINT order_event_first;
