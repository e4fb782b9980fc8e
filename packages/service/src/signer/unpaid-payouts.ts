import { MAY_BE_SIGNED } from '../engine/payments/may-be-signed.ts';
import type { RecordedPayment } from '../record/recorded-payment.ts';
import type { SigningRecord } from '../record/signing-record.ts';
import type { Queryable } from '../store/database.ts';
import type { UnpaidPayout } from './facts.ts';

/** A payout `p` goes to another address than its order says, and that is what was proposed and confirmed. */
const IS_REDIRECTED = `
  EXISTS (SELECT 1 FROM proposal x
           WHERE x.id = p.proposal_id AND x.state = 'confirmed' AND x.act = 'order redirect'
             AND x.arguments @> jsonb_build_object('payout', p.id::text, 'address', p.address))`;

/** What came in surplus and is given back by a payout `p` was proposed and confirmed to go there. */
const IS_SURPLUS_RETURN = `
  EXISTS (SELECT 1 FROM proposal x
           WHERE x.id = p.proposal_id AND x.state = 'confirmed' AND x.act = 'surplus return'
             AND x.arguments @> jsonb_build_object('deposit', p.part::text, 'address', p.address))`;

/** What an order `o` was exchanged for is there. */
const HAS_ARRIVED = `
       o.received_units > 0
   AND o.received_units <= (
       SELECT sum(d.units) FROM deposit d
        WHERE d.order_id = o.id AND d.fate = 'exchange' AND d.state = 'confirmed'
          AND d.asset_id = o.asset_id AND d.address = o.address)`;

/**
 * Instead of an output its part of the source is given back: that was proposed and confirmed, and the output is not made.
 * No more than the part, to the address of the proposal.
 */
const INSTEAD_OF_OUTPUT = `
  p.asset_id = o.asset_id AND EXISTS (
       SELECT 1 FROM payout unmade JOIN proposal x ON x.id = unmade.proposal_id
         JOIN order_entry e ON e.order_id = o.id AND e.entry = p.part
        WHERE unmade.order_id = o.id AND unmade.purpose = 'output' AND unmade.part = p.part AND unmade.state = 'refunded'
          AND x.state = 'confirmed' AND x.act = 'order refund-entry' AND x.arguments->>'payout' = unmade.id::text
          AND (x.arguments->>'address' = p.address OR ${IS_REDIRECTED})
          AND p.units <= ceil(o.received_units * e.share) AND e.units = 0)
   AND ${HAS_ARRIVED}`;

/**
 * Whether a payout `p` is what its order `o` promised. An output: the entry's asset, address and amount, for deposits
 * that are confirmed, and all outputs together worth no more than those at the order's own prices. A refund: no more
 * than its deposit had, to the order's refund address. Another address, and a refund in place of an output, only if that
 * was proposed and confirmed. A withdrawal: what was proposed and confirmed, to an address that the signer's own file
 * names ($3). What nobody claimed: no more than came, where that was proposed and confirmed to go.
 */
const KEEPS_PROMISE = `
  CASE p.purpose
  WHEN 'withdrawal' THEN p.address = ANY ($3::text[]) AND EXISTS (
       SELECT 1 FROM proposal x JOIN asset a ON a.id = p.asset_id JOIN chain c ON c.id = a.chain_id
        WHERE x.id = p.part AND x.state = 'confirmed' AND x.act = 'treasury withdraw'
          AND x.arguments @> jsonb_build_object('chain', c.name, 'coin', a.abbr, 'address', p.address, 'units', p.units::text))
  WHEN 'unclaimed' THEN EXISTS (
       SELECT 1 FROM proposal x
        WHERE x.id = p.proposal_id AND x.state = 'confirmed' AND x.act = 'deposit return'
          AND x.arguments @> jsonb_build_object('deposit', p.part::text, 'address', p.address))
   AND EXISTS (
       SELECT 1 FROM deposit d
        WHERE d.id = p.part AND d.order_id IS NULL AND d.state = 'confirmed' AND d.fate = 'refund'
          AND d.chain_id = p.chain_id AND d.asset_id = p.asset_id AND d.units >= p.units)
  WHEN 'refund' THEN (p.address = o.refund_address OR ${IS_REDIRECTED} OR ${IS_SURPLUS_RETURN}) AND EXISTS (
       SELECT 1 FROM deposit d
        WHERE d.id = p.part AND d.order_id = o.id AND d.state = 'confirmed' AND d.fate = 'refund'
          AND d.chain_id = p.chain_id AND d.asset_id = p.asset_id AND d.units >= p.units)
  WHEN 'entry_refund' THEN ${INSTEAD_OF_OUTPUT}
  ELSE EXISTS (
       SELECT 1 FROM order_entry e JOIN asset a ON a.id = e.asset_id
        WHERE e.order_id = o.id AND e.entry = p.part AND a.chain_id = p.chain_id
          AND e.asset_id = p.asset_id AND e.units = p.units AND (e.address = p.address OR ${IS_REDIRECTED}))
   AND ${HAS_ARRIVED}
   AND (SELECT sum(e.units * e.price * ('1e-' || a.decimals)::numeric)
          FROM order_entry e JOIN asset a ON a.id = e.asset_id WHERE e.order_id = o.id)
    <= (SELECT (o.received_units + o.tolerance_units) * o.price * ('1e-' || a.decimals)::numeric
          FROM asset a WHERE a.id = o.asset_id)
  END`;

