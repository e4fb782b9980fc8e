-- Limits bind what an order really comes to, not only what was said when it was placed; and fixed orders, which cost nothing until they are
-- paid, promise no more than a share of the treasury, and no more than a sum in all.

ALTER TABLE orders
  -- Whether limits let the client have what came exchanged: exceeded: only an operator does; waived: one has decided to.
  ADD COLUMN limits        text NOT NULL DEFAULT 'kept' CHECK (limits IN ('kept', 'exceeded', 'waived')),
  -- So much beyond what was agreed has been counted for a day, once and for all.
  ADD COLUMN counted_units numeric(78, 0) NOT NULL DEFAULT 0;

-- As before, but of what there is of an asset no more than a share is promised, and in all no more than a sum.
CREATE OR REPLACE FUNCTION reserve(wanted json) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  assets integer[];
  most   numeric;
BEGIN
  SELECT array_agg(DISTINCT asset_id) INTO assets FROM json_to_recordset(wanted) AS t (asset_id integer);
  PERFORM 1 FROM promised WHERE asset_id = ANY (assets) ORDER BY asset_id FOR UPDATE;
  UPDATE promised p SET units = p.units + t.units, value = p.value + t.value
    FROM (SELECT asset_id, sum(units) AS units, sum(value) AS value
            FROM json_to_recordset(wanted) AS t (asset_id integer, units numeric, value numeric) GROUP BY asset_id) AS t
   WHERE p.asset_id = t.asset_id;
  SELECT min(most_in_all) INTO most FROM json_to_recordset(wanted) AS t (most_in_all numeric);
  -- The sum in all has no row of its own, for which whoever ends a promise would have to wait too. Those who promise do so one after
  -- the other, and whoever holds this holds all rows of `promised` that it needs.
  IF most IS NOT NULL THEN PERFORM pg_advisory_xact_lock(727006); END IF;
  -- A treasury that was never booked is that of a test network whose first blocks have not been followed yet.
  IF EXISTS (SELECT 1
               FROM (SELECT asset_id, coalesce(min(share_pct), 100) AS share_pct
                       FROM json_to_recordset(wanted) AS t (asset_id integer, share_pct integer) GROUP BY asset_id) AS t
               JOIN promised p USING (asset_id) JOIN asset a ON a.id = p.asset_id LEFT JOIN treasury_units f USING (asset_id)
              WHERE p.units * 100 > coalesce(f.units, a.treasury_units) * t.share_pct)
     OR EXISTS (SELECT 1 FROM json_to_recordset(wanted) AS t (asset_id integer, most_of_asset numeric)
                  JOIN promised p USING (asset_id) WHERE p.value > t.most_of_asset)
     OR EXISTS (SELECT 1
                  FROM (SELECT caller, min(most_of_caller) AS most, sum(value) AS value
                          FROM json_to_recordset(wanted) AS t (caller text, most_of_caller numeric, value numeric)
                         WHERE most_of_caller IS NOT NULL GROUP BY caller) AS t
                 WHERE t.most < t.value + (SELECT coalesce(sum(r.value), 0) FROM reservation r WHERE r.caller = t.caller))
     OR most IS NOT NULL AND most < (SELECT sum(value) FROM promised)
  THEN
    RAISE EXCEPTION 'more is promised than can be kept'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'reservation_fits';
  END IF;
END $$;
