-- What a fixed price costs, as agreed when the order was placed: in millionths of the entry's part, on top of its service fee.
ALTER TABLE order_entry ADD COLUMN premium_ppm integer NOT NULL DEFAULT 0 CHECK (premium_ppm >= 0);
