import { ORDER_STATUS } from '@swapdesk/contract/plain';
import type { Order } from '../api/order.ts';
import type { Service } from '../api/service.ts';
import { Notice } from '../design/badge.tsx';
import { texts } from '../texts/en.ts';
import { FrozenPanel } from './frozen-panel.tsx';
import { PayPanel } from './pay-panel.tsx';
import { showTime } from './times.ts';

const { waiting, completed, refunded, frozen, expired, abandoned } = ORDER_STATUS;

interface ActionPanelProps {
  readonly order: Order;
  readonly service: Service;
  readonly refresh: () => void;
}

/** What whoever looks at the order can do now. */
export function ActionPanel({ order, service, refresh }: ActionPanelProps) {
  const { order: words } = texts;
  switch (order.status) {
    case waiting:
      return <PayPanel order={order} service={service} refresh={refresh} />;
    case frozen:
      return <FrozenPanel order={order} isTest={service.isSimulated} refresh={refresh} />;
    case expired:
      return (
        <>
          <Notice tone="warning">{words.late[order.mode](showTime(order.lateUntil))}</Notice>
          <PayPanel order={order} service={service} refresh={refresh} />
        </>
      );
    case abandoned:
      return <Notice tone="warning">{words.cancelled}</Notice>;
    case completed:
    case refunded:
      return (
        <p>
          <a href="/">{words.another}</a>
        </p>
      );
    default:
      return <p class="soft">{words.keep}</p>;
  }
}
