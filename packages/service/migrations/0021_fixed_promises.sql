-- A fixed price is honoured in time or not at all: what is too little to decide anything about an order, and up to when
-- everything that happened on a chain is known.

-- Nodes relay no smaller output; on chains of accounts anything can be sent.
ALTER TABLE asset ADD COLUMN dust_units numeric(78, 0) NOT NULL DEFAULT 1 CHECK (dust_units > 0);
UPDATE asset SET dust_units = 546     WHERE id = 1;  -- BTC
UPDATE asset SET dust_units = 5460    WHERE id = 2;  -- LTC
UPDATE asset SET dust_units = 1000000 WHERE id = 3;  -- DOGE

-- A transfer below this neither pays, freezes nor delays the order. Agreed when it was placed, as its tolerance is.
ALTER TABLE orders ADD COLUMN dust_units numeric(78, 0) NOT NULL DEFAULT 0;
UPDATE orders o SET dust_units = least(o.units, greatest(a.dust_units, ceil(o.units / 1000)))
  FROM asset a WHERE a.id = o.asset_id AND o.status NOT IN (4, 5);

-- Whoever follows a chain has seen all of its blocks and its mempool as they were then. What no block had by that time
-- was not mined by that time, whether or not the engine was running.
CREATE TABLE chain_known (
  chain_id smallint PRIMARY KEY,
  until    bigint   NOT NULL                  -- Unix seconds
);
