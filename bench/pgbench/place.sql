-- One order placed alone: the rows that Swapdesk writes for it, in one prepared statement, one round trip, one commit.
-- Every client appends to a roll of its own, so that no client waits for another's row lock.

-- Scattered and unique, as random codes are; the last letter is a small one, which no other order has: they never meet.
\set n :n + 1
\set order :first + :client_id * :per_client + :n
\set no permute(:order, 4294967296, 1)
\set code permute(:order, 281474976710656, 2)
\set roll 1000 + :client_id

WITH appended AS (
  UPDATE roll SET length = length + 1, last_at = greatest(last_at, extract(epoch FROM now())::bigint)
   WHERE id = :roll::bigint
  RETURNING length - 1 AS position, last_at
), new_order AS (
  INSERT INTO orders (no, query_code, account_id, position, mode, status, asset_id, units, min_units, max_units,
                      address_id, address, price, tolerance_units, on_mismatch, created_at, expires_at, late_until)
  SELECT translate(lpad(to_hex(:no::bigint >> 4), 7, '0'), '0123456789abcdef', '13579ACEGIKMOQSU') || chr(97 + (:no::bigint & 15)::int),
         translate(lpad(to_hex(:code::bigint >> 4), 11, '0'), '0123456789abcdef', '13579ACEGIKMOQSU') || chr(97 + (:code::bigint & 15)::int),
         :roll::bigint, position, 'float', 1, 4, 1500000000000000000, 1000000000000000, 200000000000000000000,
         1000000000000 + :order::bigint, '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', 2245.75, 150000000000000, 'ask',
         last_at, last_at + 3600, last_at + 608400
    FROM appended
  RETURNING id
), new_entry AS (
  INSERT INTO order_entry (order_id, entry, asset_id, address, to_ratio, share, group_share, price, fee_ppm,
                           network_fee_units, units, units_origin)
  SELECT id, 0, 15, 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC', 1, 1, 1, 1, 5000, 1850000, 3341000000, 3341000000
    FROM new_order
)
INSERT INTO roll_delta (roll_id, facet, position, members) SELECT :roll::bigint, 1, position, 1 FROM appended;
