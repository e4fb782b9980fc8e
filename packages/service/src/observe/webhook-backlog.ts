import type { Queryable } from '../store/database.ts';
import { listWebhookStates } from '../webhooks/webhook-states.ts';
import type { Finding } from './finding.ts';

/** So many events that were not sent are more than an endpoint makes up for by the way. */
const MOST_BEHIND = 5_000;
const MOST_NAMED = 5;

/** Webhooks that are sent to and far behind. Nothing where there is no webhook. */
export async function webhookBacklog(database: Queryable, mostBehind = MOST_BEHIND): Promise<Finding[]> {
  const all = await listWebhookStates(database);
  if (all.length === 0) return [];
  const late = all.filter(({ paused_why, behind }) => paused_why === null && behind > mostBehind);
  const named = late
    .slice(0, MOST_NAMED)
    .map(({ id, account, behind, lastError }) =>
      [`${id} of ${account} ${behind} events`, lastError]
        .filter((part) => part !== '')
        .join(', last failure: '),
    );
  const others = late.length > named.length ? [`${late.length - named.length} more`] : [];
  return [
    {
      what: 'webhooks: backlog',
      isWell: late.length === 0,
      facts: [...named, ...others].join('; ') || `none has more than ${mostBehind} events to be sent`,
      advice:
        'They are sent as fast as they are taken. Is an api node running? What becomes of them: npx swapdesk webhook attempts ID',
      page: '/webhooks',
    },
  ];
}
