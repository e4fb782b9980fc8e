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
import type { HasPassed } from '../payments/signed-before.ts';
import { sweep } from '../payments/sweep.ts';
import { addHolders } from './add-holders.ts';
import { type Kind, nothing } from './kind.ts';

const CONFIRMING: Confirming = { useUp: forgetSwept, givesCoins: false };

type Common = Omit<
  Kind,
  | 'usedNonces'
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
): Common {
  const { treasury, needsSweeping } = chain;
  return {
    hold: needsSweeping ? (client, deposits, block) => addHolders(client, chain, deposits, block) : nothing,
    confirmPayments: (client, settled, at) => confirmPayments(client, chain, settled, at, CONFIRMING),
    forgetSpent: nothing,

    unseen: needsSweeping ? chain : null,
    countQuestions: (client) => countBalances(client, chain),
    partiesOf: (payee) => (address) => address === treasury || address.toLowerCase() === payee.toLowerCase(),
    feePaid: async (_client, transaction) => feePaid(chain, transaction),
    hasPassed,

    signPayouts: (engine, lease, putOff) =>
      signPayouts(
        engine,
        chain,
        lease,
        putOff,
        (payingEngine, payouts) =>
          signFromAccount(payingEngine, chain, paying, payouts, (source, assetIds) =>
            needsSweeping ? Purse.open(engine, chain, source, assetIds) : Purse.unlimited(engine, chain),
          ),
        hasPassed,
      ),
    helpDeposits: nothing,
    payable: async (engine, assetIds) =>
      needsSweeping ? (await Purse.open(engine, chain, treasury, assetIds)).known : new Map(),
    sweep: needsSweeping ? (engine, lease) => sweep(engine, chain, lease, paying) : nothing,
  };
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

function feePaid({ treasury }: AccountChain, { sources, spends, feeUnits }: Transaction): bigint | string {
  return sources[0] !== treasury || spends.length !== 1 ? 'was not sent by the treasury.' : (feeUnits ?? 0n);
}
