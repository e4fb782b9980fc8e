import { ORDER_STATUS } from '@swapdesk/contract/plain';
import { useState } from 'preact/hooks';
import { type Order, resolveOrder, type Surplus } from '../api/order.ts';
import { showAmount } from '../design/amounts.ts';
import { Notice } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { AddressField } from '../swap/address-field.tsx';
import { orderTexts } from '../texts/order-now.ts';
import './surplus-panel.css';
import { isDelayedIn } from './delayed.ts';
import { GiveBackDialog } from './give-back-dialog.tsx';
import { OnlyManager, useManageCode } from './manage.tsx';
import { useAct } from './use-act.ts';

interface SurplusPanelProps {
  readonly order: Order;
  readonly isTest: boolean;
  readonly refresh: () => void;
}

/** More decimals than any asset has: what arrived is shown to the last digit. */
const ALL_DECIMALS = 30;

/** What came to the order's address and does not count for it, and the way back. */
export function SurplusPanel({ order, isTest, refresh }: SurplusPanelProps) {
  const words = orderTexts.surplus;
  const { surplus, status, refundAddress } = order;
  if (surplus.length === 0) return null;
  const isOpen = surplus.some(canGoBack);
  // A frozen order is decided as a whole; what it says of a refund counts for this as well.
  const canAsk = isOpen && refundAddress === '' && status !== ORDER_STATUS.frozen;
  const isSettled = surplus.every(({ state }) => state === 'returned' || state === 'kept');
  return (
    <section class="surplus" aria-labelledby="order-surplus">
      <Notice tone={isSettled ? 'neutral' : 'warning'} isNews>
        <h3 id="order-surplus">{words.title(surplus.length)}</h3>
        <ul class="surplus-list">
          {surplus.map((each, n) => (
            // One transaction may bring several.
            <Line key={`${each.txid} ${n}`} surplus={each} order={order} />
          ))}
        </ul>
      </Notice>
      {canAsk && (
        <OnlyManager>
          <GiveBack order={order} isTest={isTest} refresh={refresh} />
        </OnlyManager>
      )}
    </section>
  );
}

function Line({ surplus, order }: { readonly surplus: Surplus; readonly order: Order }) {
  const words = orderTexts.surplus;
  const { asset, amount, reason, state, fee, back } = surplus;
  const coin = asset.abbr;
  const isWaiting = state === 'open' || state === 'arriving' || state === 'returning';
  // Where no price says what the network takes, it is not known.
  const isTooSmall = isWaiting && !isSome(back) && isSome(fee);
  return (
    <li>
      <p>
        <strong>
          {showAmount(amount, ALL_DECIMALS)} {coin}
        </strong>{' '}
        {words.reasons[reason](order.asset.abbr, order.asset.chain)}
      </p>
      <p class="small">
        {isTooSmall
          ? words.tooSmall(showAmount(fee), coin)
          : state === 'returning' && isDelayedIn(order, asset)
            ? orderTexts.delayed.returning
            : words.states[state]}
      </p>
      {isWaiting && isSome(back) && (
        <dl class="surplus-costs small">
          <div>
            <dt>{words.fee}</dt>
            <dd>
              {showAmount(fee, ALL_DECIMALS)} {coin}
            </dd>
          </div>
          <div>
            <dt>{words.back}</dt>
            <dd>
              {showAmount(back, ALL_DECIMALS)} {coin}
            </dd>
          </div>
        </dl>
      )}
    </li>
  );
}

function GiveBack({ order, isTest, refresh }: SurplusPanelProps) {
  const words = orderTexts.surplus;
  const { code, asset } = order;
  const [address, setAddress] = useState('');
  const [isTried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const managed = { code, manageCode: useManageCode() };
  const refund = useAct(order, () => resolveOrder(managed, 'refund', address), refresh);
  const giveBack = () => {
    setTried(true);
    if (address !== '') setAsking(true);
  };
  const facts = order.surplus
    .filter(canGoBack)
    .flatMap(({ asset: { abbr }, amount, fee, back }) =>
      [
        [orderTexts.frozen.arrived, amount] as const,
        [words.fee, fee] as const,
        [words.back, back] as const,
      ].map(([name, of]) => [name, `${showAmount(of, ALL_DECIMALS)} ${abbr}`] as const),
    );
  return (
    <div class="surplus-choice">
      <AddressField
        label={words.address(asset.chain)}
        asset={asset}
        address={address}
        otherwise={isTried ? { tone: 'wrong', text: orderTexts.frozen.needsAddress } : null}
        hasSample={isTest}
        onText={setAddress}
      />
      <p class="small soft">{words.note}</p>
      <Button disabled={refund.isActing} onClick={giveBack}>
        {words.giveBack}
      </Button>
      {isAsking && (
        <GiveBackDialog
          facts={facts}
          address={address}
          isReady={!refund.isActing}
          onConfirm={() => {
            setAsking(false);
            refund.run();
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {refund.complaint !== null && (
        <Notice tone="danger" isNews>
          {refund.complaint}
        </Notice>
      )}
    </div>
  );
}

function canGoBack({ state, back }: Surplus): boolean {
  return state === 'open' && isSome(back);
}

function isSome(amount: Surplus['back']): boolean {
  return amount.toString() !== '0';
}
