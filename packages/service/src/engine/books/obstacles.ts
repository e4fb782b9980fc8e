import type { Asset, Catalogue } from '../../catalog/catalogue.ts';
import type { Chain } from '../../chains/chain.ts';
import { fromUnits } from '../../money/units.ts';
import type { Queryable } from '../../store/database.ts';
import { describeSpends, openUnknown, type UnknownSpend } from '../payments/unknown-spends.ts';
import { compareBooks } from './compare-books.ts';
import { NotBooked } from './decide.ts';
import { payoutsPaid } from './paid-payouts.ts';

/** Something that keeps an asset from being paid out again, and what would settle it. */
export interface Obstacle {
  readonly what: string;
  readonly advice: string;
}

/** What has to be decided before an asset may be paid out again: the books are compared now. Nothing, if nothing. */
export async function obstaclesTo(
  client: Queryable,
  chain: Chain,
  catalogue: Catalogue,
  asset: Asset,
): Promise<Obstacle[]> {
  const unknown = await openUnknown(client, chain.id);
  const obstacles: Obstacle[] = [];
  for (const spend of oncePerTransaction(unknown)) {
    obstacles.push({
      what: describeSpends([spend]),
      advice: await adviceOn(client, chain, catalogue.native(asset.chain), spend),
    });
  }
  // What is not on the configured network is paid to nobody.
  if (asset.isAbsent) return obstacles;
  const [books] = await compareBooks(client, chain, [asset]);
  if (books === undefined) {
    const what = `the node of ${chain.name} cannot tell now what we hold`;
    return [...obstacles, { what, advice: 'Try again, or see: npx swapdesk doctor' }];
  }
  const { ledgerUnits, walletUnits } = books;
  if (ledgerUnits === walletUnits) return obstacles;
  const amount = (units: bigint) => fromUnits(units, asset.decimals);
  const what = `the ledger says ${amount(ledgerUnits)} ${asset.abbr}, the wallet ${amount(walletUnits)}`;
  const advice =
    obstacles.length > 0
      ? 'What was spent may explain it. What is left after that: '
      : 'Find out why. If no payout explains it: ';
  return [...obstacles, { what, advice: advice + correcting(asset, walletUnits - ledgerUnits) }];
}

function correcting({ chain, abbr, decimals }: Asset, units: bigint): string {
  const name = chain.name.includes(' ') ? `"${chain.name}"` : chain.name;
  return `npx swapdesk books correct ${name} ${abbr} --amount ${fromUnits(units, decimals)} --why TEXT`;
}

function oncePerTransaction(spends: readonly UnknownSpend[]): UnknownSpend[] {
  const seen = new Set<string | null>();
  return spends.filter(({ txid }) => !seen.has(txid) && seen.add(txid));
}

/** Which payouts a transaction that nobody knows has paid, or that none did. */
async function adviceOn(
  client: Queryable,
  chain: Chain,
  native: Asset,
  { txid, height }: UnknownSpend,
): Promise<string> {
  const settle = `npx swapdesk books correct ${native.chain.name} ${native.abbr} --amount 0 --txid ${txid ?? 'unknown'} --why TEXT`;
  if (txid === null) return `If nobody was paid by it: ${settle}`;
  if (height === null) return 'Wait until a block has it';
  const payouts = await payoutsPaid(client, chain, txid).catch((error: unknown) => {
    if (error instanceof NotBooked) return [];
    throw error;
  });
  if (payouts.length === 0) return `No payout is paid by it. Book what it took: ${settle}`;
  return `It pays ${payouts.map(({ id }) => `payout ${id}`).join(', ')}: npx swapdesk payout paid ${payouts[0]?.id} --txid ${txid}`;
}
