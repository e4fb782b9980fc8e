import { useEffect, useState } from 'preact/hooks';
import { Notice } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Shell } from '../design/shell.tsx';
import { site } from '../site/site.ts';
import { texts } from '../texts/now.ts';
import { KeptOrderLine } from './kept-order-line.tsx';
import { canKeep, forgetAll, forgetOrder, keptOrders } from './kept-orders.ts';
import './orders-page.css';
import { useStatuses } from './use-statuses.ts';

/** The orders that this browser remembers, and a plain way to make it forget them. */
export function OrdersPage() {
  const { orders: words } = texts;
  const [orders, setOrders] = useState(keptOrders);
  const [isAsking, setAsking] = useState(false);
  const [isKeeping] = useState(canKeep);
  const statuses = useStatuses(orders);
  useEffect(() => {
    document.title = `${words.title} · ${site?.name ?? texts.shell.name}`;
    // Another tab may place an order meanwhile.
    const look = () => setOrders(keptOrders());
    addEventListener('storage', look);
    return () => removeEventListener('storage', look);
  }, []);
  const forget = (code: string) => {
    forgetOrder(code);
    setOrders(keptOrders());
  };
  const forgetThemAll = () => {
    forgetAll();
    setOrders(keptOrders());
    setAsking(false);
  };
  return (
    <Shell>
      <div class="orders">
        <h1>{words.title}</h1>
        <p class="soft">{words.lead}</p>
        {!isKeeping && <Notice tone="warning">{words.keepsNothing}</Notice>}
        {orders.length === 0 ? (
          <p class="card">{words.none}</p>
        ) : (
          <ul class="orders-list">
            {orders.map((order) => (
              <KeptOrderLine
                key={order.code}
                order={order}
                status={statuses.get(order.code) ?? null}
                onForget={() => forget(order.code)}
              />
            ))}
          </ul>
        )}
        <div class="orders-acts">
          <a href="/find">{words.find}</a>
          {orders.length > 0 && (
            <Button kind="quiet" size="small" onClick={() => setAsking(true)}>
              {words.forgetAll}
            </Button>
          )}
        </div>
      </div>
      {isAsking && (
        <Dialog title={words.forgetAll} onClose={() => setAsking(false)}>
          <p>{words.forgetNote}</p>
          <div class="orders-dialog-acts">
            <Button onClick={() => setAsking(false)}>{words.keepThem}</Button>
            <Button kind="danger" onClick={forgetThemAll}>
              {words.forgetAll}
            </Button>
          </div>
        </Dialog>
      )}
    </Shell>
  );
}