interface Row {
  id: number;
  name: string;
  asset_id: number;
  address: string;
  units: string;
  is_due: boolean;
  is_signed: boolean;
  stored: string[] | null;
  /** The name of the output in whose place it is given back. */
  unmade: string | null;
}

interface Asked {
  readonly chainId: number;
  readonly addresses: readonly string[];
  /** Those of the operator's own that the signer's file names. */
  readonly withdrawals: readonly string[];
}

/**
 * What is still to be paid to some addresses. A transaction signed earlier is out of the question once another payment
 * of ours that spends the same is confirmed. Where the engine has stored a payment that we know nothing of, from a time
 * before there was a signer, that counts as signed earlier too. Until the transaction ends nobody sends them elsewhere.
 */
export async function readUnpaid(
  client: Queryable,
  record: SigningRecord,
  { chainId, addresses, withdrawals }: Asked,
): Promise<UnpaidPayout[]> {
  const { rows } = await client.query<Row>({
    name: 'signer-unpaid',
    text: `
      SELECT p.id, payout_name(p) AS name, p.asset_id, p.address, p.units::text,
             coalesce((${MAY_BE_SIGNED}) AND (${KEEPS_PROMISE}), false) AS is_due,
             p.state <> 'ready' AS is_signed,
             (SELECT json_agg(used.spend) FROM payment_spend used
               WHERE used.payment_id = p.payment_id AND p.state <> 'ready') AS stored,
             (SELECT payout_name(unmade) FROM payout unmade
               WHERE p.purpose = 'entry_refund' AND unmade.order_id = p.order_id AND unmade.purpose = 'output'
                 AND unmade.part = p.part) AS unmade
        FROM payout p LEFT JOIN orders o ON o.id = p.order_id
       WHERE p.chain_id = $1 AND p.address = ANY ($2::text[]) AND p.state IN ('ready', 'signed', 'failed')
       ORDER BY p.id FOR SHARE OF p`,
    values: [chainId, addresses, withdrawals],
  });
  const unpaid: UnpaidPayout[] = [];
  for (const row of rows) {
    const signed = await stillPossible(client, await record.signedFor(row.name));
    // What is given back must not be paid as well.
    const outputs =
      row.unmade === null ? [] : await stillPossible(client, await record.signedFor(row.unmade));
    unpaid.push({
      ...{
        id: row.id,
        name: row.name,
        assetId: row.asset_id,
        address: row.address,
        units: BigInt(row.units),
      },
      ...{ isDue: row.is_due && outputs.length === 0, isSigned: row.is_signed },
      earlier: [...signed.map(({ spends }) => spends), ...(row.stored === null ? [] : [row.stored])],
    });
  }
  return unpaid;
}

/** Those in whose place no other payment of ours is confirmed. */
async function stillPossible(
  client: Queryable,
  payments: readonly RecordedPayment[],
): Promise<RecordedPayment[]> {
  const possible: RecordedPayment[] = [];
  for (const payment of payments) {
    const { rowCount } = await client.query({
      name: 'signer-confirmed-other',
      text: `
        SELECT 1 FROM payment_spend used
          JOIN payment other ON other.id = used.payment_id OR other.replaces = used.payment_id
         WHERE used.chain_id = $1 AND used.spend = ANY ($2::text[]) AND other.state = 'confirmed'
           AND (other.txid <> $3 OR other.is_failed) LIMIT 1`,
      values: [payment.chainId, payment.spends, payment.txid],
    });
    if (rowCount === 0) possible.push(payment);
  }
  return possible;
}
