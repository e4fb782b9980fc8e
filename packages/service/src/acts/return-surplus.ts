import { MESSAGE } from '@swapdesk/contract';
import { quarantine } from '../deposits/use-deposits.ts';
import { giveBack, planReturn } from '../engine/orders/give-back.ts';
import type { ProposedAct } from '../operators/proposals.ts';
import { assetAmount } from '../orders/order-line.ts';
import type { ActContext } from './context.ts';
import { payableAddress } from './payable-address.ts';
import { isSenderHit } from './sender-hit.ts';

const SENDER_HIT = 'screening has something against it, or nobody says who it is: the very coin goes back';

/** What came to an order and does not count for it is given to an address that somebody has checked, less the network fee. */
export const returnSurplus: ProposedAct<ActContext> = {
  name: 'surplus return',
  least: 'support',
  async plan(client, { deposit: text = '', address: to = '' }, context) {
    const { market } = context;
    const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
    const { assetId, orderId } = await planReturn(client, id, market);
    const { chain } = market.catalogue.get(assetId);
    const address = await payableAddress(client, chain, to, context, MESSAGE.invalidRefundAddress);
    await client.query('SELECT 1 FROM orders WHERE id = $1 FOR UPDATE', [orderId]);
    // What was true before the lock need not be any more.
    const { no, units, feeUnits } = await planReturn(client, id, market);
    const isStopped = await isSenderHit(client, id, chain, context);
    const amount = (of: bigint) => assetAmount(market.catalogue, assetId, of);
    return {
      subject: no,
      arguments: { deposit: String(id), address },
      consequences: [
        { what: 'is given back', ...amount(units - feeUnits), address },
        { what: 'is the network fee', ...amount(feeUnits), address: '' },
      ],
      changes: [
        { what: `deposit ${id}`, before: null, after: `given to ${address}` },
        ...(isStopped ? [{ what: 'its sender', before: null, after: SENDER_HIT }] : []),
      ],
      async perform(proposalId, at) {
        // So that the very coin goes back, and no other.
        if (isStopped) await quarantine(client, [id], at);
        await giveBack(client, id, address, proposalId, market, at);
      },
    };
  },
};
