import { signingStop } from '../engine/hold/signing-switch.ts';
import type { Queryable } from '../store/database.ts';
import type { Finding } from './finding.ts';

/** Whether payments are signed at all: before anything else, because it explains all that waits. */
export async function signing(client: Queryable): Promise<Finding> {
  const stop = await signingStop(client);
  return {
    what: 'signing',
    isWell: stop === null,
    facts:
      stop === null
        ? 'payments are signed'
        : `STOPPED since ${new Date(stop.at * 1000).toISOString()}: ${stop.reason}`,
    advice:
      'Nothing is signed on any node, whoever holds the keys; payouts wait. Go on with: npx swapdesk signing go',
    isCritical: true,
    page: '/chains',
  };
}
