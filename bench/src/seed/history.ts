import { ADDRESS, OF_KIND, PARTS, SERIES, STATUS } from './sql.ts';

/**
 * The statements that seed what orders $1 (incl.) to $2 (excl.) of $3 have left behind: deposits, payments, payouts, events
 * and ledger entries of those that were completed or refunded. $4: when the last order was created.
 */

/** Only the newest orders have a history: that of ten million would take hours to seed. */
export const REMEMBERED = 1_000_000;

/** What the treasury began with was deposited and booked too; what orders brought comes after it. */
const OPENING = 1_000;

/** An order's deposit and payment are numbered by its id, and were in blocks before the test network's first. */
const ENDED = `(
  SELECT o.*, kind.*, ${ADDRESS} AS address, source.chain_id AS from_chain, target.chain_id AS to_chain,
         o.id + ${OPENING} AS deposit_id,
         md5('d' || n) || md5('-d' || n) AS deposit_txid, md5('p' || n) || md5('-p' || n) AS payment_txid
    FROM (SELECT *, n + 1 AS id, n - $3::bigint AS height, ${STATUS} AS status FROM (${SERIES}) AS series
           WHERE n >= $3::bigint - ${REMEMBERED}) AS o
    ${OF_KIND}
    JOIN asset source ON source.id = kind.asset_id
    JOIN asset target ON target.id = kind.to_asset_id
   WHERE status IN (4, 5)) AS ended`;

const PAYING_CHAIN = 'CASE status WHEN 4 THEN to_chain ELSE from_chain END';

const DEPOSITS = `
INSERT INTO deposit (id, chain_id, txid, index, asset_id, units, address, sources, order_id, state, height, use, seen_at,
                     mined_at, confirmed_at)
OVERRIDING SYSTEM VALUE
SELECT deposit_id, from_chain, deposit_txid, 0, asset_id, units, address, '{faucet}', id, 'confirmed', height,
       CASE status WHEN 4 THEN 'exchange' ELSE 'refund' END, at + 600, at + 700, at + 800 FROM ${ENDED}`;

const PAYMENTS = `
INSERT INTO payment (id, chain_id, purpose, source, nonce) SELECT id, ${PAYING_CHAIN}, 'payouts', 'seeded', n FROM ${ENDED}`;

/** As many bytes as one on a test network has. */
const ATTEMPTS = `
INSERT INTO attempt (id, payment_id, number, chain_id, txid, bytes, sources, fee_units, state, height, signed_at, sent_at,
                     tries, confirmed_at)
SELECT id, id, 1, ${PAYING_CHAIN}, payment_txid, decode(repeat('ab', 420), 'hex'), '{seeded}', 1000, 'confirmed', height,
       at + 900, at + 900, 1, at + 1200 FROM ${ENDED}`;

const SPENDS = `
INSERT INTO payment_spend (chain_id, spend, payment_id) SELECT ${PAYING_CHAIN}, 'seeded#' || n, id FROM ${ENDED}`;

const OUTPUTS = `
INSERT INTO payout (order_id, reason, entry, chain_id, asset_id, address, units, state, payment_id, created_at, finished_at)
SELECT id, 'output', entry, to_chain, to_asset_id, to_address, part, 'confirmed', id, at + 900, at + 1200
  FROM ${ENDED}, ${PARTS} WHERE status = 4`;

const REFUNDS = `
INSERT INTO payout (order_id, reason, deposit_id, chain_id, asset_id, address, units, state, payment_id, created_at, finished_at)
SELECT id, 'refund', deposit_id, from_chain, asset_id, 'refund-' || address, units, 'confirmed', id, at + 900, at + 1200
  FROM ${ENDED} WHERE status = 5`;

const CHANGES = `
INSERT INTO order_event (order_id, at, from_status, to_status, reason)
SELECT id, at + after, from_status, to_status, reason
  FROM ${ENDED} JOIN (VALUES (4, 600, 1, 2, 'seen'), (4, 900, 2, 3, 'accepted'), (4, 1200, 3, 4, 'completed'),
                             (5, 600, 1, 2, 'seen'), (5, 900, 2, 7, 'mismatch'), (5, 1200, 7, 5, 'refunded'))
                       AS change (status, after, from_status, to_status, reason) USING (status)`;

