-- An address of a shop receives a million times. Who looks for it wants the newest orders: with their numbers in the
-- index these are the first that it gives, and the others are not read.
DROP INDEX order_entry_address;
CREATE INDEX order_entry_address ON order_entry (address, order_id);
DROP INDEX orders_refund_address;
CREATE INDEX orders_refund_address ON orders (refund_address, id) WHERE refund_address IS NOT NULL;
DROP INDEX orders_client_order_id;
CREATE INDEX orders_client_order_id ON orders (client_order_id, id) WHERE client_order_id IS NOT NULL;
