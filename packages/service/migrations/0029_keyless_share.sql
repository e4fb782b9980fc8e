-- Fixed orders cost nothing until they are paid, and addresses without a key cost next to nothing: together these callers may promise
-- themselves no more than a share of what fixed orders may, so that accounts go on.

ALTER TABLE reservation
  ADD COLUMN is_keyless boolean NOT NULL DEFAULT false; -- whether it counts for that share too; in open mode none does
ALTER TABLE promised
  ADD COLUMN keyless_units numeric(78, 0) NOT NULL DEFAULT 0 CHECK (keyless_units >= 0), -- what of both such callers have
  ADD COLUMN keyless_value numeric NOT NULL DEFAULT 0 CHECK (keyless_value >= 0);

UPDATE reservation r SET is_keyless = true FROM orders o
 WHERE o.id = r.order_id AND o.account_id = 0 AND r.caller IS NOT NULL;
UPDATE promised p SET keyless_units = t.units, keyless_value = t.value
  FROM (SELECT asset_id, sum(units) AS units, sum(value) AS value FROM reservation WHERE is_keyless GROUP BY asset_id) AS t
 WHERE p.asset_id = t.asset_id;

-- As before, but what callers without a key want is held against their share of each cap as well. Others are not refused for them.
CREATE OR REPLACE FUNCTION reserve(wanted json) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  assets  integer[];
  most    numeric;
  keyless integer;
BEGIN
  SELECT array_agg(DISTINCT asset_id), min(most_in_all), min(keyless_pct) INTO assets, most, keyless
    FROM json_to_recordset(wanted) AS t (asset_id integer, most_in_all numeric, keyless_pct integer);
  PERFORM 1 FROM promised WHERE asset_id = ANY (assets) ORDER BY asset_id FOR UPDATE;
  UPDATE promised p SET units = p.units + t.units, value = p.value + t.value,
                        keyless_units = p.keyless_units + t.keyless_units, keyless_value = p.keyless_value + t.keyless_value
    FROM (SELECT asset_id, sum(units) AS units, sum(value) AS value,
                 coalesce(sum(units) FILTER (WHERE keyless_pct IS NOT NULL), 0) AS keyless_units,
                 coalesce(sum(value) FILTER (WHERE keyless_pct IS NOT NULL), 0) AS keyless_value
            FROM json_to_recordset(wanted) AS t (asset_id integer, units numeric, value numeric, keyless_pct integer)
           GROUP BY asset_id) AS t
   WHERE p.asset_id = t.asset_id;
  -- The sum in all has no row of its own, for which whoever ends a promise would have to wait too. Those who promise do so one after
  -- the other, and whoever holds this holds all rows of `promised` that it needs.
  IF most IS NOT NULL THEN PERFORM pg_advisory_xact_lock(727006); END IF;
  -- A treasury that was never booked is that of a test network whose first blocks have not been followed yet.
  IF EXISTS (SELECT 1
               FROM (SELECT asset_id, coalesce(min(share_pct), 100) AS share_pct, min(most_of_asset) AS most, min(keyless_pct) AS keyless_pct
                       FROM json_to_recordset(wanted) AS t (
                              asset_id integer, share_pct integer, most_of_asset numeric, keyless_pct integer)
                      GROUP BY asset_id) AS t
               JOIN promised p USING (asset_id) JOIN asset a ON a.id = p.asset_id LEFT JOIN treasury_units f USING (asset_id)
              WHERE p.units * 100 > coalesce(f.units, a.treasury_units) * t.share_pct
                 OR p.keyless_units * 10000 > coalesce(f.units, a.treasury_units) * t.share_pct * t.keyless_pct
                 OR p.value > t.most OR p.keyless_value * 100 > t.most * t.keyless_pct)
     OR EXISTS (SELECT 1
                  FROM (SELECT caller, min(most_of_caller) AS most, sum(value) AS value
                          FROM json_to_recordset(wanted) AS t (caller text, most_of_caller numeric, value numeric)
                         WHERE most_of_caller IS NOT NULL GROUP BY caller) AS t
                 WHERE t.most < t.value + (SELECT coalesce(sum(r.value), 0) FROM reservation r WHERE r.caller = t.caller))
     OR most IS NOT NULL AND EXISTS (SELECT 1 FROM promised HAVING sum(value) > most OR sum(keyless_value) * 100 > most * keyless)
  THEN
    RAISE EXCEPTION 'more is promised than can be kept'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'reservation_fits';
  END IF;
END $$;
