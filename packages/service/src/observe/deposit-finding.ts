import type { Queryable } from '../store/database.ts';
import type { Finding } from './finding.ts';
import { openDeposits } from './queue.ts';

const SURPLUS_PATIENCE_S = 600;
/** Whoever waits for their money for so long asks elsewhere. */
const LONG_S = 86_400;

/** Whoever paid wrongly has some time to say where it should go; then an operator should look. */
export async function depositFinding(database: Queryable, now: number): Promise<Finding> {
  const open = await openDeposits(database);
  const waiting = open.filter(({ kind, since }) => kind !== 'surplus' || now - since > SURPLUS_PATIENCE_S);
  const count = (kind: string) => open.filter((each) => each.kind === kind).length;
  return {
    what: 'deposits: to decide',
    isWell: waiting.length === 0,
    isCritical: waiting.some(({ since }) => now - since > LONG_S),
    facts:
      open.length === 0
        ? 'none'
        : `${count('surplus')} surplus, ${count('held')} held by screening, ${count('unclaimed')} at an address of no order`,
    advice:
      'Nobody has said what should become of them. In the console: To decide. See: npx swapdesk deposit list',
    page: '/queue',
  };
}
