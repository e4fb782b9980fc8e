-- Why a payout is owed stands in columns of its own. What was `part`, an entry's number, a deposit's or a proposal's as its
-- purpose had it, is `entry`, `deposit_id` or `proposal_id`; and each thing is paid for once, for ever.

ALTER TABLE payout RENAME COLUMN purpose TO reason;
ALTER TABLE payout RENAME CONSTRAINT payout_purpose_check TO payout_reason_check;
ALTER TABLE payout ADD COLUMN entry smallint;       -- of its order: what it pays, or gives back
ALTER TABLE payout ADD COLUMN deposit_id bigint;    -- that it gives back
UPDATE payout SET entry = part WHERE reason IN ('output', 'entry_refund');
UPDATE payout SET deposit_id = part WHERE reason IN ('refund', 'unclaimed');

DROP INDEX payout_without_order;
ALTER TABLE payout DROP CONSTRAINT payout_order_id_purpose_part_key;
ALTER TABLE payout DROP COLUMN part;
ALTER TABLE payout ADD CONSTRAINT payout_of_entry UNIQUE (order_id, reason, entry);
ALTER TABLE payout ADD CONSTRAINT payout_of_deposit UNIQUE (deposit_id, reason);
CREATE UNIQUE INDEX payout_withdrawal ON payout (proposal_id) WHERE reason = 'withdrawal';
ALTER TABLE payout ADD FOREIGN KEY (deposit_id) REFERENCES deposit;
ALTER TABLE payout ADD CHECK ((entry IS NOT NULL) = (reason IN ('output', 'entry_refund')));
ALTER TABLE payout ADD CHECK ((deposit_id IS NOT NULL) = (reason IN ('refund', 'unclaimed')));
ALTER TABLE payout ADD CHECK (reason <> 'withdrawal' OR proposal_id IS NOT NULL);

-- A payout by what says the same in every copy of the store: its order, its reason, and the deposit, the entry or the proposal
-- that it is for.
CREATE OR REPLACE FUNCTION payout_name(p payout) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT o.no || '/' FROM orders o WHERE o.id = p.order_id), '') || p.reason || '/' || coalesce(
         (SELECT d.chain_id || '/' || d.txid || ':' || d.index FROM deposit d WHERE d.id = p.deposit_id),
         p.entry::text,
         (SELECT x.name::text FROM proposal x WHERE x.id = p.proposal_id))
$$;
