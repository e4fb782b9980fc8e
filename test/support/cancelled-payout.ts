import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../packages/service/src/store/database.ts';
import { runHere } from './run-here.ts';

/** A service with test networks, its store, and what the command line finds it by. */
interface Desk {
  readonly url: string;
  readonly database: Database;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Has the payout of an order cancelled before a block takes it, as an operator would on the command line. Then it has
 * failed for good, and the order is frozen. To be called before the order is paid; `pay` pays it, on another chain.
 */
export async function cancelPayout(
  { url, database, env }: Desk,
  no: string,
  { from, to }: { readonly from: string; readonly to: string },
  pay: () => Promise<unknown>,
): Promise<void> {
  const holds = async (sql: string) => (await database.query<{ id: number }>(sql, [no])).rows[0]?.id;
  const waitFor = async (sql: string, meanwhile: () => Promise<unknown>) => {
    for (;;) {
      await meanwhile();
      const id = await holds(sql);
      if (id !== undefined) return id;
      await setTimeout(50);
    }
  };
  const putOff = () => putOffTheNextBlock(database, to);
  await putOff();
  await pay();
  const paymentId = await waitFor(
    `SELECT p.id FROM orders o JOIN payout f ON f.order_id = o.id JOIN attempt p ON p.id = f.payment_id
      WHERE o.no = $1 AND p.state = 'sent'`,
    async () => {
      await putOff();
      await mine(url, from);
    },
  );
  const { code, output } = await runHere(['payment', 'cancel', String(paymentId)], { ...env });
  if (code !== 0) throw new Error(output);
  await waitFor(
    `SELECT c.id FROM orders o JOIN payout f ON f.order_id = o.id JOIN attempt c ON c.payment_id = f.payment_id
      WHERE o.no = $1 AND c.is_cancel AND c.state = 'sent'`,
    putOff,
  );
  await waitFor('SELECT id FROM orders WHERE no = $1 AND status = 7', () => mine(url, to));
}

/** A test network mines when its newest block is some seconds old: one of the future is never old enough. */
async function putOffTheNextBlock(database: Database, chain: string): Promise<void> {
  await database.query(
    `UPDATE sim_block b SET mined_at = extract(epoch FROM now())::bigint + 3600 FROM chain c
      WHERE c.name = $1 AND b.chain_id = c.id
        AND b.height = (SELECT max(height) FROM sim_block WHERE chain_id = c.id)`,
    [chain],
  );
}

async function mine(url: string, chain: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${url}/testnet/mine`, { method: 'POST', headers, body: JSON.stringify({ chain }) });
}
