import { ORDER_STATUS } from '@swapdesk/contract/plain';
import type { Order } from '../api/order.ts';
import { Notice } from '../design/badge.tsx';
import { texts } from '../texts/now.ts';
import { orderTexts } from '../texts/order-now.ts';

/** Says that nothing is paid out now in a coin that the order waits for: before it is paid, and afterwards. */
export function DelayedNotice({ order: { status, delayed } }: { order: Order }) {
  if (delayed.length === 0) return null;
  const { delayed: words } = orderTexts;
  const coins = delayed.map(({ abbr, chain }) => texts.shell.asset(abbr, chain)).join(', ');
  const isUnpaid = status === ORDER_STATUS.waiting || status === ORDER_STATUS.expired;
  return (
    <Notice tone="warning" isNews>
      {isUnpaid ? words.beforePaying(coins) : words.notice(coins)}
    </Notice>
  );
}
