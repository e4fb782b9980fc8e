import { openProposals } from '../operators/proposals.ts';
import { ageText } from '../pricing/price-words.ts';
import type { Queryable } from '../store/database.ts';
import type { Finding } from './finding.ts';

/** What was asked for and waits for somebody else: nobody is told of it but here. */
export async function proposalFinding(client: Queryable, now: number): Promise<Finding> {
  const open = await openProposals(client);
  const [oldest] = open;
  if (oldest === undefined)
    return { what: 'proposals', isWell: true, facts: 'none waits to be confirmed', advice: '' };
  const { id, act, subject, asked_by, asked_at } = oldest;
  return {
    what: 'proposals',
    isWell: false,
    facts:
      `${open.length} ${open.length === 1 ? 'waits' : 'wait'} to be confirmed, the oldest for ${ageText(Math.max(0, now - asked_at))}: ` +
      `${act} ${subject}, asked for by ${asked_by}`,
    advice: `Somebody else confirms or withdraws it, in the console or with: npx swapdesk proposal show ${id}`,
    page: '/proposals',
  };
}
