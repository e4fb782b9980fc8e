import { useEffect, useState } from 'preact/hooks';
import { Notice } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { Shell } from '../design/shell.tsx';
import { ForgetDialog } from '../order/forget-dialog.tsx';
import { site } from '../site/site.ts';
import { texts } from '../texts/now.ts';
import { orderTexts } from '../texts/order-now.ts';
import { KeptOrderLine } from './kept-order-line.tsx';
import { canKeep, forgetAll, forgetOrder, keptOrders } from './kept-orders.ts';
import './orders-page.css';
import { useStatuses } from './use-statuses.ts';

/** The orders that this browser remembers, and a plain way to make it forget them. */
export function OrdersPage() {
  const { orders: words } = texts;
  const [orders, setOrders] = useState(keptOrders);
  // Which one is to be forgotten, by its code, or all.
  const [asking, setAsking] = useState<string | null>(null);
  const [isKeeping] = useState(canKeep);
  const { known, isLive } = useStatuses(orders);
  useEffect(() => {
    document.title = `${words.title} · ${site?.name ?? texts.shell.name}`;
    // Another tab may place an order meanwhile.
    const look = () => setOrders(keptOrders());
    addEventListener('storage', look);
    return () => removeEventListener('storage', look);
  }, []);
  const forget = (what: string) => {
    if (what === 'all') forgetAll();
    else forgetOrder(what);
    setOrders(keptOrders());
    setAsking(null);
  };
  return (
    <Shell>
      <div class="orders">
        <h1>{words.title}</h1>
        <p class="soft">{words.lead}</p>
        {!isKeeping && <Notice tone="warning">{words.keepsNothing}</Notice>}
        {!isLive && (
          <Notice tone="warning" isNews>
            {orderTexts.reconnecting}
          </Notice>
        )}
        {orders.length === 0 ? (
          <p class="card">{words.none}</p>
        ) : (
          <ul class="orders-list">
            {orders.map((order) => (
              <KeptOrderLine
                key={order.code}
                order={order}
                status={known.get(order.code) ?? null}
                onForget={() => setAsking(order.code)}
              />
            ))}
          </ul>
        )}
        <div class="orders-acts">
          <a href="/find">{words.find}</a>
          {orders.length > 0 && (
            <Button kind="quiet" size="small" onClick={() => setAsking('all')}>
              {words.forgetAll}
            </Button>
          )}
        </div>
      </div>
      {asking !== null && (
        <ForgetDialog what={asking} onForget={() => forget(asking)} onClose={() => setAsking(null)} />
      )}
    </Shell>
  );
}
