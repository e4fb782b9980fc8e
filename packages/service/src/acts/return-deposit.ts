import { MESSAGE } from '@swapdesk/contract';
import { post } from '../ledger/post.ts';
import type { ProposedAct } from '../operators/proposals.ts';
import { assetAmount } from '../orders/order-line.ts';
import { refundFee } from '../pricing/refund-fee.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';
import type { ActContext } from './context.ts';
import { payableAddress } from './payable-address.ts';

/** What came to an address of ours that no order has is given to an address, less the network fee. */
export const returnDeposit: ProposedAct<ActContext> = {
  name: 'deposit return',
  least: 'support',
  async plan(client, { deposit: text = '', address: to = '' }, context) {
    const { id, chain_id, asset_id, units: came } = await lockUnclaimed(client, text);
    const { catalogue } = context.market;
    const { chain } = catalogue.get(asset_id);
    const address = await payableAddress(client, chain, to, context, MESSAGE.invalidToAddress);
    const fee = refundFee(asset_id, context.market);
    if (fee === null) throw new Refusal(MESSAGE.busy);
    const units = BigInt(came) - fee;
    if (units <= 0n) throw new Refusal(MESSAGE.tooLittleToGiveBack);
    const amount = (of: bigint) => assetAmount(catalogue, asset_id, of);
    return {
      subject: `deposit ${id}`,
      arguments: { deposit: String(id), address },
      consequences: [
        { what: 'is given back', ...amount(units), address },
        { what: 'is the network fee', ...amount(fee), address: '' },
      ],
      changes: [{ what: `deposit ${id}`, before: 'unclaimed', after: `given to ${address}` }],
      async perform(proposalId, at) {
        await client.query("UPDATE deposit SET fate = 'refund' WHERE id = $1", [id]);
        const entries = [
          { account: 'unclaimed', assetId: asset_id, units: fee },
          { account: 'network', assetId: asset_id, units: -fee },
        ] as const;
        await post(client, [{ why: `deposit ${id} returned, network fee`, entries }], at);
        await client.query(
          `INSERT INTO payout (order_id, purpose, part, chain_id, asset_id, address, units, state, created_at, proposal_id)
           VALUES (NULL, 'unclaimed', $1, $2, $3, $4, $5, 'ready', $6, $7)`,
          [id, chain_id, asset_id, address, String(units), at, proposalId],
        );
      },
    };
  },
};

interface Unclaimed {
  readonly id: number;
  readonly chain_id: number;
  readonly asset_id: number;
  readonly units: string;
}

/** A confirmed deposit that is nobody's, locked; throws a Refusal for any other. */
async function lockUnclaimed(client: Queryable, text: string): Promise<Unclaimed> {
  const { rows } = await client.query<Unclaimed>(
    `SELECT id, chain_id, asset_id, units::text FROM deposit d
      WHERE id = $1 AND order_id IS NULL AND state = 'confirmed' AND fate = 'exchange'
        AND NOT EXISTS (SELECT 1 FROM address_space s WHERE s.treasury = d.address) FOR UPDATE`,
    [/^\d{1,15}$/.test(text) ? text : 0],
  );
  if (rows[0] === undefined) throw new Refusal(MESSAGE.notToGiveBack);
  return rows[0];
}
