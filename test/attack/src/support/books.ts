import { Decimal } from '@swapdesk/contract';
import { findRefCode, type RefCode } from '../../../../packages/service/src/affiliates/ref-code.ts';
import type { Catalogue } from '../../../../packages/service/src/catalog/catalogue.ts';
import { loadCatalogue } from '../../../../packages/service/src/catalog/load-catalogue.ts';
import { DEFAULT_SETTINGS } from '../../../../packages/service/src/catalog/settings.ts';
import { parseFixed } from '../../../../packages/service/src/money/fixed.ts';
import { insertOrders, type NewOrder } from '../../../../packages/service/src/orders/insert-orders.ts';
import { plainOrder } from '../../../../packages/service/src/orders/testing/new-orders.ts';
import { Rates } from '../../../../packages/service/src/pricing/rates.ts';
import { agree, type Terms } from '../../../../packages/service/src/pricing/terms.ts';
import type { Database } from '../../../../packages/service/src/store/database.ts';
import { transaction } from '../../../../packages/service/src/store/transaction.ts';
import { ADDRESS } from './samples.ts';

/** A store of orders that are written as the service writes them, without the service around it. */
export interface Books {
  readonly catalogue: Catalogue;
  /** The referral code of that name. */
  refCode(code: string): Promise<RefCode | null>;
  /** Stores orders of these accounts, each through its code if it names one, in one statement. */
  place(orders: readonly { account: string; code: string | null }[], now: number): Promise<string[]>;
  /** Moves an order as an engine does: the row and what the rolls count, in one transaction. */
  move(no: string, status: number): Promise<void>;
  /** Changes a referral's commission and settlement, likewise. */
  settle(no: string, change: { commission: string; settleStatus: number }): Promise<void>;
}

export async function openBooks(database: Database): Promise<Books> {
  const catalogue = await loadCatalogue(database);
  const { rows } = await database.query<{ name: string; orders_roll_id: number; id: number }>(
    'SELECT id, name, orders_roll_id FROM account',
  );
  const accounts = new Map(
    rows.map(({ id, name, orders_roll_id }) => [name, { id, ordersRollId: orders_roll_id }]),
  );
  const terms = exampleTerms(catalogue);
  const addresses = await database.query<{ n: number }>(
    'SELECT coalesce(max(address_id), 0) AS n FROM orders',
  );
  let address = addresses.rows[0]?.n ?? 0;

  function newOrder(account: string, refCode: RefCode | null): NewOrder {
    address++;
    return {
      ...plainOrder(terms, address),
      account: accounts.get(account) as { id: number; ordersRollId: number },
      receivers: [{ address: ADDRESS.TRON as string, memo: null }],
      lifetimeS: 3600,
      referral:
        refCode === null
          ? null
          : {
              code: { id: refCode.id, name: refCode.code, rollId: refCode.rollId },
              accountId: refCode.accountId,
              accountRollId: refCode.accountRollId,
              commissionPpm: refCode.commissionPpm,
              orderAmount: '100',
            },
    };
  }

  return {
    catalogue,
    refCode: (code) => findRefCode(database, code),
    async place(orders, now) {
      const codes = new Map<string | null, RefCode | null>([[null, null]]);
      for (const { code } of orders) {
        if (code !== null && !codes.has(code)) codes.set(code, await findRefCode(database, code));
      }
      const made = orders.map(({ account, code }) => newOrder(account, codes.get(code) ?? null));
      await insertOrders(database, made, now);
      return made.map(({ no }) => no);
    },
    move: (no, status) =>
      transaction(database, async (client) => {
        const before = await client.query(
          `SELECT o.id, o.status, o.position, a.orders_roll_id FROM orders o JOIN account a ON a.id = o.account_id
            WHERE no = $1 FOR UPDATE OF o`,
          [no],
        );
        const { id, status: old, position, orders_roll_id: roll } = before.rows[0];
        await client.query('UPDATE orders SET status = $2 WHERE id = $1', [id, status]);
        await client.query(
          `INSERT INTO roll_delta (roll_id, facet, position, members) VALUES ($1, $2, $4, -1), ($1, $3, $4, 1)`,
          [roll, old, status, position],
        );
      }),
    settle: (no, { commission, settleStatus }) =>
      transaction(database, async (client) => {
        const before = await client.query(
          `SELECT r.order_id, r.settle_status, r.commission, r.account_position, r.code_position, a.referral_roll_id,
                  c.roll_id AS code_roll_id
             FROM referral_order r JOIN orders o ON o.id = r.order_id JOIN account a ON a.id = r.account_id
             JOIN ref_code c ON c.id = r.code_id WHERE o.no = $1 FOR UPDATE OF r`,
          [no],
        );
        const row = before.rows[0];
        if (row === undefined) return;
        await client.query(
          'UPDATE referral_order SET settle_status = $2, commission = $3 WHERE order_id = $1',
          [row.order_id, settleStatus, commission],
        );
        const places = [
          [row.referral_roll_id, row.account_position],
          [row.code_roll_id, row.code_position],
        ];
        for (const [roll, position] of places) {
          await client.query(
            `INSERT INTO roll_delta (roll_id, facet, position, members, amount)
             VALUES ($1, $2, $4, -1, -($5::numeric)), ($1, $3, $4, 1, $6::numeric)`,
            [roll, row.settle_status, settleStatus, position, row.commission, commission],
          );
        }
      }),
  };
}

/** One agreement for all: the lists do not care what was agreed. */
function exampleTerms(catalogue: Catalogue): Terms {
  const prices = catalogue.assets.map(({ abbr }) => ({
    abbr,
    value: parseFixed('1'),
    at: 0,
    source: 'test',
  }));
  const market = { catalogue, rates: new Rates(prices), settings: DEFAULT_SETTINGS, now: 0 };
  const request = {
    exchange_mode: 'float' as const,
    from_abbr: 'USDT',
    from_chain: 'Ethereum',
    from_quantity: Decimal.parse('100') as Decimal,
    to_address: [{ to_abbr: 'TRX', to_chain: 'TRON', to_address: ADDRESS.TRON as string }],
  };
  return agree(market, request, { float: null, fixed: null });
}
