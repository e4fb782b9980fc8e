import { MESSAGE } from '@swapdesk/contract';
import { post } from '../ledger/post.ts';
import { takeFromTreasury } from '../ledger/withdrawals.ts';
import { fromUnits } from '../money/units.ts';
import type { ProposedAct } from '../operators/proposals.ts';
import { assetAmount } from '../orders/order-line.ts';
import { writeWithdrawal } from '../payouts/write-payouts.ts';
import { Refusal } from '../refusal.ts';
import type { ActContext } from './context.ts';
import { leaveTreasury } from './from-treasury.ts';
import { payableAddress } from './payable-address.ts';

/**
 * The operator takes out of the treasury what is free of it, to an address of their own. It leaves the treasury when it is
 * confirmed, and is paid as any other payout.
 */
export const withdrawTreasury: ProposedAct<ActContext> = {
  name: 'treasury withdraw',
  least: 'admin',
  async plan(client, { chain = '', coin = '', units: text = '', address: to = '', why = '' }, context) {
    const { catalogue } = context.market;
    const asset = catalogue.find(chain, coin);
    if (asset === undefined || asset.isAbsent) throw new Refusal(MESSAGE.assetNotFound);
    const units = /^[1-9]\d{0,77}$/.test(text) ? BigInt(text) : 0n;
    if (units === 0n || why === '') throw new Refusal(MESSAGE.incorrectParameters);
    const address = await payableAddress(client, asset.chain, to, context, MESSAGE.invalidToAddress);
    if (!isAllowed(asset.chain.name, address, context)) throw new Refusal(MESSAGE.notNamedAddress);
    const { before, after } = await leaveTreasury(client, catalogue, asset, units);
    const subject = `${asset.chain.name} ${asset.abbr}`;
    return {
      subject,
      arguments: { chain: asset.chain.name, coin: asset.abbr, units: String(units), address, why },
      consequences: [
        ...before,
        { what: 'is withdrawn', ...assetAmount(catalogue, asset.id, units), address },
        ...after,
      ],
      changes: [
        { what: 'withdrawn', before: null, after: `${fromUnits(units, asset.decimals)} to ${address}` },
      ],
      async perform(proposalId, at) {
        const withdrawal = { chainId: asset.chain.id, assetId: asset.id, address, units, proposalId };
        const id = await writeWithdrawal(client, withdrawal, at);
        await post(client, [takeFromTreasury('withdrawal', id, asset.id, units)], at);
      },
    };
  },
};

/** Where the configuration names addresses only those; on the main network it has to. */
function isAllowed(chain: string, address: string, { withdrawals, network }: ActContext): boolean {
  const named = withdrawals[chain];
  if (named === undefined) return network !== 'main';
  return named.some((each) => each === address || each.toLowerCase() === address.toLowerCase());
}
