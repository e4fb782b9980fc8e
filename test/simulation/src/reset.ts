import type { Database } from '../../../packages/service/src/store/database.ts';

const TABLES = [
  ...[
    'loss',
    'sim_move',
    'sim_balance',
    'sim_held',
    'sim_block',
    'sim_tx',
    'loss',
    'proposal',
    'halt',
    'unknown_spend',
    'chain_gate',
    'screening',
    'ledger_delta',
    'ledger_balance',
    'capital',
  ],
  ...['result_due', 'result_day', 'result_order', 'inventory'],
  ...[
    'ledger_entry',
    'order_event',
    'event_due',
    'account_event',
    'account_told',
    'coin',
    'holder',
    'nonce_account',
    'rescan',
    'payment_spend',
    'gathered',
    'payout',
    'scheduled_settlement',
    'payout_address',
    'settlement',
    'attempt',
    'payment',
    'deposit',
    'followed_block',
    'chain_known',
  ],
  ...[
    'lease',
    'reservation',
    'referral_order',
    'order_claim',
    'order_entry',
    'orders',
    'deposit_address',
    'address_space',
  ],
  ...[
    'roll_delta',
    'roll_tally',
    'ref_code',
    'hold_chain',
    'lost_payment',
    'signing_record',
    'price',
    'price_history',
    'price_reading',
    'setting',
    'signer_limit',
    'signer_decision',
  ],
];

const SEQUENCES = [
  ...[
    'sim_tx_seq_seq',
    'ledger_delta_id_seq',
    'ledger_entry_id_seq',
    'capital_id_seq',
    'order_event_id_seq',
    'payout_id_seq',
    'proposal_id_seq',
    'settlement_id_seq',
    'payout_address_id_seq',
  ],
  ...['payment_number', 'deposit_id_seq', 'orders_id_seq', 'deposit_address_id_seq', 'roll_delta_id_seq'],
  ...['ledger_posting', 'lost_payment_number_seq'],
];

const SESSIONS_END_MS = 60_000;

/** Empties the database for the next run: far quicker than a new one, and all numbers begin anew. */
export async function resetDatabase(database: Database): Promise<void> {
  await database.query(`
    BEGIN;
    -- What may never be altered, and who points to whom, does not count between two worlds.
    SET LOCAL session_replication_role = replica;
    -- Nodes of the world before are closed, but a busy server ends their sessions in its own time.
    SET LOCAL lock_timeout = '${SESSIONS_END_MS}ms';
    ${TABLES.map((table) => `DELETE FROM ${table};`).join('\n')}
    ${SEQUENCES.map((sequence) => `SELECT setval('${sequence}', 1, false);`).join('\n')}
    DELETE FROM account WHERE id <> 0;
    DELETE FROM roll WHERE id NOT IN (0, 1);
    UPDATE roll SET length = 0, last_at = 0;
    UPDATE signer_switch SET stopped_at = NULL, reason = '', turn = 0;
    UPDATE hold SET id = NULL, since = 0, why = '', ended = '';
    UPDATE promised SET units = 0, value = 0, keyless_units = 0, keyless_value = 0;
    COMMIT;`);
}
