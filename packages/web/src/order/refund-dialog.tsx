import type { Order } from '../api/order.ts';
import { showAmount, showExact } from '../design/amounts.ts';
import { orderTexts } from '../texts/order-now.ts';
import { GiveBackDialog } from './give-back-dialog.tsx';
import { estimateRefund } from './refund-estimate.ts';
import { countingDeposits } from './timeline.ts';
import { useRefundFee } from './use-refund-fee.ts';

interface RefundDialogProps {
  readonly order: Order;
  readonly address: string;
  readonly isActing: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/**
 * Asks before a stopped order is given back. A payment that is not worth its network fee stays with the service: that is said
 * before, and an order of which nothing would arrive is not ended by mistake.
 */
export function RefundDialog({ order, isActing, ...asked }: RefundDialogProps) {
  const { frozen, surplus } = orderTexts;
  const { arrived, asset } = order;
  const fee = useRefundFee(order);
  const counting = countingDeposits(order).map(({ amount }) => amount);
  const amounts = counting.length === 0 ? [arrived] : counting;
  const isKnown = typeof fee !== 'string';
  const estimate = isKnown ? estimateRefund(amounts, fee) : null;
  const isWorthIt = estimate === null || estimate.back.coefficient > 0n;
  const inCoins = (text: string) => `${text} ${asset.abbr}`;
  const about = (amount: typeof arrived) => frozen.feeAbout(inCoins(showAmount(amount)));
  const facts = [
    [frozen.arrived, inCoins(showExact(arrived))],
    // Each payment goes back by itself.
    [
      amounts.length > 1 ? frozen.feeOfEach : surplus.fee,
      isKnown ? about(fee) : fee === 'open' ? frozen.feeOpen : '…',
    ],
    ...(estimate !== null && isWorthIt ? [[surplus.back, about(estimate.back)] as const] : []),
  ] as const;
  const isPartLost = estimate !== null && estimate.lost.coefficient > 0n;
  const warning =
    isKnown && !isWorthIt
      ? surplus.tooSmall(showAmount(fee), asset.abbr)
      : isPartLost
        ? frozen.partTooSmall(inCoins(showExact(estimate.lost)))
        : null;
  return (
    <GiveBackDialog
      {...asked}
      facts={facts}
      warning={warning}
      isWorthIt={isWorthIt}
      isReady={!isActing && fee !== 'asking'}
    />
  );
}
