-- One order from deposit to completed, alone: the rows that Swapdesk writes and rewrites for it on the way, in the same
-- steps, but all in one transaction and with constant values. The order waits already. What is booked is in assets that
-- there are not, so that the engine on the same database finds its own books right.

\set n :n + 1
\set order :first + :client_id * :per_client + :n

BEGIN;

-- Its deposit is seen.
WITH changed AS (
  UPDATE orders SET status = 2, paid_at = extract(epoch FROM now())::bigint WHERE id = :order::bigint AND status = 1
  RETURNING id, address, position
), told AS (
  INSERT INTO order_event (order_id, at, from_status, to_status, reason)
  SELECT id, extract(epoch FROM now())::bigint, 1, 2, 'seen' FROM changed
), counted AS (
  INSERT INTO roll_delta (roll_id, facet, position, members)
  SELECT 0, facet, position, members FROM changed, (VALUES (1, -1), (2, 1)) AS moved (facet, members)
), seen AS (
  INSERT INTO deposit (chain_id, txid, index, asset_id, units, address, sources, order_id, state, seen_at)
  SELECT 4, md5(id::text) || md5('-' || id), 0, 4, 20000000000000000, address, '{faucet}', id, 'seen',
         extract(epoch FROM now())::bigint FROM changed
  RETURNING order_id, seen_at, asset_id, units, txid
)
INSERT INTO order_event (order_id, at, type, asset_id, units, txid)
SELECT order_id, seen_at, 'deposit.seen', asset_id, units, txid FROM seen;

-- It is in a block.
WITH mined AS (
  UPDATE deposit SET state = 'mined', height = 1, mined_at = seen_at WHERE order_id = :order::bigint
  RETURNING id, order_id, seen_at, asset_id, units, txid
), told AS (
  INSERT INTO order_event (order_id, at, type, asset_id, units, txid)
  SELECT order_id, seen_at, 'deposit.mined', asset_id, units, txid FROM mined
), number AS MATERIALIZED (SELECT id, nextval('ledger_posting') AS posting FROM mined)
INSERT INTO ledger_entry (posting, account, asset_id, units, why, at)
SELECT posting, account, 1004, units, 'deposit ' || id || ' mined', extract(epoch FROM now())::bigint
  FROM number, (VALUES ('wallet', 20000000000000000), ('incoming', -20000000000000000)) AS line (account, units);

-- It is deep enough.
WITH confirmed AS (
  UPDATE deposit SET state = 'confirmed', confirmed_at = seen_at WHERE order_id = :order::bigint
  RETURNING id, order_id, seen_at, asset_id, units, txid
), told AS (
  INSERT INTO order_event (order_id, at, type, asset_id, units, txid)
  SELECT order_id, seen_at, 'deposit.confirmed', asset_id, units, txid FROM confirmed
), number AS MATERIALIZED (SELECT id, order_id, nextval('ledger_posting') AS posting FROM confirmed)
INSERT INTO ledger_entry (posting, account, order_id, asset_id, units, why, at)
SELECT posting, account, CASE account WHEN 'order' THEN order_id END, 1004, units, 'deposit ' || id || ' confirmed',
       extract(epoch FROM now())::bigint
  FROM number, (VALUES ('incoming', 20000000000000000), ('order', -20000000000000000)) AS line (account, units);

-- It is exchanged.
WITH number AS MATERIALIZED (SELECT nextval('ledger_posting') AS posting), booked AS (
  INSERT INTO ledger_entry (posting, account, order_id, asset_id, units, why, at)
  SELECT posting, account, CASE account WHEN 'order' THEN :order::bigint END, asset_id, units,
         'order ' || :order::bigint || ' exchanged', extract(epoch FROM now())::bigint
    FROM number, (VALUES ('order', 1004, 20000000000000000), ('treasury', 1004, -20000000000000000), ('treasury', 1015, 72000000),
                         ('order', 1015, -68399998), ('fee', 1015, -360000), ('network', 1015, -3240000), ('rounding', 1015, -2))
                   AS line (account, asset_id, units)
), priced AS (
  UPDATE orders SET received_units = 20000000000000000, price = 3600 WHERE id = :order::bigint
), amounts AS (
  UPDATE order_entry SET price = 1, units = 68399998, fee_units = 360000, network_fee_units = 3240000
   WHERE order_id = :order::bigint RETURNING order_id, entry, asset_id, address, units
), used AS (
  UPDATE deposit SET use = 'exchange' WHERE order_id = :order::bigint AND state = 'confirmed' AND use IS NULL
)
INSERT INTO payout (order_id, reason, entry, chain_id, asset_id, address, units, state, created_at)
SELECT order_id, 'output', entry, 8, asset_id, address, units, 'ready', extract(epoch FROM now())::bigint FROM amounts;

