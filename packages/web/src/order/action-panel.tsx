import { ORDER_STATUS } from '@swapdesk/contract/plain';
import type { Departure, Order } from '../api/order.ts';
import type { Service } from '../api/service.ts';
import { showAmount } from '../design/amounts.ts';
import { Notice } from '../design/badge.tsx';
import { CoinMark } from '../design/coin-mark.tsx';
import { orderTexts } from '../texts/order-now.ts';
import { HOME } from '../widget/widget.ts';
import './action-panel.css';
import { FrozenPanel } from './frozen-panel.tsx';
import { KeepThis } from './keep-this.tsx';
import { PayPanel } from './pay-panel.tsx';
import { isNothingBack } from './status-words.ts';
import { showTime } from './times.ts';

const { waiting, completed, refunded, frozen, expired, abandoned } = ORDER_STATUS;

interface ActionPanelProps {
  readonly order: Order;
  readonly service: Service;
  readonly refresh: () => void;
}

/** What whoever looks at the order can do now. */
export function ActionPanel({ order, service, refresh }: ActionPanelProps) {
  const words = orderTexts;
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
      return <Arrived transfers={order.entries.flatMap(({ sent }) => sent)} />;
    case refunded:
      return (
        <>
          {isNothingBack(order) && <Notice tone="warning">{words.nothingBack}</Notice>}
          <Arrived transfers={order.refunds} />
        </>
      );
    default:
      return <KeepThis order={order} isPaid />;
  }
}

/** What has come of it: the end that everybody waited for. */
function Arrived({ transfers }: { transfers: readonly Departure[] }) {
  return (
    <>
      <ul class="arrived">
        {transfers.map(({ asset, amount, address, txid }) => (
          <li key={`${txid} ${address} ${asset.abbr}`}>
            <CoinMark abbr={asset.abbr} size={40} />
            <div>
              <p class="arrived-amount">
                <strong>{showAmount(amount)}</strong> {asset.abbr}
              </p>
              <p class="small soft mono">{address}</p>
            </div>
          </li>
        ))}
      </ul>
      <p>
        <a href={HOME}>{orderTexts.another}</a>
      </p>
    </>
  );
}
