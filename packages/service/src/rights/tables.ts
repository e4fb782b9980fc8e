import type { DeskPart } from './parts.ts';

/** What the parts may do with a table or a view: privileges as GRANT has them, of columns where not all are meant. */
export type TableRights = Readonly<Partial<Record<DeskPart, string>>>;

const READ = 'SELECT';
const KEEP = 'SELECT, INSERT, UPDATE';
const ALL = 'SELECT, INSERT, UPDATE, DELETE';

/** What is agreed when an order is placed. Nobody changes the rest of it through the interface. */
const PLACED =
  'no, query_code, account_id, position, mode, status, asset_id, units, min_units, max_units, address_id, address, price, ' +
  'tolerance_units, dust_units, on_mismatch, refund_address, refund_memo, client_order_id, caller, created_at, expires_at, late_until, trace';
const PLACED_ENTRY =
  'order_id, entry, asset_id, address, memo, to_ratio, to_group_ratio, share, group_share, price, fee_ppm, fee_tiers, skew_ppm, ' +
  'premium_ppm, markup_ppm, network_fee_units, units, units_origin';
const PLACED_REFERRAL =
  'order_id, code_id, code, account_id, account_position, code_position, commission_ppm, order_amount, created_at, updated_at';
/** What moves of an order. Its number, its addresses, what was agreed: nobody has the right to change these. */
const MOVES =
  'status, received_units, price, freeze_reason, resolution, resolved_at, limits, counted_units, refund_address, refund_memo, ' +
  'paid_at, accepted_at, finished_at, frozen_at, deleted_at';
const ENTRY_MOVES =
  'price, units, fee_units, markup_units, network_fee_units, fee_ppm, premium_ppm, skew_ppm, status, finished_at';
const PAYOUT_MOVES =
  'state, address, memo, units, payment_id, proposal_id, waits_why, waits_since, freed_by, must_spend, finished_at';
const ATTEMPT_MOVES =
  'state, height, fee_units, is_failed, sent_at, tries, refused_at, confirmed_at, signed_at';
const PAYMENT_MOVES = 'payee, asset_id, units, cancel_asked_at, replace_tried_at, replace_tries, is_partly';
const PROMISED = 'units, value, keyless_units, keyless_value';
const EVENT_OF_STATUS = 'order_id, at, from_status, to_status, reason';
const CLOCK = 'SELECT, UPDATE (seen_ms, database_ms, is_settled, history)';
const WEBHOOK = 'url, types, position, failures, paused_at, paused_why';
const WEBHOOK_STANDING =
  'SELECT (id, account_id, types, position, failures, paused_at, paused_why, created_at)';
const NAMED_ADDRESS = 'account_id, asset_id, address, named_at, named_by, named_via, effective_at';
// What affiliates are shown of their own; not what the desk earns.
const OWN_FIGURES = 'SELECT (order_id, finished_at, affiliate_id, turnover, fees, commissions)';
const OWN_SETTLEMENTS = 'SELECT (id, account_id, asset_id, usdt, units, address, created_at)';
const WEBHOOK_SECRET = 'SELECT, INSERT, UPDATE (ends_at), DELETE';
const WEBHOOK_DUE = 'tries, first_at_ms, next_at_ms, is_open';
const SWITCH = 'SELECT, UPDATE (stopped_at, stopped_by, turn, reason)';
const SIGN_OF_LIFE = 'INSERT, UPDATE (seen_at)';

