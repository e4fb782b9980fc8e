-- What affiliates have earned is paid to them like everything else that is owed: a settlement covers commissions, each of them once, and one
-- payout pays it.

CREATE TABLE settlement (
  id          bigint  PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  account_id  bigint  NOT NULL REFERENCES account, -- the affiliate
  asset_id    integer NOT NULL REFERENCES asset,   -- in which it is paid
  usdt        numeric(38, 8)  NOT NULL CHECK (usdt > 0),  -- what the commissions come to that it covers
  price       numeric(38, 18) NOT NULL CHECK (price > 0), -- at which that was turned into units
  units       numeric(78, 0)  NOT NULL CHECK (units > 0),
  address     text    NOT NULL,
  proposal_id bigint  NOT NULL UNIQUE REFERENCES proposal, -- by which it was confirmed
  created_at  bigint  NOT NULL,
  -- Of one that was dropped: the orders that it had covered, should its payment be in the chain all the same. Null: it was not.
  released    bigint[]
);

ALTER TABLE referral_order
  ADD COLUMN settlement_id bigint REFERENCES settlement; -- that covers its commission; null: none does
-- What a settlement covers; what is due, unless its order is not completed.
CREATE INDEX referral_settlement ON referral_order (settlement_id) WHERE settlement_id IS NOT NULL;
CREATE INDEX referral_due ON referral_order (account_id) WHERE settle_status = 1 AND settlement_id IS NULL AND commission > 0;

ALTER TABLE payout
  ADD COLUMN settlement_id bigint REFERENCES settlement, -- that it pays
  DROP CONSTRAINT payout_reason_check,
  DROP CONSTRAINT payout_check,
  ADD CONSTRAINT payout_reason_check
    CHECK (reason IN ('output', 'refund', 'entry_refund', 'withdrawal', 'unclaimed', 'cold', 'settlement')),
  ADD CONSTRAINT payout_check CHECK ((order_id IS NULL) = (reason IN ('withdrawal', 'unclaimed', 'cold', 'settlement'))),
  ADD CHECK ((settlement_id IS NOT NULL) = (reason = 'settlement')),
  ADD CHECK (reason <> 'settlement' OR proposal_id IS NOT NULL);
CREATE UNIQUE INDEX payout_settlement ON payout (settlement_id) WHERE settlement_id IS NOT NULL;

-- As before; of a settlement it also says whose it is, for whoever finds it in a record and not in the store.
CREATE OR REPLACE FUNCTION payout_name(p payout) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT o.no || '/' FROM orders o WHERE o.id = p.order_id), '') || p.reason || '/' || coalesce(
         (SELECT d.chain_id || '/' || d.txid || ':' || d.index FROM deposit d WHERE d.id = p.deposit_id),
         p.entry::text,
         (SELECT c.name::text FROM cold_transfer c WHERE c.id = p.cold_transfer_id),
         (SELECT b.name || '/' FROM settlement s JOIN account b ON b.id = s.account_id WHERE s.id = p.settlement_id)
           || (SELECT x.name FROM proposal x WHERE x.id = p.proposal_id),
         (SELECT x.name::text FROM proposal x WHERE x.id = p.proposal_id))
$$;

-- As before, but what affiliates are paid is nothing that operators take out: it is a cost, and the desk is short of it.
CREATE OR REPLACE FUNCTION note_capital() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO capital (posting, asset_id, units)
  SELECT posting, asset_id, -sum(units) FROM added
   WHERE is_own(account) AND posting IN (
         SELECT posting FROM added GROUP BY posting
         HAVING bool_or(account = 'treasury') AND NOT bool_or(account IN ('order', 'settlement')))
   GROUP BY posting, asset_id HAVING sum(units) <> 0;
  RETURN NULL;
END $$;
