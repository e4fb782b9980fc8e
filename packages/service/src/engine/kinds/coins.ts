import type { CoinChain, Transaction } from '../../chains/chain.ts';
import type { Queryable } from '../../store/database.ts';
import type { Engine } from '../context.ts';
import { bumpPayments } from '../payments/bump.ts';
import { helpDeposits } from '../payments/help-deposits.ts';
import { type Confirming, confirmPayments, forgetSpentCoins } from '../payments/mined-payments.ts';
import { signPayouts } from '../payments/pay.ts';
import { refuseSpent } from '../payments/refuse-unknown.ts';
import { replaceFromCoins } from '../payments/replace-from-coins.ts';
import { signFromCoins } from '../payments/sign-from-coins.ts';
import { nothingPasses } from '../payments/signed-before.ts';
import { freeCoins, unusedCoins } from '../payments/spendable.ts';
import { coinsAmong, noteUnknownSpends } from '../payments/unknown-spends.ts';
import { addCoins } from './add-coins.ts';
import { type Kind, nothing } from './kind.ts';

/** Coins may come back by a reorganisation: they are kept for a while, and forgotten later (forgetSpent). */
const CONFIRMING: Confirming = { useUp: nothing, givesCoins: true };

/** Whole coins are spent, wherever they lie: nothing has to be brought in, and there are no nonces. */
export function kindOfCoins(chain: CoinChain): Kind {
  return {
    askEarlier: async () => nothing,
    hold: (client, deposits, block) => addCoins(client, chain, deposits, block),
    confirmPayments: (client, settled, at) => confirmPayments(client, chain, settled, at, CONFIRMING),
    forgetSpent: (client, settled) => forgetSpentCoins(client, chain, settled),
    noteUnknownSpends: (client, transactions, height, at) =>
      noteUnknownSpends(client, chain, transactions, height, at, coinsAmong),

    unseen: null,
    countQuestions: (client) => countCoins(client, chain),
    refuseUnknown: async (engine, lease) =>
      refuseSpent(engine, chain, lease, await unusedCoins(engine.database, chain)),
    // The fee is what all outputs leave.
    partiesOf: () => () => true,
    feePaid: (client, transaction) => feePaid(client, chain, transaction),
    accountOf: () => null,
    hasPassed: nothingPasses,
    expirePayments: nothing,

    signPayouts: (engine, lease, putOff) =>
      signPayouts(engine, chain, lease, putOff, (paying, payouts) => signFromCoins(paying, chain, payouts)),
    bumpPayments: (engine, lease) => bumpPayments(engine, chain, lease, replaceFromCoins(engine, chain)),
    fillNonces: nothing,
    helpDeposits: (engine, lease) => helpDeposits(engine, chain, lease),
    payable: (engine, assetIds) => payable(engine, chain, assetIds),
    sweep: nothing,
  };
}

/** What its coins come to that can be spent. */
async function payable(
  { database, isScreened }: Engine,
  chain: CoinChain,
  assetIds: readonly number[],
): Promise<Map<number, bigint>> {
  const coins = await freeCoins(database, chain, isScreened);
  const total = (id: number) =>
    coins.filter(({ assetId }) => assetId === id).reduce((sum, { units }) => sum + units, 0n);
  return new Map(assetIds.map((id) => [id, total(id)]));
}

/** Each coin is a question. */
async function countCoins(client: Queryable, { id }: CoinChain): Promise<number> {
  const { rows } = await client.query<{ questions: number }>({
    name: 'questions-of-coins',
    text: 'SELECT count(*)::int AS questions FROM coin WHERE chain_id = $1',
    values: [id],
  });
  return rows[0]?.questions ?? 0;
}

async function feePaid(
  client: Queryable,
  { id }: CoinChain,
  { spends, transfers }: Transaction,
): Promise<bigint | string> {
  const { rows } = await client.query<{ count: number; units: string }>(
    'SELECT count(*)::int AS count, coalesce(sum(units), 0)::text AS units FROM coin WHERE chain_id = $1 AND spend = ANY ($2::text[])',
    [id, spends],
  );
  if (rows[0]?.count !== spends.length) return 'spends coins that are not ours: it is no payment of ours.';
  return BigInt(rows[0].units) - transfers.reduce((sum, { units }) => sum + units, 0n);
}
