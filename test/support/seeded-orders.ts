import pg from 'pg';
import { seed } from '../../bench/src/seed/seed.ts';

/** Fills a store whose service was started once, and stopped, with orders of a year. */
export async function seedOrders(url: string, orders: number): Promise<void> {
  // Not the service's own pool: that ends statements which take as long as these.
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  try {
    await seed(pool, orders, 0);
  } finally {
    await pool.end();
  }
}
