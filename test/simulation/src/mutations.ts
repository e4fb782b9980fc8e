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
  /** A seed that is known to show it; others are tried if it does not any more. */
  readonly seed: number;
}

export const MUTATIONS: readonly Mutation[] = [
  {
    rule: 'bytes are stored before anybody sees them',
    edits: [
      {
        file: 'engine/pay.ts',
        from: 'const payments = await signed(engine, chain, payouts);',
        to: `const payments = await signed(engine, chain, payouts);
             for (const payment of payments) await chain.broadcast(payment.signed.bytes);`,
      },
    ],
    seed: 54,
  },
  {
    rule: 'a payout never goes back to ready because of an error',
    edits: [
      {
        file: 'engine/send.ts',
        from: '// Whatever is wrong with one, the others are sent.',
        to: `await engine.database.query("UPDATE payout SET state = 'ready', payment_id = NULL WHERE payment_id = $1", [payment.id]);`,
      },
      {
        file: 'engine/send.ts',
        from: 'const since = payment.refused_at === 0 ? at : payment.refused_at;',
        to: `const since = payment.refused_at === 0 ? at : payment.refused_at;
             await engine.database.query("UPDATE payout SET state = 'ready', payment_id = NULL WHERE payment_id = $1", [payment.id]);`,
      },
    ],
    seed: 27,
  },
  {
    rule: 'one payout per order entry',
    edits: [
      {
        file: 'engine/exchange-orders.ts',
        from: 'WHERE e.order_id = ANY ($1::bigint[]) ORDER BY e.order_id, e.entry`',
        to: ', generate_series(1, 2) WHERE e.order_id = ANY ($1::bigint[]) ORDER BY e.order_id, e.entry`',
      },
    ],
    dropped: [{ table: 'payout', constraint: 'payout_order_id_purpose_part_key' }],
    seed: 1,
  },
  {
    rule: 'one deposit per transfer',
    edits: [
      {
        file: 'engine/record-transfers.ts',
        from: 'ON CONFLICT (chain_id, txid, index) DO UPDATE',
        to: 'ON CONFLICT (id) DO UPDATE',
      },
    ],
    dropped: [{ table: 'deposit', constraint: 'deposit_chain_id_txid_index_key' }],
    seed: 1,
  },
  {
    rule: 'how far a chain is followed commits with what the block did',
    edits: [
      {
        file: 'engine/follow.ts',
        from: 'async (client) => {\n    await moveTo(client, chain.id, block);',
        to: '(first) => moveTo(first, chain.id, block));\n  await underLease(engine.database, lease, async (client) => {',
      },
    ],
    seed: 2,
  },
  {
    rule: 'who has lost a lease writes nothing',
    edits: [{ file: 'engine/lease.ts', from: 'if (rowCount !== 1) throw new LeaseLost(lease);', to: '' }],
    seed: 3,
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
    seed: 1,
  },
  {
    rule: 'a reorganisation undoes deposits',
    edits: [
      {
        file: 'engine/follow.ts',
        from: 'const lost = await undoDeposits(client, chain, last.height, now);',
        to: 'const lost = 0;',
      },
    ],
    seed: 7,
  },
  {
    rule: 'deposits count when they are deep enough',
    edits: [{ file: 'engine/deposits.ts', from: 'height - chain.confirmations + 1', to: 'height' }],
    seed: 1,
  },
  {
    rule: 'payments count when they are deep enough',
    edits: [{ file: 'engine/mined-payments.ts', from: 'height - chain.confirmations + 1', to: 'height' }],
    seed: 1,
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
    seed: 1,
  },
  {
    rule: 'network fees are booked',
    edits: [
      { file: 'engine/mined-payments.ts', from: '...move(null, native_id, BigInt(fee_units)),', to: '' },
    ],
    seed: 1,
  },
  {
    rule: 'what was exchanged is not given back as well',
    edits: [
      {
        file: 'engine/load-orders.ts',
        from: 'UPDATE deposit SET fate = $2 WHERE',
        to: "UPDATE deposit SET fate = nullif($2, 'exchange') WHERE",
      },
    ],
    seed: 1,
  },
];
