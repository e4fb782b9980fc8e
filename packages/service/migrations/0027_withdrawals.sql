-- What leaves the wallet for no order is a payout like any other: withdrawals from the treasury, and what nobody claimed.

-- withdrawal: the operator's own, by a confirmed proposal (`part`). unclaimed: gives back a deposit (`part`) that came to an
-- address of no order.
ALTER TABLE payout ALTER COLUMN order_id DROP NOT NULL;
ALTER TABLE payout DROP CONSTRAINT payout_purpose_check;
ALTER TABLE payout ADD CONSTRAINT payout_purpose_check
  CHECK (purpose IN ('output', 'refund', 'entry_refund', 'withdrawal', 'unclaimed'));
ALTER TABLE payout ADD CHECK ((order_id IS NULL) = (purpose IN ('withdrawal', 'unclaimed')));
CREATE UNIQUE INDEX payout_without_order ON payout (purpose, part) WHERE order_id IS NULL;
-- refunded: an output that is not made, because an entry_refund is. dropped: a withdrawal that is not made; it is the treasury's.
ALTER TABLE payout DROP CONSTRAINT payout_state_check;
ALTER TABLE payout ADD CONSTRAINT payout_state_check
  CHECK (state IN ('ready', 'signed', 'confirmed', 'failed', 'refunded', 'dropped'));

-- By this the signing record knows a withdrawal: a store that has gone back gives a proposal's number to another one, and
-- one that was open then may be confirmed again.
ALTER TABLE proposal ADD COLUMN name uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE;
CREATE FUNCTION keep_proposal_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a proposal keeps its name' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER proposal_name_kept BEFORE UPDATE ON proposal FOR EACH ROW
  WHEN (NEW.name <> OLD.name) EXECUTE FUNCTION keep_proposal_name();

-- A payout by what says the same in every copy of the store: rows get their numbers again.
CREATE OR REPLACE FUNCTION payout_name(p payout) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE p.purpose
         WHEN 'withdrawal' THEN (SELECT 'withdrawal/' || x.name FROM proposal x WHERE x.id = p.part)
         WHEN 'unclaimed' THEN (
              SELECT 'unclaimed/' || d.chain_id || '/' || d.txid || ':' || d.index FROM deposit d WHERE d.id = p.part)
         ELSE (
              SELECT o.no || '/' || p.purpose || '/' || coalesce(d.chain_id || '/' || d.txid || ':' || d.index, p.part::text)
                FROM orders o LEFT JOIN deposit d ON p.purpose = 'refund' AND d.id = p.part
               WHERE o.id = p.order_id) END
$$;
