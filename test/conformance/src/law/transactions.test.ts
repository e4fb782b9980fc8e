import { describe, it, type TestContext } from 'vitest';
import { dataOf } from '../support/expect.ts';
import { expectFields, type FieldTable } from '../support/fields.ts';
import { once } from '../support/once.ts';
import { list, query } from '../support/requests.ts';
import { needsLists } from '../support/skips.ts';
import { INPUT, OUTPUT, REFUND } from '../support/tables.ts';
import type { Order } from '../support/wire.ts';

/** Looked at in full; more would cost a busy host too many queries. */
const MOST_QUERIED = 20;

const listed = once(async () => dataOf<Order[]>(await list({ page_size: 100 })));
const queried = once(async () => {
  const moved = (await listed()).filter(({ status }) => status !== 1 && status !== 8 && status !== 9);
  const answers = moved.slice(0, MOST_QUERIED).map(({ query_code }) => query(query_code));
  return (await Promise.all(answers)).map((answer) => dataOf<Order>(answer));
});

// New orders have none of these, so they are looked for among the newest orders of the account.
describe('transactions of orders that have moved (2.3, 2.4, 2.5, 3.3)', () => {
  type Kind = 'input' | 'output' | 'refund';
  const cases: [Kind, string, () => Promise<Order[]>, FieldTable][] = [
    ['input', 'list', listed, INPUT],
    ['output', 'list', listed, OUTPUT],
    ['input', 'query', queried, INPUT],
    ['output', 'query', queried, OUTPUT],
    ['refund', 'query', queried, REFUND],
    ['refund', 'query (Variant B)', queried, { child_order_id: 'string' }],
  ];

  for (const [kind, where, orders, table] of cases) {
    it(`${kind} entries of ${where} have all their fields`, async (ctx: TestContext) => {
      await needsLists(ctx);
      const found = (await orders()).flatMap((order) => order[kind]);
      if (found.length === 0) ctx.skip(`no recent order of the account has an entry in ${kind}`);
      expectFields(found, table);
    });
  }
});
