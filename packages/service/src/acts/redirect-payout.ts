import { MESSAGE } from '@swapdesk/contract';
import { changeOf } from '../change-of.ts';
import type { ProposedAct } from '../operators/proposals.ts';
import { assetAmount } from '../orders/order-line.ts';
import { redirectPayout as sendElsewhere } from '../payouts/decide-payouts.ts';
import { payoutEvent, REASON, REASONS } from '../payouts/reasons.ts';
import { Refusal } from '../refusal.ts';
import type { ActContext } from './context.ts';
import { goOn } from './go-on.ts';
import { payableAddress } from './payable-address.ts';
import { tellPayout } from './tell-payout.ts';
import { lockUnpaid, readPayout } from './unpaid-payout.ts';

/**
 * An output or a refund that cannot be paid where it should go is paid to another address: the same asset, the same
 * amount, the same payout, so that whatever was signed for it before still excludes what is signed now.
 */
export const redirectPayout: ProposedAct<ActContext> = {
  name: 'order redirect',
  least: 'support',
  async plan(client, { payout: id, address: text = '' }, context) {
    const found = await readPayout(client, id);
    const asset = context.market.catalogue.get(found.asset_id);
    const address = await payableAddress(client, asset.chain, text, context, MESSAGE.invalidToAddress);
    const payout = await lockUnpaid(client, found);
    if (payout.address === address) throw new Refusal(MESSAGE.sameAddress);
    const amount = assetAmount(context.market.catalogue, payout.asset_id, BigInt(payout.units));
    return {
      subject: payout.no,
      arguments: { payout: String(payout.id), address },
      consequences: [
        { what: 'is not paid there', ...amount, address: payout.address },
        { what: payout.reason === REASON.output ? 'is paid out' : 'is given back', ...amount, address },
      ],
      changes: changeOf(`address of payout ${payout.id}`, payout.address, address),
      async perform(proposalId, at) {
        await sendElsewhere(client, payout.id, address, proposalId);
        await tellPayout(client, payout.id, payoutEvent(payout.reason, 'redirected'), at);
        if (REASONS[payout.reason].isOfEntry) await goOn(client, payout.order_id);
      },
    };
  },
};
