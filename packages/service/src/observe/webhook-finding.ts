import { PAUSE } from '@swapdesk/contract';
import { ageText } from '../pricing/price-words.ts';
import type { Queryable } from '../store/database.ts';
import type { Finding } from './finding.ts';

const MOST_NAMED = 5;

const WHY: Readonly<Record<string, string>> = {
  [PAUSE.failing]: 'failed for three days',
  [PAUSE.gone]: 'answered that it is gone',
  [PAUSE.secret]: 'needs a new secret',
};

/** Webhooks that paused by themselves: their accounts hear nothing more of their orders, and may not know it. */
export async function webhookFinding(client: Queryable, now: number): Promise<Finding> {
  const { rows } = await client.query<{
    id: number;
    account: string;
    why: string;
    since: number;
    many: number;
  }>(
    `SELECT w.id, a.name AS account, w.paused_why AS why, w.paused_at AS since, count(*) OVER () AS many
       FROM webhook_endpoint w JOIN account a ON a.id = w.account_id
      WHERE w.paused_at IS NOT NULL AND w.paused_why <> '${PAUSE.asked}' ORDER BY w.paused_at LIMIT ${MOST_NAMED}`,
  );
  const what = 'webhooks of accounts';
  const [first] = rows;
  if (first === undefined) return { what, isWell: true, facts: 'none has paused by itself', advice: '' };
  const named = rows.map(
    ({ id, account, why, since }) =>
      `${id} of ${account} ${WHY[why] ?? why}, ${ageText(Math.max(0, now - since))} ago`,
  );
  const others = first.many > rows.length ? [`${first.many - rows.length} more`] : [];
  return {
    what,
    isWell: false,
    facts: `nothing is sent to: ${[...named, ...others].join('; ')}`,
    advice: `Tell the account. Once it answers: npx swapdesk webhook resume ${first.id}`,
    page: '/webhooks',
  };
}
