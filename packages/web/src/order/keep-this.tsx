import { formatManageCode } from '@swapdesk/contract/plain';
import { useState } from 'preact/hooks';
import type { Order } from '../api/order.ts';
import { Notice } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { Copy } from '../design/copy.tsx';
import { forgetOrder, keepOrder, keptOrders } from '../orders/kept-orders.ts';
import { placedHere } from '../orders/placed-here.ts';
import { orderTexts } from '../texts/order-now.ts';
import { isWidget } from '../widget/widget.ts';
import { ForgetDialog } from './forget-dialog.tsx';
import './keep-this.css';
import { useIsProven, useManageCode } from './manage.tsx';

/** Before anything is paid, above where to pay: what must not be lost, and every way to keep it. */
export function KeepThis({ order, isPaid = false }: { order: Order; isPaid?: boolean }) {
  const { keep } = orderTexts;
  const manageCode = useManageCode();
  const isProven = useIsProven();
  // Of the address of whoever has no manage code it would not be true.
  if (manageCode === '') return null;
  const link = `${location.origin}/order/${order.code}#${manageCode}`;
  return (
    <Notice tone={isPaid ? 'neutral' : 'warning'}>
      <div class="keep-this">
        <p>{isPaid ? keep.meanwhile : keep.beforePaying}</p>
        <dl class="keep-codes">
          <Code title={keep.orderCode} code={order.code} />
          <Code title={keep.manageCode} code={formatManageCode(manageCode)} />
        </dl>
        {!isProven && <p class="small">{keep.unproven}</p>}
        <div class="keep-acts">
          <Copy text={link} label={keep.copyLink} />
          <Button
            size="small"
            onClick={() => saveAsFile(order.code, keep.file(order.code, manageCode, link))}
          >
            {keep.save}
          </Button>
        </div>
        {!isWidget && <OnThisDevice order={order} manageCode={manageCode} />}
      </div>
    </Notice>
  );
}

function Code({ title, code }: { title: string; code: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd class="mono">{code}</dd>
    </div>
  );
}

/** Whether this browser remembers the order: a choice, and one can take it back. */
function OnThisDevice({ order, manageCode }: { order: Order; manageCode: string }) {
  const { keep } = orderTexts;
  const [state, setState] = useState<'kept' | 'not' | 'impossible'>(() =>
    keptOrders().some(({ code }) => code === order.code) ? 'kept' : 'not',
  );
  const isProven = useIsProven();
  const [isAsking, setAsking] = useState(false);
  const { code, asset, agreed, entries, placedAt } = order;
  // Whoever has it forgotten and remembered again loses nothing.
  const [reference] = useState(() => placedHere(code)?.reference);
  const remember = () => {
    const receives = entries.map((entry) => entry.asset);
    const facts = { code, manageCode, asset, amount: agreed.toString(), receives, placedAt };
    const isKept = keepOrder({
      ...facts,
      ...(reference !== undefined && { reference }),
      ...(!isProven && { isUnproven: true }),
    });
    setState(isKept ? 'kept' : 'impossible');
  };
  const forget = () => {
    forgetOrder(code);
    setAsking(false);
    setState('not');
  };
  return (
    <>
      <p class="keep-acts small" role="status">
        {state === 'impossible' && keep.impossible}
        {state === 'kept' && (
          <>
            <a href="/orders">{keep.kept}</a>
            <Button size="small" kind="quiet" onClick={() => setAsking(true)}>
              {keep.forget}
            </Button>
          </>
        )}
        {state === 'not' && (
          <Button size="small" kind="quiet" onClick={remember}>
            {keep.remember}
          </Button>
        )}
      </p>
      {isAsking && <ForgetDialog what={code} onForget={forget} onClose={() => setAsking(false)} />}
    </>
  );
}

function saveAsFile(code: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `order-${code}.txt`;
  link.click();
  URL.revokeObjectURL(url);
}