const TRANSFERS = `
INSERT INTO order_event (order_id, at, type, asset_id, units, txid)
SELECT id, at + after, type, CASE WHEN is_output THEN to_asset_id ELSE asset_id END,
       CASE WHEN is_output THEN to_units ELSE units END, CASE WHEN after < 900 THEN deposit_txid ELSE payment_txid END
  FROM ${ENDED} JOIN (VALUES (4, 600, 'deposit.seen', false), (4, 700, 'deposit.mined', false), (4, 800, 'deposit.confirmed', false),
                             (4, 900, 'payout.sent', true), (4, 1200, 'payout.confirmed', true),
                             (5, 600, 'deposit.seen', false), (5, 700, 'deposit.mined', false), (5, 800, 'deposit.confirmed', false),
                             (5, 900, 'refund.sent', false), (5, 1200, 'refund.confirmed', false))
                       AS transfer (status, after, type, is_output) USING (status)`;

/** Booked in assets that there are not, so that the engine finds its own books right. */
const BOOKED_AS = 1_000;
const POSTINGS = 5;

const LEDGER = `
INSERT INTO ledger_entry (posting, account, order_id, asset_id, units, why, at)
SELECT ${OPENING} + n * ${POSTINGS} + step, account, CASE account WHEN 'order' THEN id END,
       ${BOOKED_AS} + CASE WHEN is_target THEN to_asset_id ELSE asset_id END,
       sign * CASE amount WHEN 'deposit' THEN units WHEN 'payout' THEN to_units WHEN 'fee' THEN fee
                          WHEN 'network' THEN network ELSE to_units + fee + network END,
       'seeded order ' || id, at + 600 + step * 100
  FROM ${ENDED} JOIN (VALUES
         (4, 1, 'wallet', false, 1, 'deposit'), (4, 1, 'incoming', false, -1, 'deposit'),
         (4, 2, 'incoming', false, 1, 'deposit'), (4, 2, 'order', false, -1, 'deposit'),
         (4, 3, 'order', false, 1, 'deposit'), (4, 3, 'treasury', false, -1, 'deposit'),
         (4, 3, 'treasury', true, 1, 'bought'), (4, 3, 'order', true, -1, 'payout'),
         (4, 3, 'fee', true, -1, 'fee'), (4, 3, 'network', true, -1, 'network'),
         (4, 4, 'wallet', true, -1, 'payout'), (4, 4, 'outgoing', true, 1, 'payout'),
         (4, 4, 'wallet', true, -1, 'network'), (4, 4, 'outgoing', true, 1, 'network'),
         (4, 5, 'outgoing', true, -1, 'payout'), (4, 5, 'order', true, 1, 'payout'),
         (4, 5, 'outgoing', true, -1, 'network'), (4, 5, 'network', true, 1, 'network'),
         (5, 1, 'wallet', false, 1, 'deposit'), (5, 1, 'incoming', false, -1, 'deposit'),
         (5, 2, 'incoming', false, 1, 'deposit'), (5, 2, 'order', false, -1, 'deposit'),
         (5, 4, 'wallet', false, -1, 'deposit'), (5, 4, 'outgoing', false, 1, 'deposit'),
         (5, 5, 'outgoing', false, -1, 'deposit'), (5, 5, 'order', false, 1, 'deposit'))
       AS line (status, step, account, is_target, sign, amount) USING (status),
       LATERAL (SELECT div(to_units, 200) AS fee, div(to_units, 1000) AS network) AS costs`;

export const SEED_HISTORY = [
  DEPOSITS,
  PAYMENTS,
  ATTEMPTS,
  SPENDS,
  OUTPUTS,
  REFUNDS,
  CHANGES,
  TRANSFERS,
  LEDGER,
] as const;

/** As if every delta were folded. */
export const SEED_BALANCES = `
INSERT INTO ledger_balance (account, asset_id, units)
SELECT account, asset_id, sum(units) FROM ledger_entry WHERE asset_id > ${BOOKED_AS} GROUP BY account, asset_id`;

/** Tables with a history, and the sequences to go on with. */
export const HISTORY_TABLES = [
  'deposit',
  'payment',
  'attempt',
  'payment_spend',
  'payout',
  'order_event',
  'ledger_entry',
];
export const SEED_SEQUENCES = [
  ...['orders', 'deposit_address', 'deposit'].map(
    (table) => `SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT max(id) FROM ${table}))`,
  ),
  `SELECT setval('payment_number', (SELECT max(id) FROM attempt))`,
  `SELECT setval('ledger_posting', (SELECT max(posting) FROM ledger_entry))`,
];
