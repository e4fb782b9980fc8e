-- Whose the money is: a ledger of double entry, what of the treasury is free by it, and what fixed orders have been promised.

-- The entries of a posting add up to zero in each asset. Positive: we hold it. Negative: we owe it.
CREATE TABLE ledger_entry (
  id       bigint   PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  posting  bigint   NOT NULL,
  account  text     NOT NULL,                 -- ledger/accounts.ts says what each is
  order_id bigint,                            -- of the account `order`
  asset_id integer  NOT NULL,
  units    numeric(78, 0) NOT NULL CHECK (units <> 0),
  why      text     NOT NULL,
  at       bigint   NOT NULL,
  CHECK ((account = 'order') = (order_id IS NOT NULL))
);
-- What an order holds.
CREATE INDEX ledger_order ON ledger_entry (order_id) WHERE order_id IS NOT NULL;
CREATE SEQUENCE ledger_posting;

-- Balances of all accounts but the orders' own, as far as they are folded, and what is not folded yet.
CREATE TABLE ledger_balance (
  account  text    NOT NULL,
  asset_id integer NOT NULL,
  units    numeric NOT NULL,
  PRIMARY KEY (account, asset_id)
);
CREATE TABLE ledger_delta (
  id       bigint  PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  account  text    NOT NULL,
  asset_id integer NOT NULL,
  units    numeric NOT NULL
);

-- A posting that does not add up is refused by the store itself, whoever writes it.
CREATE FUNCTION check_postings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM added GROUP BY posting, asset_id HAVING sum(units) <> 0) THEN
    RAISE EXCEPTION 'a posting does not add up to zero' USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO ledger_delta (account, asset_id, units)
  SELECT account, asset_id, sum(units) FROM added GROUP BY account, asset_id HAVING sum(units) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER postings_add_up AFTER INSERT ON ledger_entry
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_postings();

-- Coins that were used up by what is no payment of ours, in a block or not.
CREATE VIEW unexplained_units AS
  SELECT c.asset_id, coalesce(sum(c.units) FILTER (WHERE u.height IS NOT NULL), 0) AS mined,
         coalesce(sum(c.units) FILTER (WHERE u.height IS NULL), 0) AS waiting
    FROM unknown_spend u JOIN coin c ON c.chain_id = u.chain_id AND c.spend = u.spend
   WHERE u.settled_at = 0
     -- What has become a payment of ours since, or is about to, is explained.
     AND NOT EXISTS (SELECT 1 FROM payment_spend s WHERE s.chain_id = u.chain_id AND s.spend = u.spend)
     AND NOT EXISTS (SELECT 1 FROM lost_payment l WHERE l.chain_id = u.chain_id
                        AND (l.txid = u.txid OR u.txid IS NULL AND l.payment -> 'spends' ? u.spend))
   GROUP BY c.asset_id;

-- What is free in the treasury, before what is reserved: what orders have been promised is theirs; what the networks took
-- beyond what receivers were charged, and what was lost, is nobody's. And it is never more than there is. Where somebody else
-- has spent of ours, the ledger does not say so before an operator has decided what it was; and what came back to us of it has
-- been booked as if it were new. So it is less by what the books have more than the chain, of all that blocks have; and by what
-- waits on top.
CREATE VIEW treasury_units AS
  SELECT asset_id,
         units - greatest(0, h.ledger_units - h.wallet_units, x.mined) - coalesce(x.waiting, 0) AS units
    FROM (
      SELECT asset_id,
             - sum(units) FILTER (WHERE account = 'treasury')
             - greatest(0, sum(units) FILTER (WHERE account = 'network'))
             - greatest(0, sum(units) FILTER (WHERE account = 'loss')) AS units
        FROM (SELECT account, asset_id, units FROM ledger_balance WHERE account IN ('treasury', 'network', 'loss')
              UNION ALL
              SELECT account, asset_id, units FROM ledger_delta WHERE account IN ('treasury', 'network', 'loss')) AS part
       GROUP BY asset_id HAVING bool_or(account = 'treasury')) AS booked
    LEFT JOIN halt h USING (asset_id) LEFT JOIN unexplained_units x USING (asset_id);

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
-- What can no longer be honoured; what has been promised to a caller.
CREATE INDEX reservation_until ON reservation (until);
CREATE INDEX reservation_caller ON reservation (caller) WHERE caller IS NOT NULL;

-- Their sums, a row for each asset. Whoever reserves, or takes from the treasury what is not reserved, locks these rows first,
-- in the order of their assets.
CREATE TABLE promised (
  asset_id integer PRIMARY KEY,
  units    numeric(78, 0) NOT NULL DEFAULT 0 CHECK (units >= 0),
  value    numeric NOT NULL DEFAULT 0 CHECK (value >= 0)
);

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
