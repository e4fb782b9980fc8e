-- The console finds orders by what people have of them. Numbers, codes, deposit addresses and transactions have an index
-- already. No hash indexes: one address may receive a million times, and each insert would walk all of its bucket.
CREATE INDEX order_entry_address ON order_entry (address);
CREATE INDEX orders_refund_address ON orders (refund_address) WHERE refund_address IS NOT NULL;
CREATE INDEX orders_client_order_id ON orders (client_order_id) WHERE client_order_id IS NOT NULL;
-- What was completed lately, for the figures.
CREATE INDEX orders_completed ON orders (finished_at) WHERE status = 4;
