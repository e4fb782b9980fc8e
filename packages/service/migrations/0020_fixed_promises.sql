-- A fixed price is honoured in time or not at all: what is too little to decide anything about an order, and up to when
-- everything that happened on a chain is known.

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

-- What is free in the treasury, before what is reserved: what orders have been promised is theirs; what the networks took
-- beyond what receivers were charged, and what was lost, is nobody's.
CREATE VIEW treasury_units AS
  SELECT asset_id,
         - sum(units) FILTER (WHERE account = 'treasury')
         - greatest(0, sum(units) FILTER (WHERE account = 'network'))
         - greatest(0, sum(units) FILTER (WHERE account = 'loss')) AS units
    FROM (SELECT account, asset_id, units FROM ledger_balance WHERE account IN ('treasury', 'network', 'loss')
          UNION ALL
          SELECT account, asset_id, units FROM ledger_delta WHERE account IN ('treasury', 'network', 'loss')) AS part
   GROUP BY asset_id HAVING bool_or(account = 'treasury');

-- What fixed orders promise, from their placement until they are decided or can no longer be honoured.
CREATE TABLE reservation (
  order_id bigint  NOT NULL REFERENCES orders,
  asset_id integer NOT NULL,                  -- what would be paid out
  units    numeric(78, 0) NOT NULL CHECK (units > 0), -- what it would take from the treasury, fees included
  value    numeric NOT NULL,                  -- in USDT, as agreed
  caller   text,                              -- whose cap it counts for; null in open mode
  until    bigint  NOT NULL,                  -- by then a block must have what pays for it
  PRIMARY KEY (order_id, asset_id)
);
CREATE INDEX reservation_until ON reservation (until);
CREATE INDEX reservation_caller ON reservation (caller) WHERE caller IS NOT NULL;

-- Their sums. Whoever reserves, or takes from the treasury what is not reserved, locks these rows first, in the order of
-- their assets.
CREATE TABLE promised (
  asset_id integer PRIMARY KEY,
  units    numeric(78, 0) NOT NULL DEFAULT 0 CHECK (units >= 0),
  value    numeric NOT NULL DEFAULT 0 CHECK (value >= 0)
);
INSERT INTO promised (asset_id) SELECT id FROM asset;

CREATE FUNCTION promise_nothing_yet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO promised (asset_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER asset_promised AFTER INSERT ON asset FOR EACH ROW EXECUTE FUNCTION promise_nothing_yet();

-- Adds to the sums what new orders promise, or refuses all of it. A function, because each of its statements sees what
-- has been committed when it begins: also by those for whose lock it had to wait.
CREATE FUNCTION reserve(wanted json) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  assets integer[];
BEGIN
  SELECT array_agg(DISTINCT asset_id) INTO assets FROM json_to_recordset(wanted) AS t (asset_id integer);
  PERFORM 1 FROM promised WHERE asset_id = ANY (assets) ORDER BY asset_id FOR UPDATE;
  UPDATE promised p SET units = p.units + t.units, value = p.value + t.value
    FROM (SELECT asset_id, sum(units) AS units, sum(value) AS value
            FROM json_to_recordset(wanted) AS t (asset_id integer, units numeric, value numeric) GROUP BY asset_id) AS t
   WHERE p.asset_id = t.asset_id;
  -- A treasury that was never booked is that of a test network whose first blocks have not been followed yet.
  IF EXISTS (SELECT 1 FROM promised p JOIN asset a ON a.id = p.asset_id LEFT JOIN treasury_units f USING (asset_id)
              WHERE p.asset_id = ANY (assets) AND p.units > coalesce(f.units, a.treasury_units))
     OR EXISTS (SELECT 1 FROM json_to_recordset(wanted) AS t (asset_id integer, most_of_asset numeric)
                  JOIN promised p USING (asset_id) WHERE p.value > t.most_of_asset)
     OR EXISTS (SELECT 1
                  FROM (SELECT caller, min(most_of_caller) AS most, sum(value) AS value
                          FROM json_to_recordset(wanted) AS t (caller text, most_of_caller numeric, value numeric)
                         WHERE most_of_caller IS NOT NULL GROUP BY caller) AS t
                 WHERE t.most < t.value + (SELECT coalesce(sum(r.value), 0) FROM reservation r WHERE r.caller = t.caller))
  THEN
    RAISE EXCEPTION 'more is promised than can be kept'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'reservation_fits';
  END IF;
END $$;
