import { TRIAL_MUTATIONS } from './trial-mutations.ts';
import type { Trial } from './trials.ts';

/** A change of one file below packages/service/src. */
export interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** A rule of money that is broken on purpose. */
export interface Mutation {
  readonly rule: string;
  /** Texts of the engine's source, each of which is there once, and what they become. */
  readonly edits: readonly Edit[];
  /** Constraints of the store that are taken away. */
  readonly dropped?: readonly { readonly table: string; readonly constraint: string }[];
  /** The checks of which at least one must notice it; without any, the guards of the engine itself may. */
  readonly checks?: readonly string[];
  /** A seed that is known to show it; others are tried if it does not any more. */
  readonly seed: number;
  /** Orders in that world; as many as usual, if it does not say. */
  readonly orders?: number;
  /** The trials of that world; none, if it does not say. */
  readonly trials?: readonly Trial[];
}

export const MUTATIONS: readonly Mutation[] = [
  {
    rule: 'bytes are stored before anybody sees them',
    edits: [
      {
        file: 'engine/payments/pay.ts',
        from: 'for await (const payments of sign(paying, payouts)) {',
        to: `for await (const payments of sign(paying, payouts)) {
             for (const payment of payments) await chain.broadcast(payment.signed.bytes);`,
      },
    ],
    checks: ['receiver', 'output', 'payment'],
    seed: 81,
  },
  {
    rule: 'a payout never goes back to ready because of an error',
    edits: [
      {
        file: 'engine/payments/send.ts',
        from: 'await failed(engine, chain, lease, payment, error);',
        to: `await engine.database.query("UPDATE payout SET state = 'ready', payment_id = NULL WHERE payment_id = $1", [payment.payment_id]);
             await failed(engine, chain, lease, payment, error);`,
      },
      {
        file: 'engine/payments/send.ts',
        from: 'const since = payment.refused_at === 0 ? at : payment.refused_at;',
        to: `const since = payment.refused_at === 0 ? at : payment.refused_at;
             await engine.database.query("UPDATE payout SET state = 'ready', payment_id = NULL WHERE payment_id = $1", [payment.payment_id]);`,
      },
    ],
    checks: ['receiver'],
    seed: 15,
  },
  {
    rule: 'one payout per order entry',
    edits: [
      {
        file: 'payouts/write-payouts.ts',
        from: 'WHERE e.order_id = ANY ($1::bigint[]) ORDER BY e.order_id, e.entry`',
        to: ', generate_series(1, 2) WHERE e.order_id = ANY ($1::bigint[]) ORDER BY e.order_id, e.entry`',
      },
    ],
    dropped: [{ table: 'payout', constraint: 'payout_of_entry' }],
    checks: ['output'],
    seed: 3,
  },
  {
    rule: 'one deposit per transfer',
    edits: [
      {
        file: 'deposits/record-transfers.ts',
        from: 'ON CONFLICT (chain_id, txid, index) DO UPDATE',
        to: 'ON CONFLICT (id) DO UPDATE',
      },
    ],
    dropped: [{ table: 'deposit', constraint: 'deposit_chain_id_txid_index_key' }],
    checks: ['deposit doubled'],
    seed: 1,
  },
  {
    rule: 'an address is watched before anybody can pay to it',
    edits: [
      {
        file: 'engine/follow/watched-addresses.ts',
        from: 'if (isBroken || loaded < space.derived) return EVERYONE;',
        to: '',
      },
      {
        file: 'engine/follow/watched-addresses.ts',
        from: 'const count = Math.min(CHUNK, derived - from);',
        to: 'const count = from > 0 ? 0 : Math.min(CHUNK, derived);',
      },
    ],
    checks: ['deposit', 'wallet'],
    seed: 1,
  },
  {
    rule: 'what moves between addresses of ours is no deposit',
    edits: [
      {
        file: 'deposits/record-transfers.ts',
        from: 'AND a.txid = given.txid AND (a.is_cancel OR p.payee IS NOT NULL)',
        to: 'AND false',
      },
    ],
    checks: ['deposit'],
    seed: 3,
  },
  {
    rule: 'the fee of a sweep is booked',
    edits: [
      {
        file: 'engine/payments/mined-payments.ts',
        from: "...move({ account: 'network', ...(is_failed ? soleOrder(payouts) : {}) }, native_id, BigInt(fee_units)),",
        to: "...(payouts.length > 0 ? move({ account: 'network' }, native_id, BigInt(fee_units)) : []),",
      },
    ],
    checks: ['wallet', 'halt'],
    seed: 3,
  },
  {
    rule: 'how far a chain is followed commits with what the block did',
    edits: [
      {
        file: 'engine/follow/follow.ts',
        from: 'const unknown = await underLease(engine.database, lease, async (client) => {',
        to: 'await underLease(engine.database, lease, (first) => moveTo(first, chain.id, block, settled));\n  const unknown = await underLease(engine.database, lease, async (client) => {',
      },
      {
        file: 'engine/follow/follow.ts',
        from: 'await moveTo(client, chain.id, block, settled);',
        to: '',
      },
    ],
    checks: ['deposit', 'wallet'],
    seed: 5,
  },
  {
    rule: 'who has lost a lease writes nothing',
    edits: [{ file: 'engine/lease.ts', from: 'if (rowCount !== 1) throw new LeaseLost(lease);', to: '' }],
    seed: 1,
  },
  {
    rule: 'a status changes only from the one it was compared with',
    edits: [
      {
        file: 'orders/change-status.ts',
        from: 'WHERE id = ANY ($1::bigint[]) AND status = $2',
        to: 'WHERE id = ANY ($1::bigint[])',
      },
    ],
    checks: ['history'],
    seed: 1,
  },
  {
    rule: 'a reorganisation undoes deposits',
    edits: [
      {
        file: 'engine/follow/follow.ts',
        from: 'const lost = await undoDeposits(client, chain, last.height, now);',
        to: 'const lost = 0;',
      },
    ],
    checks: ['deposit', 'wallet'],
    seed: 6,
  },
  {
    rule: 'a reorganisation undoes payments',
    edits: [
      {
        file: 'engine/follow/follow.ts',
        from: 'await undoPayments(client, chain, last.height, now);',
        to: '',
      },
    ],
    checks: ['receiver', 'payment'],
    seed: 2,
    orders: 30,
  },
  {
    rule: 'an order is locked while it is decided about',
    edits: [{ file: 'engine/orders/load-orders.ts', from: 'if (forUpdate) {', to: 'if (false) {' }],
    checks: ['decision', 'frozen'],
    seed: 3,
    orders: 30,
  },
  {
    rule: 'a replacement takes the nonce of the payment that it replaces',
    edits: [
      {
        file: 'engine/payments/replace-from-account.ts',
        from: 'source, nonce, feeRate',
        to: 'source, nonce: await nextNonce(engine.database, chain, source), feeRate',
      },
      {
        file: 'engine/payments/replace-from-account.ts',
        from: "import { signPayment } from './may-sign.ts';",
        to: "import { signPayment } from './may-sign.ts';\nimport { nextNonce } from './spendable.ts';",
      },
    ],
    checks: ['receiver'],
    seed: 15,
  },
  {
    rule: 'a replacement spends the coins of the payment that it replaces',
    edits: [
      {
        file: 'engine/payments/replace-from-coins.ts',
        from: 'await coinsOf(engine.database, chain.id, stuck.id)',
        to: 'await freeCoins(engine.database, chain)',
      },
      {
        file: 'engine/payments/replace-from-coins.ts',
        from: 'feeRate, spendAll: true',
        to: 'feeRate, spendAll: false',
      },
      {
        file: 'engine/payments/replace-from-coins.ts',
        from: 'import { coinsOf } from',
        to: 'import { freeCoins } from',
      },
    ],
    checks: ['receiver'],
    seed: 34,
    orders: 30,
  },
  {
    rule: 'what was cancelled is paid anew only when the cancel is in the chain for good',
    edits: [
      {
        file: 'engine/payments/cancelled-payments.ts',
        from: "return 'asked';",
        to: `await client.query("UPDATE payout SET state = 'ready', payment_id = NULL WHERE payment_id = $1", [payment.id]);
             return 'asked';`,
      },
    ],
    checks: ['receiver', 'output', 'owed'],
    seed: 15,
  },
  {
    rule: 'a cancel pays nobody',
    edits: [
      {
        file: 'payments/mined-attempts.ts',
        from: "AND NOT a.is_cancel), '[]')",
        to: "), '[]')",
      },
    ],
    checks: ['wallet', 'receiver', 'owed'],
    seed: 85,
  },
  {
    rule: 'deposits count when they are deep enough',
    edits: [
      {
        file: 'engine/follow/follow.ts',
        from: 'confirmDeposits(client, chain, settled,',
        to: 'confirmDeposits(client, chain, block.height,',
      },
    ],
    checks: ['depth'],
    seed: 16,
  },
  {
    rule: 'payments count when they are deep enough',
    edits: [
      {
        file: 'engine/follow/follow.ts',
        from: 'confirmPayments(client, settled,',
        to: 'confirmPayments(client, block.height,',
      },
    ],
    checks: ['depth'],
    seed: 2,
    orders: 30,
  },
  {
    rule: 'every part of an exchange is booked',
    edits: [
      {
        file: 'orders/exchange.ts',
        from: "{ account: 'fee' as const, assetId, units: afterFee - worth },",
        to: '',
      },
    ],
    // The store refuses the posting, so the order cannot be moved.
    checks: ['undecided', 'stuck'],
    seed: 3,
  },
  {
    rule: 'network fees are booked',
    edits: [
      {
        file: 'engine/payments/mined-payments.ts',
        from: "...move({ account: 'network', ...(is_failed ? soleOrder(payouts) : {}) }, native_id, BigInt(fee_units)),",
        to: '',
      },
    ],
    checks: ['wallet'],
    seed: 1,
  },
  {
    rule: 'what was exchanged is not given back as well',
    edits: [
      {
        file: 'deposits/use-deposits.ts',
        from: 'UPDATE deposit SET use = $2 WHERE',
        to: "UPDATE deposit SET use = nullif($2, 'exchange') WHERE",
      },
    ],
    checks: ['owed', 'receiver', 'undecided', 'unpaid'],
    seed: 1,
  },
  {
    rule: 'a commission is earned at the rate that was agreed',
    edits: [
      {
        file: 'affiliates/commission.ts',
        from: '* r.commission_ppm',
        to: '* (SELECT c.commission_ppm FROM ref_code c WHERE c.id = r.code_id)',
      },
    ],
    checks: ['commission'],
    seed: 12,
  },
  {
    rule: 'a commission is earned once, when every output has arrived',
    edits: [
      {
        file: 'engine/orders/finish.ts',
        from: 'await payCommissions(client, done, at);',
        to: 'await payCommissions(client, orderIds, at);',
      },
    ],
    checks: ['commission'],
    seed: 8,
  },
  {
    rule: 'what is folded is added and taken away in one transaction',
    edits: [
      {
        file: 'ledger/balances.ts',
        from: 'DELETE FROM ledger_delta WHERE id IN (SELECT id FROM ledger_delta ORDER BY id LIMIT $1)\n          RETURNING account, asset_id, units',
        to: 'SELECT account, asset_id, units FROM ledger_delta ORDER BY id LIMIT $1',
      },
      {
        file: 'ledger/balances.ts',
        from: 'values: [MOST_AT_ONCE, mostCapital],\n    });\n  });',
        to: "values: [MOST_AT_ONCE, mostCapital],\n    });\n  });\n  await database.query('DELETE FROM ledger_delta');",
      },
    ],
    checks: ['balance'],
    seed: 27,
  },
  {
    rule: 'an order whose output is taken back for good is not completed any more',
    edits: [
      {
        file: 'engine/payments/hold-payment.ts',
        from: 'const unpaid = await changeStatus(client, ended);',
        to: 'const unpaid: number[] = [];',
      },
    ],
    checks: ['output', 'done', 'unpaid'],
    seed: 15,
    orders: 30,
    trials: ['failures'],
  },
  ...TRIAL_MUTATIONS,
];
