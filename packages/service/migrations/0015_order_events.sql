-- The order's history becomes its log: not only changes of its status, but all that happens to its money, told in the
-- transaction in which it happens. Whoever writes an event holds the lock of its order's row before the event gets its
-- id. So the events of one order have their ids in the order in which they are committed: the nth of them is the nth for
-- ever, and whoever has read n misses none by going on after them.

ALTER TABLE order_event ALTER COLUMN from_status DROP NOT NULL;
ALTER TABLE order_event ALTER COLUMN to_status DROP NOT NULL;
ALTER TABLE order_event ALTER COLUMN reason DROP NOT NULL;
ALTER TABLE order_event ADD COLUMN type     text NOT NULL DEFAULT 'order.status'; -- contract/endpoints/events.ts lists them
-- Of a transfer to the order, or one that we make for it, as it was at that moment.
ALTER TABLE order_event ADD COLUMN asset_id integer;
ALTER TABLE order_event ADD COLUMN units    numeric(78, 0);
ALTER TABLE order_event ADD COLUMN txid     text;
ALTER TABLE order_event ADD CHECK (
  CASE WHEN type = 'order.status' THEN from_status IS NOT NULL AND to_status IS NOT NULL AND reason IS NOT NULL
       ELSE asset_id IS NOT NULL AND units IS NOT NULL AND txid IS NOT NULL END);

-- An event is only ever looked for by its order.
ALTER TABLE order_event DROP CONSTRAINT order_event_pkey;
DROP INDEX order_event_order;
ALTER TABLE order_event ADD PRIMARY KEY (order_id, id);
