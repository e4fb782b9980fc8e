import { systemClock } from '../clock.ts';
import type { Database } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';
import { readArguments, readPpm } from './arguments.ts';
import { type Command, UsageError, withStore } from './command.ts';
import { table } from './table.ts';

/** A fee of more than half is a slip of the pen. */
const HIGHEST_FEE_PPM = 500_000;

export interface NamedAccount {
  readonly id: number;
  readonly name: string;
}

/** The account of that name; made, with its rolls, if there is none. */
export async function findOrCreateAccount(database: Database, name: string): Promise<NamedAccount> {
  return transaction(database, async (client) => {
    await client.query('LOCK TABLE account IN SHARE ROW EXCLUSIVE MODE');
    const found = await client.query<NamedAccount>('SELECT id, name FROM account WHERE name = $1', [name]);
    if (found.rows[0] !== undefined) return found.rows[0];
    const made = await client.query<NamedAccount>(
      `WITH orders AS (INSERT INTO roll DEFAULT VALUES RETURNING id),
            referrals AS (INSERT INTO roll DEFAULT VALUES RETURNING id)
       INSERT INTO account (name, orders_roll_id, referral_roll_id, created_at)
       SELECT $1, orders.id, referrals.id, $2 FROM orders, referrals
       RETURNING id, name`,
      [name, systemClock()],
    );
    return made.rows[0] as NamedAccount;
  });
}

export const accountList: Command = {
  name: 'account list',
  usage: '',
  summary: 'Show all accounts and their fees',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const { rows } = await database.query<{
        name: string;
        orders: number;
        float_fee_ppm: number | null;
        fixed_fee_ppm: number | null;
      }>(`SELECT name, length AS orders, float_fee_ppm, fixed_fee_ppm
            FROM account JOIN roll ON roll.id = orders_roll_id ORDER BY account.id`);
      const cells = rows.map((row) => [
        row.name,
        String(row.orders),
        feeText(row.float_fee_ppm),
        feeText(row.fixed_fee_ppm),
      ]);
      console.log(table(['account', 'orders', 'float fee', 'fixed fee'], cells));
    }),
};

export const accountSet: Command = {
  name: 'account set',
  usage: 'NAME [--float-fee 0.4%|default] [--fixed-fee 0.9%|default]',
  summary: 'Change the fees of an account; `default` takes its own fee away',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words, options } = readArguments(args, {
        words: ['NAME'],
        options: ['float-fee', 'fixed-fee'],
      });
      const fees = [readFee('float-fee', options['float-fee']), readFee('fixed-fee', options['fixed-fee'])];
      const { rowCount } = await database.query(
        `UPDATE account SET float_fee_ppm = CASE WHEN $2 THEN $3 ELSE float_fee_ppm END,
                            fixed_fee_ppm = CASE WHEN $4 THEN $5 ELSE fixed_fee_ppm END WHERE name = $1`,
        [words[0], ...fees.flatMap((fee) => [fee !== undefined, fee ?? null])],
      );
      if (rowCount === 0)
        throw new UsageError(`There is no account ${words[0]}. See: npx swapdesk account list`);
      console.log(`Changed ${words[0]}. Orders placed before keep their fee.`);
    }),
};

/** A fee in millionths; null for `default`, undefined where none was given. */
export function readFee(name: string, value: string | undefined): number | null | undefined {
  if (value === undefined) return undefined;
  return value === 'default' ? null : readPpm(name, value, HIGHEST_FEE_PPM);
}

/** A fee for a person. */
export function feeText(ppm: number | null): string {
  return ppm === null ? 'default' : `${ppm / 10_000}%`;
}
