import { ORDER_STATUS } from '@swapdesk/contract';
import type { Finding } from './finding.ts';

const EXCHANGING = `/orders?status=${ORDER_STATUS.exchanging}`;

/** The page of the console for what does not name one by itself; the first that fits. What helps the machine alone has none. */
const PAGES: readonly (readonly [name: RegExp, page: string])[] = [
  [/^(signing|signer|NO ORDER IS DECIDED|time|.+: (worker|signing|node|blocks|addresses|books))$/, '/chains'],
  [/^payouts: to sign$/, '/queue?show=unpayable'],
  [/^payouts: /, EXCHANGING],
  [/^orders: frozen$/, '/queue'],
  [/^orders: /, EXCHANGING],
  [/^deposits: /, '/queue?show=surplus'],
  [/^(prices?\b|venues?\b)/, '/prices'],
  [/^(treasur|reserved|hedging|trade )/, '/treasury'],
  [/^ledger: profit/, '/profit'],
  [/^ledger: /, '/treasury'],
];

/** The names of what no page of the console is about: the machine, the store, other processes. */
const OF_NO_PAGE =
  /^(database|replica|replication|archiv|disk|room|long|dead|age|versions|clock$|alerts|NO )/;

/** A finding with its page. A node or a token of a chain is named by its host: that is about chains. */
export function withPage(finding: Finding): Finding {
  const { what, page } = finding;
  if (page !== undefined) return finding;
  const known = PAGES.find(([name]) => name.test(what));
  if (known !== undefined) return { ...finding, page: known[1] };
  return OF_NO_PAGE.test(what) ? finding : { ...finding, page: '/chains' };
}
