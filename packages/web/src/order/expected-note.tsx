import { ORDER_STATUS } from '@swapdesk/contract/plain';
import type { PairTime } from '../api/durations.ts';
import type { Order } from '../api/order.ts';
import { showSpan } from '../design/spans.ts';
import { expectedTime } from '../swap/expected-time.ts';
import { texts } from '../texts/now.ts';

const { waiting, sent, exchanging } = ORDER_STATUS;
const UNDER_WAY: readonly number[] = [waiting, sent, exchanging];

/** How long it will take, as far as that can be told. Where something holds it up, nobody can. */
export function ExpectedNote({ order, times }: { order: Order; times: readonly PairTime[] }) {
  const { asset, entries, status, delayed } = order;
  const received = entries.map((entry) => entry.asset);
  const expected = expectedTime(asset, received, times);
  if (expected === null || delayed.length > 0 || !UNDER_WAY.includes(status)) return null;
  return <p class="small soft">{texts.swap.duration(showSpan(expected.halfS), showSpan(expected.mostS))}</p>;
}
