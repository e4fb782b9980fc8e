import type { DeskPart } from './parts.ts';

/** Who may take numbers from a sequence that is asked by its name. Those of identity columns need nobody's leave. */
export const SEQUENCES: Readonly<Record<string, readonly DeskPart[]>> = {
  payment_number: ['engine', 'console'],
  ledger_posting: ['engine', 'console'],
  venue_coin_number: ['engine', 'console'],
  sim_tx_seq_seq: ['networks'],
};

/** Who may call a function. PostgreSQL lets everybody, so that is taken back first. */
export const FUNCTIONS: Readonly<Record<string, readonly DeskPart[]>> = {
  'reserve(json)': ['api'],
  'count_placed(integer, json)': ['api'],
  'payout_name(payout)': ['engine', 'console', 'signer', 'reports'],
  'is_own(text)': ['engine', 'console', 'reports'],
  'make_room()': ['engine'],
};

/**
 * Triggers and functions that do more than whoever sets them off may do. They run as their owner, with a search path that nobody else decides. Each
 * writes only what follows from the row that was written, and takes nothing from whoever wrote it.
 */
export const DEFINERS: Readonly<Record<string, string>> = {
  note_change: 'whoever may set something lets all nodes hear of it; nobody may say so without a change',
  check_postings:
    'balances follow from entries that add up; nobody but who folds them may change one without an entry',
  note_capital: 'what operators put in or took out follows from entries',
  note_result_due: 'which postings are to be reckoned follows from entries',
  note_figure_due: 'that an order is to be reckoned follows from its commission',
  note_figures_due: 'that orders are to be reckoned follows from their results',
  note_order_figure_due: 'that an order is to be reckoned follows from its status',
  note_event_due: 'that an event has no number in the log of its account follows from the event',
  note_account_told: 'that what an account is told has no number in its log yet follows from the event',
  note_webhook_paused: 'that an account is told of a webhook that was paused follows from that',
  note_payout_address: 'that an account is told where its commissions are to be paid follows from that',
  propose_scheduled:
    'what a schedule proposes is a settlement to the address that counts, and nothing else; nobody but the console may propose more',
  note_touched: 'that a range was written to while it is archived follows from that',
  make_room:
    'the next ranges of what grows are tables, which no role of a desk may make otherwise; it takes no arguments',
  count_promised: 'what is promised follows from what is reserved',
};

/** Triggers that only look or refuse. What they read, whoever sets them off may read too. */
export const PLAIN_TRIGGERS: readonly string[] = [
  'refuse_change',
  'keep_proposal',
  'keep_proposal_name',
  'keep_payout_address',
  'refuse_our_addresses',
  'keep_promised',
  // Set off by a new asset, which only a migration brings.
  'promise_nothing_yet',
];
