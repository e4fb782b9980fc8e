import type { Actor, Done } from '../operators/audit.ts';
import { PROPOSAL } from '../operators/proposal-state.ts';
import type { Queryable } from '../store/database.ts';

/** How many of each ended with the key. */
export interface EndedWithKey {
  readonly apiKeys: number;
  readonly operators: number;
  readonly proposals: number;
}

/**
 * Gives the store another key of the service. All that was made with the one before ends, as whoever has it could make it
 * too: API keys, authenticators, recovery codes, sessions, and the codes that manage orders.
 */
export async function renewKey(
  client: Queryable,
  proof: Buffer,
  actor: Actor,
  now: number,
): Promise<Done<EndedWithKey>> {
  const count = async (text: string, values: unknown[] = []) =>
    (await client.query(text, values)).rowCount ?? 0;
  await client.query(
    `INSERT INTO desk_key (proof, made_at) VALUES ($1, $2)
         ON CONFLICT (is_only) DO UPDATE SET proof = excluded.proof, made_at = excluded.made_at`,
    [proof, now],
  );
  const apiKeys = await count('UPDATE api_key SET revoked_at = $1 WHERE revoked_at IS NULL', [now]);
  const operators = await count(
    'UPDATE operator SET is_enrolled = false, sealed_totp = NULL, one_time_until = 0 WHERE is_enrolled OR one_time_until > 0',
  );
  await client.query('DELETE FROM operator_session');
  await client.query('DELETE FROM operator_recovery');
  // Whoever enrols first would be the only one who can confirm these.
  const proposals = await count(
    `UPDATE proposal SET state = '${PROPOSAL.withdrawn}', decided_by = $1, decided_via = $2, decided_at = $3
      WHERE state = '${PROPOSAL.open}'`,
    [actor.name, actor.via, now],
  );
  const ended = (what: string, many: number) => ({ what, before: String(many), after: '0' });
  return {
    act: 'secrets renew',
    subject: 'desk.key',
    changes: [
      ended('valid API keys', apiKeys),
      ended('operators who can sign in', operators),
      ended('open proposals', proposals),
    ],
    result: { apiKeys, operators, proposals },
  };
}
