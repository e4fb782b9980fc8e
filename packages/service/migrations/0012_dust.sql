-- What is too little for a chain to carry. Nodes relay no smaller output; on chains of accounts anything can be sent.
ALTER TABLE asset ADD COLUMN dust_units numeric(78, 0) NOT NULL DEFAULT 1 CHECK (dust_units > 0);
