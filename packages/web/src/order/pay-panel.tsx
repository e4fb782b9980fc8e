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
import { useAct } from './use-act.ts';

interface PayPanelProps {
  readonly order: Order;
  readonly service: Service;
  readonly refresh: () => void;
}

/** Where to pay, and how much. */
export function PayPanel({ order, service, refresh }: PayPanelProps) {
  const { pay } = orderTexts;
  const { asset, address, agreed, paymentUri } = order;
  return (
    <div class="pay">
      <div class="pay-keep">
        <PlacedElsewhere order={order} />
      </div>
      <div class="pay-keep">
        <KeepThis order={order} />
      </div>
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
      {order.status === ORDER_STATUS.waiting && <TimeLeft until={order.expiresAt} since={order.placedAt} />}
      <div class="pay-acts">
        {service.isSimulated && <TestPayment code={order.code} refresh={refresh} />}
        <OnlyManager>
          <Cancel code={order.code} refresh={refresh} />
        </OnlyManager>
      </div>
    </div>
  );
}

/** Only a fixed price asks for an exact amount, and only as long as it holds. */
function isExact({ mode, status }: Order): boolean {
  return mode === 'fixed' && status === ORDER_STATUS.waiting;
}

interface ActProps {
  readonly code: string;
  readonly refresh: () => void;
}

/** On test networks nobody needs a wallet. */
function TestPayment({ code, refresh }: ActProps) {
  const { pay } = orderTexts;
  const { isActing, complaint, run } = useAct(() => payTestOrder(code), refresh);
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

function Cancel({ code, refresh }: ActProps) {
  const { pay } = orderTexts;
  const [isAsking, setAsking] = useState(false);
  const manageCode = useManageCode();
  const { isActing, complaint, run } = useAct(() => cancelOrder({ code, manageCode }), refresh);
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
