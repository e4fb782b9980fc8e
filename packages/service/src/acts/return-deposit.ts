import { MESSAGE } from '@swapdesk/contract';
import { DEPOSIT, depositIs, isUsedFor, USE } from '../deposits/life.ts';
import { giveUnclaimedBack } from '../deposits/use-deposits.ts';
import { post } from '../ledger/post.ts';
import type { Planned, ProposedAct } from '../operators/proposals.ts';
import { assetAmount } from '../orders/order-line.ts';
import { redirectPayout } from '../payouts/decide-payouts.ts';
import { PAYOUT } from '../payouts/life.ts';
import { isFor, REASON } from '../payouts/reasons.ts';
import { writeUnclaimed } from '../payouts/write-payouts.ts';
import { isWorthRefunding, refundFee } from '../pricing/refund-fee.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';
import type { ActContext } from './context.ts';
import { payableAddress } from './payable-address.ts';
import { SURELY_UNPAID } from './unpaid-payout.ts';

/**
 * What came to an address of ours that no order has is given to an address, less the network fee. If that was cancelled, or
 * cannot be paid, asking again pays the same payout anew, there or elsewhere.
 */
export const returnDeposit: ProposedAct<ActContext> = {
  name: 'deposit return',
  least: 'support',
  async plan(client, { deposit: text = '', address: to = '' }, context) {
    const deposit = await lockUnclaimed(client, text);
    const { chain } = context.market.catalogue.get(deposit.asset_id);
    const address = await payableAddress(client, chain, to, context, MESSAGE.invalidToAddress);
    return deposit.payout_id === null
      ? giveBack(client, deposit, address, context)
      : giveAnew(client, deposit, deposit.payout_id, address, context);
  },
};

function giveBack(
  client: Queryable,
  { id, chain_id, asset_id, units: came }: Unclaimed,
  address: string,
  { market }: ActContext,
): Planned {
  const fee = refundFee(asset_id, market);
  if (fee === null) throw new Refusal(MESSAGE.busy);
  if (!isWorthRefunding(market.catalogue.get(asset_id), BigInt(came), fee))
    throw new Refusal(MESSAGE.tooLittleToGiveBack);
  const units = BigInt(came) - fee;
  const amount = (of: bigint) => assetAmount(market.catalogue, asset_id, of);
  return {
    subject: `deposit ${id}`,
    arguments: { deposit: String(id), address },
    consequences: [
      { what: 'is given back', ...amount(units), address },
      { what: 'is the network fee', ...amount(fee), address: '' },
    ],
    changes: [{ what: `deposit ${id}`, before: 'unclaimed', after: `given to ${address}` }],
    async perform(proposalId, at) {
      await giveUnclaimedBack(client, id);
      const entries = [
        { account: 'unclaimed', assetId: asset_id, units: fee },
        { account: 'network', assetId: asset_id, units: -fee },
      ] as const;
      await post(client, [{ why: `deposit ${id} returned, network fee`, entries }], at);
      const given = { chainId: chain_id, assetId: asset_id, address, units, proposalId };
      await writeUnclaimed(client, id, given, at);
    },
  };
}

/** The same payout, so that whatever was signed for it before still excludes what is signed now. */
async function giveAnew(
  client: Queryable,
  { id, asset_id }: Unclaimed,
  payoutId: number,
  address: string,
  { market }: ActContext,
): Promise<Planned> {
  await client.query('SELECT 1 FROM payout WHERE id = $1 FOR UPDATE', [payoutId]);
  const { rows } = await client.query<{ units: string; address: string; state: string }>(
    `SELECT f.units::text, f.address, f.state FROM payout f WHERE f.id = $1 AND ${SURELY_UNPAID}`,
    [payoutId],
  );
  const payout = rows[0];
  if (payout === undefined) throw new Refusal(MESSAGE.mayBePaid);
  if (payout.state === PAYOUT.ready && payout.address === address) throw new Refusal(MESSAGE.sameAddress);
  const amount = assetAmount(market.catalogue, asset_id, BigInt(payout.units));
  return {
    subject: `deposit ${id}`,
    arguments: { deposit: String(id), address },
    consequences: [
      { what: 'is not paid there', ...amount, address: payout.address },
      { what: 'is given back', ...amount, address },
    ],
    changes: [
      { what: `deposit ${id}`, before: `to be given to ${payout.address}`, after: `given to ${address}` },
    ],
    async perform(proposalId) {
      await redirectPayout(client, payoutId, address, proposalId);
    },
  };
}

interface Unclaimed {
  readonly id: number;
  readonly chain_id: number;
  readonly asset_id: number;
  readonly units: string;
  /** What gives it back already. */
  readonly payout_id: number | null;
}

/** A confirmed deposit that is nobody's, locked; throws a Refusal for any other. */
async function lockUnclaimed(client: Queryable, text: string): Promise<Unclaimed> {
  const id = /^\d{1,15}$/.test(text) ? text : 0;
  await client.query('SELECT 1 FROM deposit WHERE id = $1 FOR UPDATE', [id]);
  const { rows } = await client.query<Unclaimed>(
    `SELECT d.id, d.chain_id, d.asset_id, d.units::text, p.id AS payout_id
       FROM deposit d LEFT JOIN payout p ON p.deposit_id = d.id AND ${isFor('p', REASON.unclaimed)}
      WHERE d.id = $1 AND d.order_id IS NULL AND ${depositIs('d', DEPOSIT.confirmed)}
        AND (${isUsedFor('d', USE.exchange)} OR p.id IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM address_space s WHERE s.treasury = d.address)`,
    [id],
  );
  if (rows[0] === undefined) throw new Refusal(MESSAGE.notToGiveBack);
  return rows[0];
}
