import type {
  AccountChain,
  AccountChainOf,
  AccountRequest,
  SignedPayment,
  Transaction,
} from '../../chains/chain.ts';
import type { Queryable } from '../../store/database.ts';
import type { Paying } from '../payments/account-requests.ts';
import { type Confirming, confirmPayments, forgetSwept } from '../payments/mined-payments.ts';
import { signPayouts } from '../payments/pay.ts';
import { Purse } from '../payments/purse.ts';
import { signFromAccount } from '../payments/sign-from-account.ts';
import { signReturns } from '../payments/sign-returns.ts';
import type { HasPassed } from '../payments/signed-before.ts';
import { sweep } from '../payments/sweep.ts';
import type { NewPayouts, PayingEngine, ReadyPayout } from '../payments/try-sign.ts';
import type { Clear } from '../payments/use-up-gone.ts';
import { addHolders } from './add-holders.ts';
import { type Kind, nothing } from './kind.ts';

const CONFIRMING: Confirming = { useUp: forgetSwept, givesCoins: false };

type Common = Omit<
  Kind,
  | 'askEarlier'
  | 'noteUnknownSpends'
  | 'refuseUnknown'
  | 'accountOf'
  | 'expirePayments'
  | 'bumpPayments'
  | 'fillNonces'
>;

/**
 * What all chains of accounts do alike: the treasury's account pays with what it holds itself; what lies elsewhere is brought
 * in, if need be.
 */
export function commonToAccounts<Request extends AccountRequest, Signed extends SignedPayment>(
  chain: AccountChainOf<Request, Signed>,
  paying: Paying<Request>,
  hasPassed: HasPassed,
  clear: Clear,
): Common {
  const { treasury, needsSweeping } = chain;
  return {
    hold: needsSweeping ? (client, deposits, block) => addHolders(client, chain, deposits, block) : nothing,
    confirmPayments: (client, settled, at) => confirmPayments(client, chain, settled, at, CONFIRMING),
    forgetSpent: nothing,

    unseen: needsSweeping ? chain : null,
    countQuestions: (client) => countBalances(client, chain),
    partiesOf: (payee) => (address) => address === treasury || address.toLowerCase() === payee.toLowerCase(),
    feePaid: (client, transaction) => feePaid(client, chain, transaction),
    hasPassed,

    signPayouts: (engine, lease, putOff) =>
      signPayouts(
        engine,
        chain,
        lease,
        putOff,
        (payingEngine, payouts) => signAll(payingEngine, chain, paying, payouts, clear),
        hasPassed,
      ),
    helpDeposits: nothing,
    payable: async (engine, assetIds) =>
      needsSweeping ? payable(await Purse.open(engine, chain, treasury, assetIds), assetIds) : new Map(),
    sweep: needsSweeping ? (engine, lease) => sweep(engine, chain, lease, paying, clear) : nothing,
  };
}

/** Nothing where the chain does not tell: what lies on deposit addresses would count as well. */
function payable({ known }: Purse, assetIds: readonly number[]): ReadonlyMap<number, bigint> {
  return new Map(assetIds.map((id) => [id, known.get(id) ?? 0n]));
}

/** What goes back from where it came to comes first: its fuel takes nonces of the treasury, and is stored by itself. */
async function* signAll<Request extends AccountRequest, Signed extends SignedPayment>(
  engine: PayingEngine,
  chain: AccountChainOf<Request, Signed>,
  paying: Paying<Request>,
  payouts: readonly ReadyPayout[],
  clear: Clear,
): AsyncGenerator<NewPayouts[]> {
  yield* signReturns(engine, chain, paying, payouts, clear);
  const others = payouts.filter(({ origin }) => origin === null);
  yield* signFromAccount(engine, chain, paying, others, (source, assetIds) =>
    chain.needsSweeping ? Purse.open(engine, chain, source, assetIds) : Purse.unlimited(engine, chain),
  );
}

/** Each asset on each address is a question. */
async function countBalances(client: Queryable, { id }: AccountChain): Promise<number> {
  const { rows } = await client.query<{ questions: number }>({
    name: 'questions-of-accounts',
    text: `
      SELECT ((SELECT count(*) + 1 FROM holder WHERE chain_id = $1)
            * (SELECT count(*) FROM asset WHERE chain_id = $1))::int AS questions`,
    values: [id],
  });
  return rows[0]?.questions ?? 0;
}

/** The treasury pays; and a deposit address, what it gives back. */
async function feePaid(
  client: Queryable,
  { id, treasury }: AccountChain,
  { sources, spends, feeUnits }: Transaction,
): Promise<bigint | string> {
  const [source] = sources;
  const { rowCount } = await client.query(
    `SELECT 1 FROM chain c JOIN deposit_address d ON d.space = c.address_space AND d.address = $2 WHERE c.id = $1`,
    [id, source],
  );
  const isOurs = source === treasury || rowCount !== 0;
  return !isOurs || spends.length !== 1 ? 'was not sent by an account of ours.' : (feeUnits ?? 0n);
}
