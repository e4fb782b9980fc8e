import { useEffect, useState } from 'preact/hooks';
import { type Order, resolveOrder } from '../api/order.ts';
import { showExact } from '../design/amounts.ts';
import { Notice } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { AddressField } from '../swap/address-field.tsx';
import { orderTexts } from '../texts/order-now.ts';
import './frozen-panel.css';
import { isDelayedIn } from './delayed.ts';
import { ExchangeDialog } from './exchange-dialog.tsx';
import { OnlyManager, useManageCode } from './manage.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { useAct } from './use-act.ts';

/** Only the operator decides about these. */
const OPERATORS_TURN = ['SCREENING', 'OPERATOR'];

interface FrozenPanelProps {
  readonly order: Order;
  readonly isTest: boolean;
  readonly refresh: () => void;
}

/** Why an order was stopped, and what can be done about it. */
export function FrozenPanel({ order, isTest, refresh }: FrozenPanelProps) {
  const { frozen } = orderTexts;
  const { asset, agreed, arrived, freezeReason, resolution } = order;
  // As the order was known when somebody here wanted it exchanged. It may have been tried, in vain, before the page looks again.
  const [wantedAt, setWantedAt] = useState<Order | null>(null);
  useEffect(() => {
    if (resolution === 'exchange') setWantedAt(order);
    if (resolution === 'refund') setWantedAt(null);
  }, [resolution]);
  const isInVain = wantedAt !== null && wantedAt !== order && resolution === '';
  return (
    <div class="frozen">
      <Notice tone="warning">
        <h3>{frozen.why}</h3>
        <p>{frozen.reasons[freezeReason] ?? frozen.other}</p>
      </Notice>
      <dl class="frozen-facts">
        <div>
          <dt>{frozen.agreed}</dt>
          <dd>
            {showExact(agreed)} {asset.abbr}
          </dd>
        </div>
        <div>
          <dt>{frozen.arrived}</dt>
          <dd>
            {showExact(arrived)} {asset.abbr}
          </dd>
        </div>
      </dl>
      <WhatNow
        order={order}
        isTest={isTest}
        refresh={refresh}
        isInVain={isInVain}
        onWanted={() => setWantedAt(order)}
      />
    </div>
  );
}

interface ChoicesProps extends FrozenPanelProps {
  /** True if it was to be exchanged, and could not be. */
  readonly isInVain: boolean;
  readonly onWanted: () => void;
}

function WhatNow(props: ChoicesProps) {
  const { frozen } = orderTexts;
  const { order } = props;
  const { resolution, freezeReason } = order;
  if (resolution !== '') {
    const awaited = resolution === 'refund' ? [order] : order.entries;
    const isDelayed = awaited.some(({ asset }) => isDelayedIn(order, asset));
    const words = isDelayed ? orderTexts.delayed : frozen;
    return (
      <Notice tone="good" isNews>
        {resolution === 'refund' ? words.refunding : words.exchanging}
      </Notice>
    );
  }
  if (OPERATORS_TURN.includes(freezeReason)) return <p>{frozen.operatorsTurn}</p>;
  return (
    <OnlyManager>
      <Choices {...props} />
    </OnlyManager>
  );
}

function Choices({ order, isTest, refresh, isInVain, onWanted }: ChoicesProps) {
  const { frozen } = orderTexts;
  const { code, asset, refundAddress } = order;
  const [address, setAddress] = useState('');
  const [isTried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const managed = { code, manageCode: useManageCode() };
  const wantExchange = async () => {
    await resolveOrder(managed, 'exchange', '');
    onWanted();
  };
  const exchange = useAct(order, wantExchange, refresh);
  const refund = useAct(order, () => resolveOrder(managed, 'refund', address), refresh);
  const isActing = exchange.isActing || refund.isActing;
  const giveBack = () => {
    setTried(true);
    if (refundAddress !== '' || address !== '') setAsking(true);
  };
  const complaint = exchange.complaint ?? refund.complaint;
  return (
    <>
      {isInVain && !isActing && (
        <Notice tone="warning" isNews>
          {frozen.inVain}
        </Notice>
      )}
      <h3>{frozen.what}</h3>
      <p class="small soft">{frozen.noHurry}</p>
      <div class="frozen-choices">
        {order.isBeyondLimits ? (
          <p class="small soft">{frozen.onlyOperator}</p>
        ) : (
          <ExchangeChoice order={order} isActing={isActing} onConfirm={exchange.run} />
        )}
        <div class="frozen-choice">
          <p class="small soft">{frozen.refundNote(asset.abbr)}</p>
          {refundAddress === '' ? (
            <AddressField
              label={frozen.refundAddress(asset.abbr)}
              asset={asset}
              address={address}
              otherwise={isTried ? { tone: 'wrong', text: frozen.needsAddress } : null}
              hasSample={isTest}
              onText={setAddress}
            />
          ) : (
            <p class="small">
              {frozen.refundTo} <span class="mono frozen-address">{refundAddress}</span>
            </p>
          )}
          <Button disabled={isActing} onClick={giveBack}>
            {frozen.refund}
          </Button>
        </div>
      </div>
      {isAsking && (
        <RefundDialog
          order={order}
          address={refundAddress === '' ? address : refundAddress}
          isActing={isActing}
          onConfirm={() => {
            setAsking(false);
            refund.run();
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {complaint !== null && (
        <Notice tone="danger" isNews>
          {complaint}
        </Notice>
      )}
    </>
  );
}

interface ExchangeChoiceProps {
  readonly order: Order;
  readonly isActing: boolean;
  readonly onConfirm: () => void;
}

function ExchangeChoice({ order, isActing, onConfirm }: ExchangeChoiceProps) {
  const { frozen } = orderTexts;
  const [isAsking, setAsking] = useState(false);
  return (
    <div class="frozen-choice">
      <p class="small soft">{frozen.exchangeNote}</p>
      <Button kind="primary" disabled={isActing} onClick={() => setAsking(true)}>
        {frozen.exchange}
      </Button>
      {isAsking && (
        <ExchangeDialog
          order={order}
          isActing={isActing}
          onConfirm={() => {
            setAsking(false);
            onConfirm();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