/** Every table and view of the store. One that is not named here nobody but its owner may touch: a test asks for its line. */
export const TABLES: Readonly<Record<string, TableRights>> = {
  // What the program knows, and what operators set.
  migration: { all: READ },
  migration_beside: { all: READ },
  change: { all: READ, engine: 'UPDATE (version)' },
  // Every process says that it runs, and what it is.
  node: {
    all: READ,
    api: SIGN_OF_LIFE,
    engine: `${SIGN_OF_LIFE}, DELETE`,
    signer: SIGN_OF_LIFE,
    console: SIGN_OF_LIFE,
  },
  chain: { all: READ, console: 'UPDATE (confirmations)' },
  asset: {
    all: READ,
    engine: 'UPDATE (transfer_cost, can_send, can_receive)',
    console:
      'UPDATE (can_send, can_receive, min_units, max_units, treasury_units, float_fee_ppm, fixed_fee_ppm)',
  },
  setting: { all: READ, console: ALL },
  fee_rule: { all: READ, console: ALL },
  site_version: { all: READ, console: 'SELECT, INSERT, DELETE' },
  treasury_target: {
    all: READ,
    engine: 'UPDATE (low_since)',
    console: 'INSERT, UPDATE (target, hot_limit)',
  },

  // Prices.
  price: { all: READ, engine: KEEP, console: KEEP },
  price_reading: { console: READ, reports: READ, engine: KEEP },
  price_history: { console: READ, reports: READ, engine: ALL },
  venue_standing: { console: READ, reports: READ, engine: KEEP },
  taken: { api: ALL, engine: ALL, console: ALL, reports: READ },

  // Who calls. Secrets of keys are sealed, and the reports need none of them.
  account: { all: READ, console: 'INSERT, UPDATE' },
  api_key: {
    api: READ,
    engine: READ,
    console: 'SELECT, INSERT, UPDATE (revoked_at, label, scopes, addresses, expires_at)',
    reports: 'SELECT (account_id, created_at, revoked_at)',
  },
  api_key_use: { api: 'SELECT, INSERT, UPDATE (used_at)', console: READ, reports: READ },
  ref_code: { all: READ, console: 'INSERT, UPDATE (revoked_at, commission_ppm)' },
  ref_code_rate: { api: READ, console: 'SELECT, INSERT', reports: READ },
  roll: { api: 'SELECT, UPDATE (length, last_at)', engine: READ, console: 'SELECT, INSERT', reports: READ },
  roll_tally: { api: READ, engine: KEEP, console: READ, reports: READ },
  roll_delta: {
    api: 'SELECT, INSERT (roll_id, facet, position, members)',
    engine: 'SELECT, INSERT, DELETE',
    console: 'SELECT, INSERT',
    reports: READ,
  },
  seal_key: { api: READ, console: READ, engine: 'SELECT, INSERT, DELETE' },
  // There is one row: what was inserted once nobody inserts again.
  desk_key: { api: 'SELECT, INSERT', console: KEEP },

  // Who governs. No other process needs to know them.
  operator: {
    console: KEEP,
    reports: 'SELECT (id, name, role, is_enrolled, created_at, signed_in_at, disabled_at)',
  },
  operator_recovery: { console: 'SELECT, INSERT, DELETE' },
  operator_session: { console: ALL },
  login_attempt: { console: ALL },
  audit_entry: { console: 'SELECT, INSERT', engine: 'SELECT, INSERT', keys: 'SELECT, INSERT', reports: READ },
  proposal: {
    engine: READ,
    signer: READ,
    console: 'SELECT, INSERT, UPDATE (state, decided_by, decided_via, decided_at)',
    reports: READ,
  },
  figure: { console: 'SELECT, INSERT', reports: READ },
  // That an order is to be reckoned is noted by the store (functions.ts).
  figure_due: { engine: 'SELECT, DELETE', console: READ, reports: READ },
  order_figure: { api: OWN_FIGURES, engine: ALL, console: READ, reports: READ },
  figure_sum: { engine: KEEP, console: READ, reports: READ },
  figure_past: { engine: 'SELECT, UPDATE (next), DELETE', console: READ, reports: READ },

  // The wallet. The seed is sealed, and only whoever holds the keys reads it.
  wallet: {
    keys: 'SELECT, INSERT, UPDATE (written_down_at)',
    engine: 'SELECT (is_only, network, created_at, written_down_at)',
    console: 'SELECT (is_only, network, created_at, written_down_at)',
    reports: 'SELECT (is_only, network, created_at, written_down_at)',
  },
  address_space: {
    api: 'SELECT (name, derived, given, released, treasury, treasury_path), UPDATE (given)',
    engine: 'SELECT, UPDATE (derived, given, released)',
    signer: 'SELECT, UPDATE (derived, given, released)',
    keys: 'SELECT, INSERT, UPDATE (treasury, treasury_path, taproot_xpub)',
    console: 'SELECT, UPDATE (given, released)',
    reports: 'SELECT (name, derived, given, released, treasury, treasury_path)',
  },
  deposit_address: {
    api: READ,
    engine: 'SELECT, INSERT',
    signer: 'SELECT, INSERT',
    console: READ,
    reports: READ,
  },

  // Orders. What an api node may change of one is bound further by a trigger (guard.ts).
  orders: {
    api: `SELECT, INSERT (${PLACED}), UPDATE (status, deleted_at, refund_address, resolution, resolved_at, limits)`,
    engine: `SELECT, UPDATE (${MOVES})`,
    console: `SELECT, UPDATE (${MOVES})`,
    signer: READ,
    reports: READ,
  },
  order_entry: {
    api: `SELECT, INSERT (${PLACED_ENTRY})`,
    engine: `SELECT, UPDATE (${ENTRY_MOVES})`,
    console: `SELECT, UPDATE (${ENTRY_MOVES})`,
    signer: READ,
    reports: READ,
  },
  order_claim: { api: 'SELECT, INSERT' },
  order_event: {
    api: `SELECT, INSERT (${EVENT_OF_STATUS})`,
    engine: 'SELECT, INSERT',
    console: 'SELECT, INSERT',
    reports: READ,
  },
  // That an event has no number yet is noted by the store (functions.ts).
  event_due: { engine: 'SELECT, DELETE', console: READ, reports: READ },
  account_event: { api: READ, engine: 'SELECT, INSERT', console: READ, reports: READ },
  account_told: { api: READ, engine: 'SELECT, INSERT', console: 'SELECT, INSERT', reports: READ },
  // Api nodes send what accounts want to hear: they have the key that opens the secrets. What was tried they cannot unmake.
  webhook_endpoint: {
    api: `SELECT, INSERT, UPDATE (${WEBHOOK}), DELETE`,
    console: `SELECT, INSERT, UPDATE (${WEBHOOK}), DELETE`,
    // A URL may hold what lets one in.
    engine: WEBHOOK_STANDING,
    reports: WEBHOOK_STANDING,
  },
  webhook_secret: { api: WEBHOOK_SECRET, console: WEBHOOK_SECRET },
  webhook_due: {
    api: `SELECT, INSERT, UPDATE (${WEBHOOK_DUE}), DELETE`,
    console: `SELECT, UPDATE (${WEBHOOK_DUE})`,
    engine: READ,
    reports: READ,
  },
  webhook_attempt: {
    api: 'SELECT, INSERT',
    engine: 'SELECT, DELETE',
    console: 'SELECT, INSERT',
    reports: READ,
  },
  order_note: { console: 'SELECT, INSERT', reports: READ },
  referral_order: {
    api: `SELECT, INSERT (${PLACED_REFERRAL}), UPDATE (updated_at)`,
    engine: 'SELECT, UPDATE (commission, settle_status, settlement_id, updated_at)',
    console: 'SELECT, UPDATE (commission, settle_status, settlement_id, updated_at)',
    signer: READ,
    reports: READ,
  },
  settlement: {
    api: OWN_SETTLEMENTS,
    engine: 'SELECT, INSERT, UPDATE (released)',
    console: 'SELECT, INSERT, UPDATE (released)',
    signer: READ,
    reports: READ,
  },
  payout_address: {
    api: `SELECT, INSERT (${NAMED_ADDRESS}), UPDATE (undone_at, undone_by)`,
    engine: READ,
    console: `SELECT, INSERT (${NAMED_ADDRESS}), UPDATE (undone_at, undone_by)`,
    reports: READ,
  },
  // Its proposal follows from it: functions.ts.
  scheduled_settlement: {
    engine: 'SELECT, INSERT (account_id, period, at, arguments, preview)',
    console: READ,
    reports: READ,
  },
  reservation: {
    api: 'SELECT, INSERT, DELETE',
    engine: 'SELECT, DELETE',
    console: 'SELECT, DELETE',
    reports: READ,
  },
  // Counted by the store. The version before counts for itself too, which is passed over but has to be allowed.
  promised: {
    api: `SELECT, UPDATE (${PROMISED})`,
    engine: `SELECT, UPDATE (${PROMISED})`,
    console: `SELECT, UPDATE (${PROMISED})`,
    reports: READ,
  },
  placed_value: {
    api: 'SELECT, INSERT, UPDATE (value)',
    engine: 'SELECT, INSERT, UPDATE (value), DELETE',
    console: 'SELECT, INSERT, UPDATE (value)',
    reports: READ,
  },

  // Who works on what, and what the nodes have seen of the time.
  lease: { engine: KEEP, signer: KEEP, console: KEEP, reports: READ },
  clock_witness: {
    api: CLOCK,
    engine: CLOCK,
    signer: CLOCK,
    console: 'SELECT, UPDATE (seen_ms, database_ms, is_settled, accepted, history)',
    reports: READ,
  },

  // Chains and what came.
  followed_block: { all: READ, engine: 'INSERT, DELETE' },
  // Whoever waits is told whether a chain is behind.
  chain_known: { api: READ, engine: KEEP, console: READ, reports: READ },
  rescan: { engine: 'SELECT, UPDATE (next, found)', console: KEEP, reports: READ },
  deposit: {
    api: READ,
    engine: ALL,
    console: 'SELECT, UPDATE (state, use, height, quarantined_at, surplus_at, confirmed_at), DELETE',
    signer: READ,
    reports: READ,
  },
  loss: { engine: ALL, console: ALL, reports: READ },
  screening: { api: READ, engine: KEEP, console: READ, reports: READ },
  coin: { engine: ALL, console: ALL, signer: READ, reports: READ },
  holder: { engine: ALL, console: 'SELECT, INSERT', signer: READ, reports: READ },

  // What leaves. An api node reads of it what an order's page shows.
  payout: {
    api: READ,
    engine: `SELECT, INSERT, UPDATE (${PAYOUT_MOVES}), DELETE`,
    console: `SELECT, INSERT, UPDATE (${PAYOUT_MOVES}), DELETE`,
    // It locks what it is about to sign for, and PostgreSQL lets only who may change something lock a row.
    signer: 'SELECT, UPDATE (waits_since)',
    reports: READ,
  },
  payment: {
    engine: `SELECT, INSERT, UPDATE (${PAYMENT_MOVES})`,
    console: `SELECT, INSERT, UPDATE (${PAYMENT_MOVES})`,
    signer: READ,
    reports: READ,
  },
  attempt: {
    api: 'SELECT (id, payment_id, chain_id, txid, sources, is_cancel, state, height)',
    engine: `SELECT, INSERT, UPDATE (${ATTEMPT_MOVES})`,
    console: `SELECT, INSERT, UPDATE (${ATTEMPT_MOVES})`,
    signer: READ,
    reports: READ,
  },
  payment_spend: {
    api: 'SELECT (chain_id, spend)',
    engine: 'SELECT, INSERT, DELETE',
    console: 'SELECT, INSERT, DELETE',
    signer: READ,
    reports: READ,
  },
  gathered: { engine: 'SELECT, INSERT', console: 'SELECT, INSERT', signer: READ, reports: READ },
  nonce_account: { engine: KEEP, console: KEEP, signer: READ, reports: READ, networks: READ },
  cold_transfer: { engine: 'SELECT, INSERT', console: 'SELECT, INSERT', signer: READ, reports: READ },

  // Whether anything is signed.
  signer_decision: { signer: 'SELECT, INSERT, UPDATE (times, last_at)', console: READ, reports: READ },
  signer_switch: {
    api: READ,
    engine: SWITCH,
    signer: SWITCH,
    console: SWITCH,
    reports: READ,
  },
  signer_limit: { all: READ, keys: 'INSERT, DELETE' },
  signer_cold: { engine: READ, console: READ, signer: READ, reports: READ, keys: 'INSERT, DELETE' },
  halt: { api: READ, engine: ALL, console: ALL, signer: READ, reports: READ },
  unknown_spend: { api: READ, engine: KEEP, console: KEEP, signer: READ, reports: READ },
  chain_gate: { api: READ, engine: KEEP, console: READ, signer: READ, reports: READ },
  hold: {
    api: READ,
    engine: 'SELECT, UPDATE',
    console: 'SELECT, UPDATE',
    signer: 'SELECT, UPDATE',
    reports: READ,
  },
  hold_chain: {
    engine: 'SELECT, INSERT, DELETE',
    console: 'SELECT, INSERT, DELETE',
    signer: 'SELECT, INSERT, DELETE',
    reports: READ,
  },
  signing_record: {
    api: 'SELECT (id, timeline, seen_at)',
    engine: KEEP,
    signer: KEEP,
    console: 'SELECT, UPDATE (is_waited_for)',
    reports: READ,
  },
  // Whether a chain is shut depends on what the record knows of it.
  lost_payment: {
    api: 'SELECT (chain_id, txid, payment)',
    engine: ALL,
    console: ALL,
    signer: ALL,
    reports: READ,
  },

  // Whose the money is. What follows from an entry is written by triggers, as their owner (functions.ts).
  ledger_entry: {
    engine: 'SELECT, INSERT, UPDATE (price)',
    console: 'SELECT, INSERT',
    reports: READ,
  },
  ledger_balance: { engine: KEEP, console: READ, reports: READ },
  ledger_delta: { engine: 'SELECT, DELETE', console: READ, reports: READ },
  capital: { engine: 'SELECT, INSERT, DELETE', console: READ, reports: READ },
  result_due: { engine: 'SELECT, UPDATE (lacks), DELETE', console: READ, reports: READ },
  result_day: { engine: KEEP, console: READ, reports: READ },
  result_order: { engine: KEEP, console: READ, reports: READ },
  inventory: { engine: KEEP, console: READ, reports: READ },
  treasury_units: { all: READ },
  unexplained_units: { engine: READ, console: READ, reports: READ },
  apart_units: { engine: READ, console: READ, reports: READ },
  booked_coin: { engine: READ, console: READ, reports: READ },

  // What grows without end, and what of it was archived. Their ranges nobody may touch by themselves.
  growing: { engine: READ, console: READ, reports: READ },
  stored_range: { engine: READ, console: READ, reports: READ },
  archive_range: { api: READ, engine: READ, console: READ, reports: READ },
  told_before: { api: READ, engine: READ, console: READ, reports: READ },
  ledger_carried: { engine: READ, console: READ, reports: READ },
  carried_units: { engine: READ, console: READ, reports: READ },
  archive_touched: { console: READ, reports: READ },

  // Venues.
  venue_coin: { engine: KEEP, console: KEEP, reports: READ },
  venue_account: { engine: KEEP, console: KEEP, reports: READ },
  trade: { engine: KEEP, console: READ, reports: READ },
  trade_fill: { engine: 'SELECT, INSERT', console: READ, reports: READ },
  hedge_base: { engine: 'SELECT, INSERT, DELETE', console: 'SELECT, INSERT, DELETE', reports: READ },
  hedge_standing: { engine: KEEP, console: KEEP, reports: READ },

  // Who is told of what is wrong.
  alarm: {
    engine: ALL,
    console:
      'SELECT, INSERT (what, facts, advice, page, for_order, is_critical, since, seen_at), UPDATE (owner, snoozed_until, snoozed_by)',
    reports: READ,
  },
  alarm_event: { engine: 'SELECT, INSERT, DELETE', console: 'SELECT, INSERT', reports: READ },
  alert: { engine: ALL, console: READ, reports: READ },
  alert_channel: { engine: ALL, console: READ, reports: READ },

  // The test networks. Every node looks whether there were blocks of any: a store is of one kind for ever.
  sim_block: { all: READ, networks: ALL },
  sim_tx: { networks: ALL },
  sim_move: { networks: ALL },
  sim_balance: { networks: ALL },
  sim_held: { networks: ALL },
};