-- It is accepted.
WITH changed AS (
  UPDATE orders SET status = 3, accepted_at = paid_at WHERE id = :order::bigint AND status = 2 RETURNING id, position
), told AS (
  INSERT INTO order_event (order_id, at, from_status, to_status, reason)
  SELECT id, extract(epoch FROM now())::bigint, 2, 3, 'accepted' FROM changed
)
INSERT INTO roll_delta (roll_id, facet, position, members)
SELECT 0, facet, position, members FROM changed, (VALUES (2, -1), (3, 1)) AS moved (facet, members);

-- Its payment is signed. As many bytes as one on a test network has.
WITH number AS MATERIALIZED (SELECT nextval('payment_number') AS id), paid AS (
  INSERT INTO payment (id, chain_id, purpose, nonce) SELECT id, 8, 'payouts', -(:order::bigint) FROM number
), signed AS (
  INSERT INTO attempt (id, payment_id, number, chain_id, txid, bytes, sources, fee_units, state, signed_at)
  SELECT id, id, 1, 8, md5('p' || :order::bigint) || md5('-p' || :order::bigint), decode(repeat('ab', 420), 'hex'),
         '{TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC}', 13500000, 'signed', extract(epoch FROM now())::bigint FROM number
  RETURNING id, txid
), spent AS (
  INSERT INTO payment_spend (chain_id, spend, payment_id)
  SELECT 8, 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC#-' || :order::bigint, id FROM signed
)
UPDATE payout SET state = 'signed', payment_id = signed.id FROM signed WHERE order_id = :order::bigint AND state = 'ready';

-- It is sent.
WITH sent AS (
  UPDATE attempt SET state = 'sent', sent_at = signed_at, tries = tries + 1
   WHERE id = (SELECT payment_id FROM payout WHERE order_id = :order::bigint) RETURNING id, sent_at, txid
), told AS (
  INSERT INTO order_event (order_id, at, type, asset_id, units, txid)
  SELECT o.order_id, sent_at, 'payout.sent', o.asset_id, o.units, sent.txid FROM sent JOIN payout o ON o.payment_id = sent.id
)
UPDATE order_entry SET status = 2 WHERE order_id = :order::bigint AND status = 1;

-- It is in a block.
WITH mined AS (
  UPDATE attempt SET state = 'mined', height = 1
   WHERE id = (SELECT payment_id FROM payout WHERE order_id = :order::bigint) RETURNING id
), number AS MATERIALIZED (SELECT id, nextval('ledger_posting') AS posting FROM mined)
INSERT INTO ledger_entry (posting, account, asset_id, units, why, at)
SELECT posting, account, asset_id, units, 'payment ' || id || ' mined', extract(epoch FROM now())::bigint
  FROM number, (VALUES ('wallet', 1015, -68399998), ('outgoing', 1015, 68399998),
                       ('wallet', 1014, -13500000), ('outgoing', 1014, 13500000)) AS line (account, asset_id, units);

-- It is deep enough: the receiver has it, and the order is completed.
WITH confirmed AS (
  UPDATE attempt SET state = 'confirmed', confirmed_at = sent_at
   WHERE id = (SELECT payment_id FROM payout WHERE order_id = :order::bigint) RETURNING id, txid
), number AS MATERIALIZED (SELECT id, nextval('ledger_posting') AS posting FROM confirmed), booked AS (
  INSERT INTO ledger_entry (posting, account, order_id, asset_id, units, why, at)
  SELECT posting, account, CASE account WHEN 'order' THEN :order::bigint END, asset_id, units,
         'payment ' || id || ' confirmed', extract(epoch FROM now())::bigint
    FROM number, (VALUES ('outgoing', 1015, -68399998), ('order', 1015, 68399998),
                         ('outgoing', 1014, -13500000), ('network', 1014, 13500000)) AS line (account, asset_id, units)
), arrived AS (
  UPDATE payout o SET state = 'confirmed', finished_at = created_at FROM confirmed
   WHERE o.order_id = :order::bigint RETURNING o.order_id, finished_at, o.asset_id, o.units, txid
), told_payout AS (
  INSERT INTO order_event (order_id, at, type, asset_id, units, txid)
  SELECT order_id, finished_at, 'payout.confirmed', asset_id, units, txid FROM arrived
), entries AS (
  UPDATE order_entry SET status = 3, finished_at = extract(epoch FROM now())::bigint WHERE order_id = :order::bigint
), changed AS (
  UPDATE orders SET status = 4, finished_at = paid_at WHERE id = :order::bigint AND status = 3 RETURNING id, position
), told AS (
  INSERT INTO order_event (order_id, at, from_status, to_status, reason)
  SELECT id, extract(epoch FROM now())::bigint, 3, 4, 'completed' FROM changed
)
INSERT INTO roll_delta (roll_id, facet, position, members)
SELECT 0, facet, position, members FROM changed, (VALUES (3, -1), (4, 1)) AS moved (facet, members);

COMMIT;
