import type { Check } from './check.ts';

/** Nothing counts before it is as deep as its chain demands: only a deeper reorganisation can take it back. */
export const depthCheck: Check = async ({ database, chains }) => {
  const calm = chains.filter(({ chain, record }) => record.deepest < chain.confirmations);
  const { rows } = await database.query<{ why: string }>(
    `SELECT DISTINCT e.why FROM ledger_entry e JOIN asset a ON a.id = e.asset_id
      WHERE a.chain_id = ANY ($1::int[])
        AND (e.why LIKE 'payment % no longer confirmed'
             OR e.why LIKE 'deposit % undone' AND e.account NOT IN ('wallet', 'incoming'))
        -- What looked like a client's transfer, until the record of a payment of ours was compared, is none.
        AND NOT EXISTS (SELECT 1 FROM deposit d JOIN attempt p ON p.chain_id = d.chain_id AND p.txid = d.txid
                         WHERE e.why = format('deposit %s undone', d.id))`,
    [calm.map(({ chain }) => chain.id)],
  );
  return rows.map(({ why }) => `depth: ${why}, but it was never deep enough to count`);
};
