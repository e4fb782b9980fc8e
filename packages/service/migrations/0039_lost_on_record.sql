-- Two machines can sign the same bytes, each on its own record. What one of them dropped, as its store refused it, the other may have sent:
-- that is lost as long as one record says so.
-- beside: 0030

-- The records that have it and have not dropped it; empty: who noted it does not say, and nobody drops it.
ALTER TABLE lost_payment ADD COLUMN records text[] NOT NULL DEFAULT '{}';
