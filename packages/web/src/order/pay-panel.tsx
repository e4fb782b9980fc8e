import { ORDER_STATUS } from '@swapdesk/contract/plain';
import { useState } from 'preact/hooks';
import { cancelOrder, type Order, payTestOrder } from '../api/order.ts';
import type { Service } from '../api/service.ts';
import { showExact } from '../design/amounts.ts';
import { Notice } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { Copy } from '../design/copy.tsx';
import { Dialog } from '../design/dialog.tsx';
import { orderTexts } from '../texts/order-now.ts';
import './pay-panel.css';
import { QrCode } from '../design/qr-code.tsx';
import { KeepThis } from './keep-this.tsx';
import { OnlyManager, useManageCode } from './manage.tsx';
import { PlacedElsewhere } from './placed-elsewhere.tsx';
import { TimeLeft } from './time-left.tsx';
import { type Act, useAct } from './use-act.ts';

interface PayPanelProps {
  readonly order: Order;
  readonly service: Service;
  readonly refresh: () => void;
}

/** Where to pay, and how much. */
export function PayPanel({ order, service, refresh }: PayPanelProps) {
  const manageCode = useManageCode();
  const cancel = useAct(order, () => cancelOrder({ code: order.code, manageCode }), refresh);
  return (
    <div class="pay">
      <div class="pay-keep">
        <PlacedElsewhere order={order} />
      </div>
      <div class="pay-keep">
        <KeepThis order={order} />
      </div>
      <WhatToPay order={order} isCancelUnknown={cancel.isUnknown} />
      {order.status === ORDER_STATUS.waiting && <TimeLeft until={order.expiresAt} since={order.placedAt} />}
      <div class="pay-acts">
        {service.isSimulated && !cancel.isUnknown && <TestPayment order={order} refresh={refresh} />}
        <OnlyManager>
          <Cancel cancel={cancel} />
        </OnlyManager>
      </div>
    </div>
  );
}

interface WhatToPayProps {
  readonly order: Order;
  /** True while nobody knows whether the order is cancelled. */
  readonly isCancelUnknown: boolean;
}

function WhatToPay({ order, isCancelUnknown }: WhatToPayProps) {
  const { pay } = orderTexts;
  const { asset, address, agreed, paymentUri } = order;
  if (isCancelUnknown) {
    return (
      <div class="pay-keep">
        <Notice tone="warning" isNews>
          {pay.cancelUnknown}
        </Notice>
      </div>
    );
  }
  return (
    <>
      <div class="pay-what">
        <dl class="pay-facts">
          <div>
            <dt>{isExact(order) ? pay.exactAmount : pay.amount}</dt>
            <dd>
              <span class="pay-amount">
                <strong>{showExact(agreed)}</strong> {asset.abbr}
              </span>
              <Copy text={agreed.toString()} label={pay.copyAmount} />
            </dd>
          </div>
          <div>
            <dt>{pay.address}</dt>
            <dd>
              <span class="pay-address mono">{address}</span>
              <Copy text={address} label={pay.copyAddress} />
            </dd>
          </div>
        </dl>
        <p class="small soft">{pay.only(asset.abbr, asset.chain)}</p>
      </div>
      <div class="pay-code">
        <QrCode text={paymentUri} label={pay.qr} />
        <a class="small" href={paymentUri}>
          {pay.wallet}
        </a>
      </div>
    </>
  );
}

/** Only a fixed price asks for an exact amount, and only as long as it holds. */
function isExact({ mode, status }: Order): boolean {
  return mode === 'fixed' && status === ORDER_STATUS.waiting;
}

/** On test networks nobody needs a wallet. */
function TestPayment({ order, refresh }: Omit<PayPanelProps, 'service'>) {
  const { pay } = orderTexts;
  const { isActing, complaint, run } = useAct(order, () => payTestOrder(order.code), refresh, false);
  return (
    <div class="pay-test">
      <Button kind="primary" size="large" disabled={isActing} onClick={run}>
        {isActing ? pay.paying : pay.test}
      </Button>
      <span class="small soft">{pay.testNote}</span>
      {complaint !== null && (
        <Notice tone="danger" isNews>
          {complaint}
        </Notice>
      )}
    </div>
  );
}

function Cancel({ cancel: { isActing, complaint, run } }: { cancel: Act }) {
  const { pay } = orderTexts;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button kind="quiet" size="small" class="pay-cancel" onClick={() => setAsking(true)}>
        {pay.cancel}
      </Button>
      {isAsking && (
        <Dialog title={pay.cancel} onClose={() => setAsking(false)}>
          <p>{pay.cancelNote}</p>
          {complaint !== null && (
            <Notice tone="danger" isNews>
              {complaint}
            </Notice>
          )}
          <div class="pay-dialog-acts">
            <Button onClick={() => setAsking(false)}>{pay.keepIt}</Button>
            <Button kind="danger" disabled={isActing} onClick={run}>
              {pay.cancel}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
