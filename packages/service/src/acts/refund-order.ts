import { type Consequence, MESSAGE } from '@swapdesk/contract';
import type { Catalogue } from '../catalog/catalogue.ts';
import { changeOf } from '../change-of.ts';
import { type Effect, previewAction, WHY_NOT } from '../engine/orders/preview-action.ts';
import type { ProposedAct } from '../operators/proposals.ts';
import { resolveByOperator } from '../orders/operate.ts';
import { assetAmount } from '../orders/order-line.ts';
import { knownOrder } from '../orders/reading/known-order.ts';
import { Refusal } from '../refusal.ts';
import type { ActContext } from './context.ts';
import { payableAddress } from './payable-address.ts';

/**
 * A frozen order is given back to an address that its client has not said: nobody alone can send somebody's deposit where they
 * like. To the address that the client has said an operator gives it back at once.
 */
export const refundOrder: ProposedAct<ActContext> = {
  name: 'order refund',
  least: 'support',
  async plan(client, { order: no = '', address: text = '', known }, context) {
    const { catalogue } = context.market;
    const { asset_id } = await knownOrder(client, no);
    const { chain } = catalogue.get(asset_id);
    const address = await payableAddress(client, chain, text, context, MESSAGE.invalidRefundAddress);
    const order = await knownOrder(client, no, 'FOR UPDATE');
    // Whoever confirms it has seen what was so when it was asked for: what the client has said since comes first.
    const knownNow = `${order.refund_address ?? ''} ${order.resolution ?? ''}`;
    if (known !== undefined && known !== knownNow) throw new Refusal(MESSAGE.saidOtherwise);
    const { whyNot, effects } = await previewAction(client, order.id, 'refund', address, context.market);
    if (whyNot !== null) throw new Refusal(whyNot);
    return {
      subject: order.no,
      arguments: { order: order.no, address, known: knownNow },
      consequences: effects.flatMap((effect) => consequencesOf(effect, order.refund_address, catalogue)),
      changes: [
        ...changeOf('resolution', order.resolution, 'refund'),
        ...changeOf('refund address', order.refund_address, address),
      ],
      async perform() {
        // A memo belongs to the address that it was given with.
        await client.query(
          'UPDATE orders SET refund_memo = NULL WHERE id = $1 AND refund_address IS DISTINCT FROM $2',
          [order.id, address],
        );
        const outcome = await resolveByOperator(client, order.id, 'refund', address);
        if (outcome !== 'resolved') throw new Refusal(WHY_NOT[outcome]);
      },
    };
  },
};

/** What is given back is not given to the address that the client said. */
function consequencesOf(
  { what, assetId, units, address }: Effect,
  said: string | null,
  catalogue: Catalogue,
): Consequence[] {
  const amount = assetAmount(catalogue, assetId, units);
  const isElsewhere = what === 'is given back' && said !== null && said !== address;
  return [
    ...(isElsewhere ? [{ what: 'is not paid there' as const, ...amount, address: said }] : []),
    { what, ...amount, address },
  ];
}
