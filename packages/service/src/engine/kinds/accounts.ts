import type { AccountChain, AccountNonce, Transaction } from '../../chains/chain.ts';
import type { Queryable } from '../../store/database.ts';
import { bumpPayments } from '../payments/bump.ts';
import { fillNonces } from '../payments/fill-nonces.ts';
import { type Confirming, confirmPayments, forgetSwept } from '../payments/mined-payments.ts';
import { signPayouts } from '../payments/pay.ts';
import { Purse } from '../payments/purse.ts';
import { replaceFromAccount } from '../payments/replace-from-account.ts';
import { signFromAccount } from '../payments/sign-from-account.ts';
import { claimNonce } from '../payments/spendable.ts';
import { sweep } from '../payments/sweep.ts';
import { noncesAmong, noteUnknownSpends } from '../payments/unknown-spends.ts';
import { addHolders } from './add-holders.ts';
import { type Kind, nothing } from './kind.ts';

const CONFIRMING: Confirming = { useUp: forgetSwept, givesCoins: false };

/** The treasury's account pays, nonce by nonce, with what it holds itself; what lies elsewhere is brought in, if need be. */
export function kindOfAccounts(chain: AccountChain): Kind {
  const { treasury, needsSweeping } = chain;
  return {
    usedNonces: () => chain.nextNonce(treasury),
    hold: needsSweeping ? (client, deposits, block) => addHolders(client, chain, deposits, block) : nothing,
    confirmPayments: (client, settled, at) => confirmPayments(client, chain, settled, at, CONFIRMING),
    forgetSpent: nothing,
    noteUnknownSpends: (client, transactions, height, at) =>
      noteUnknownSpends(client, chain, transactions, height, at, noncesAmong),

    unseen: needsSweeping ? chain : null,
    countQuestions: (client) => countBalances(client, chain),
    refuseUnknown: async (engine, lease) => void (await claimNonce(engine, chain, lease, treasury)),
    partiesOf: (payee) => (address) => address === treasury || address.toLowerCase() === payee.toLowerCase(),
    feePaid: async (_client, transaction) => feePaid(chain, transaction),
    accountOf,

    signPayouts: (engine, lease, putOff) =>
      signPayouts(engine, chain, lease, putOff, (paying, payouts) =>
        signFromAccount(paying, chain, payouts, (source, assetIds) =>
          needsSweeping ? Purse.open(engine, chain, source, assetIds) : Purse.unlimited(engine, chain),
        ),
      ),
    bumpPayments: (engine, lease) => bumpPayments(engine, chain, lease, replaceFromAccount(engine, chain)),
    fillNonces: (engine, lease) => fillNonces(engine, chain, lease),
    helpDeposits: nothing,
    sweep: needsSweeping ? (engine, lease) => sweep(engine, chain, lease) : nothing,
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

function accountOf({ sources, spends }: Pick<Transaction, 'sources' | 'spends'>): AccountNonce | null {
  const [source] = sources;
  const nonce = spends[0]?.split('#')[1];
  return source === undefined || nonce === undefined ? null : { source, nonce: Number(nonce) };
}
