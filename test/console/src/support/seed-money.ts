import type { Database } from '../../../../packages/service/src/store/database.ts';

/** Gives seeded orders what completed ones have: a deposit, a payment of its own for each, an address to pay back to. */
export async function seedMoney(database: Database): Promise<void> {
  await database.query(
    `UPDATE orders SET refund_address = 'refund ' || id, client_order_id = 'cart ' || id WHERE status = 4`,
  );
  await database.query(
    `INSERT INTO deposit (chain_id, txid, index, asset_id, units, address, sources, order_id, state, height, fate, seen_at)
     SELECT a.chain_id, md5('in ' || o.id) || md5('-' || o.id), 0, o.asset_id, o.units, o.address, '{}', o.id, 'confirmed',
            1, 'exchange', o.paid_at
       FROM orders o JOIN asset a ON a.id = o.asset_id WHERE o.status = 4`,
  );
  await database.query(
    `WITH paid AS (
       SELECT e.order_id, e.entry, e.asset_id, e.address, e.units, a.chain_id, o.finished_at
         FROM orders o JOIN order_entry e ON e.order_id = o.id JOIN asset a ON a.id = e.asset_id WHERE o.status = 4
     ), payment_of AS (
       INSERT INTO payment (chain_id, txid, bytes, sources, fee_units, state, height, signed_at)
       SELECT chain_id, md5('out ' || order_id || entry) || md5(order_id || '-' || entry), ''::bytea, '{}', 1, 'confirmed', 1,
              finished_at FROM paid
       RETURNING id, chain_id, txid
     )
     INSERT INTO payout (order_id, purpose, part, chain_id, asset_id, address, units, state, payment_id, created_at)
     SELECT p.order_id, 'output', p.entry, p.chain_id, p.asset_id, p.address, p.units, 'confirmed', t.id, p.finished_at
       FROM paid p JOIN payment_of t ON t.chain_id = p.chain_id
        AND t.txid = md5('out ' || p.order_id || p.entry) || md5(p.order_id || '-' || p.entry)`,
  );
  await database.query('VACUUM (ANALYZE) orders, order_entry, deposit, payment, payout');
}
