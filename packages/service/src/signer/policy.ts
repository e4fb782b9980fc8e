import { durableSpend, MOST_NONCE_ACCOUNTS } from '../chains/durable.ts';
import { ownSpend } from '../chains/expiry.ts';
import type {
  CoinsPlan,
  EvmPlan,
  ExpiringPlan,
  PlannedLoan,
  SigningPlan,
  SolanaPlan,
} from '../chains/signer.ts';
import { costOf } from '../chains/solana/cost.ts';
import { RECORDED, type RecordedPurpose } from '../record/purposes.ts';
import type { PlanFacts, UnpaidPayout } from './facts.ts';
import { checkFee } from './fee-caps.ts';
import { isPaidBy, type Movement, matchPayouts, payableFrom } from './match-payouts.ts';
import { PlanRefused } from './refusals.ts';

/** A plan that may be signed, and what it means. */
export interface Approval {
  readonly purpose: RecordedPurpose;
  readonly payoutIds: readonly number[];
  readonly payouts: readonly UnpaidPayout[];
  /** What it uses up, as in payment_spend; where it expires, nothing but itself. */
  readonly spends: readonly string[];
  /** What it lets go of, by asset: payouts that were not counted before or may be made twice, and its fee. For the limits. */
  readonly amounts: ReadonlyMap<number, bigint>;
}

/** Fuel pays for one sweep, whose fee is capped; the engine gives a little more, as fees may rise meanwhile. */
const FUEL_TIMES = 2n;
/** Below it are an account's own keys, and a producer's. */
const LEAST_PERMISSION = 2;

/**
 * Whether a plan may be signed: money leaves us only for payouts of orders, each once; what else moves stays ours. Throws
 * PlanRefused with what is wrong. Pure: the facts are all that it goes by. `txid`: what it becomes, where it expires.
 */
export function judge(plan: SigningPlan, facts: PlanFacts, feeCap: bigint, txid = ''): Approval {
  const { chain } = facts;
  if (plan.chainId !== chain.id || plan.space !== chain.space) {
    throw new PlanRefused(`the keys of ${plan.space} do not sign on ${chain.name}`);
  }
  if (plan.kind === 'coins') return judgeCoins(plan, facts, feeCap);
  if (plan.kind === 'evm') return judgeEvm(plan, facts, feeCap);
  if (plan.kind === 'solana') return judgeSolana(plan, facts, feeCap);
  return judgeExpiring(plan, facts, feeCap, txid);
}

function judgeCoins({ inputs, outputs }: CoinsPlan, facts: PlanFacts, feeCap: bigint): Approval {
  const spends = inputs.map(({ txid, index }) => `${txid}:${index}`);
  if (new Set(spends).size < spends.length) throw new PlanRefused('it spends a coin twice');
  for (const [n, { address, units }] of inputs.entries()) {
    const spend = spends[n] as string;
    const coin = facts.coins.get(spend) ?? facts.waiting.get(spend);
    if (coin?.address !== address || coin.units !== units) {
      throw new PlanRefused(`the coin ${spend} is not in the books as the plan has it`);
    }
  }
  const [given, taken] = [total(inputs), total(outputs)];
  if (taken > given) throw new PlanRefused('it pays more than it spends');
  const fee = given - taken;
  checkFee(fee, feeCap, given);

  const movements = outputs.map((output) => ({ ...output, assetId: facts.nativeAssetId }));
  const matched = matchPayouts(movements, facts.payouts, spends);
  for (const [n, movement] of movements.entries()) {
    if (matched[n] === null && movement.address !== facts.treasury) throw strange(movement, facts, spends);
  }
  const payouts = matched.filter((payout) => payout !== null);
  // Its sender may still take it back, and with it all that is paid from it: it helps itself along, and nothing else.
  if (spends.some((spend) => !facts.coins.has(spend))) {
    if (payouts.length > 0) throw new PlanRefused('a deposit that no block has taken pays nobody');
    if (spends.length > 1) throw new PlanRefused('a deposit that no block has taken is spent by itself');
    return approve(RECORDED.help, [], spends, fee, facts);
  }
  return approve(payouts.length > 0 ? RECORDED.payouts : RECORDED.sweep, payouts, spends, fee, facts);
}

function judgeEvm(plan: EvmPlan, facts: PlanFacts, feeCap: bigint): Approval {
  const { from, nonce, payee, units, contract, gas } = plan;
  const { chain } = facts;
  if (plan.evmChainId !== chain.evmChainId) {
    throw new PlanRefused(`${chain.name} is the network ${chain.evmChainId}, not ${plan.evmChainId}`);
  }
  const fee = gas * (plan.fee.type === 'legacy' ? plan.fee.gasPrice : plan.fee.maxFee);
  const spends = [`${from}#${nonce}`];
  const approval = judgeTransfer(plan, fee, spends, facts, feeCap);
  if (approval !== null) return approval;
  if (payee === from && contract === null && units === 0n)
    return approve(RECORDED.filler, [], spends, fee, facts);
  return judgeOwn(plan, fee, spends, facts, feeCap);
}

/**
 * Nothing excludes what was signed before: a payout is paid by it only if nothing of that can be mined any more, or it is
 * just that once more. Its answer may have been lost.
 */
function judgeExpiring(plan: ExpiringPlan, facts: PlanFacts, feeCap: bigint, txid: string): Approval {
  const { feeUnits, callFeeUnits, expiresAt, from, loan } = plan;
  if (expiresAt > facts.latestExpiry)
    throw new PlanRefused(
      `it expires at ${expiresAt}, later than ${facts.latestExpiry}: nobody could wait for that`,
    );
  if (loan !== undefined) return judgeLoan(plan, loan, facts, txid);
  // An account that has less than a call may burn costs less; but the bytes say how much that may be.
  const fee = callFeeUnits > feeUnits ? callFeeUnits : feeUnits;
  const spends = [ownSpend(from, txid)];
  return judgeTransfer(plan, fee, spends, facts, feeCap) ?? judgeOwn(plan, fee, spends, facts, feeCap);
}

/** Lends a deposit address energy of the account that the signer's file names, or takes it back: nothing is paid, nothing is locked. */
function judgeLoan(plan: ExpiringPlan, loan: PlannedLoan, facts: PlanFacts, txid: string): Approval {
  const { from, payee, contract, units, feeUnits, callFeeUnits } = plan;
  const { treasury, ours, lender, chain } = facts;
  if (lender === undefined || loan.account !== lender.account)
    throw new PlanRefused(`"energy" in the signer's file does not name ${loan.account} for ${chain.name}`);
  if (from !== treasury || contract !== null || feeUnits !== 0n || callFeeUnits !== 0n)
    throw new PlanRefused('it lends energy and does something else besides');
  if (loan.permission < LEAST_PERMISSION)
    throw new PlanRefused(`permission ${loan.permission} is not one that is given for some things alone`);
  if (!ours.has(payee)) throw new PlanRefused(`${payee} is no deposit address of ours`);
  if (!loan.isBack && units > lender.most)
    throw new PlanRefused(
      `energy of ${units} units is too much: ${lender.most} are lent to one address at most`,
    );
  const purpose = loan.isBack ? RECORDED.takingBack : RECORDED.lending;
  return approve(purpose, [], [ownSpend(loan.account, txid)], 0n, facts);
}

/** The treasury pays the fee of all; nobody needs fuel, and what comes back from an account that is closed comes to it. */
function judgeSolana(plan: SolanaPlan, facts: PlanFacts, feeCap: bigint): Approval {
  const { feePayer, from, payee, contract, units, durable, opens, expiring } = plan;
  const { treasury } = facts;
  if (feePayer !== treasury) throw new PlanRefused(`the treasury pays the fee, and not ${feePayer}`);
  const fee = costOf(plan);
  if (opens.length > 0) return judgeOpening(plan, fee, facts, feeCap);
  if (durable === null || expiring !== null) {
    throw new PlanRefused('it names no nonce account: nothing would keep another from being mined beside it');
  }
  if (facts.nonce === 'contradicted') {
    throw new PlanRefused(
      `nonce account ${durable.account} does not hold ${durable.value} in final blocks, as the signer's own nodes have it: ` +
        'a value that is none, such as the hash of a block, would keep no other from being mined beside it',
    );
  }
  if (plan.closesAccount && (from === treasury || contract === null))
    throw new PlanRefused('only the token account of a deposit address is closed');
  const spends = [durableSpend(durable)];
  if (plan.gathers.length > 0) return judgeGathering(plan, fee, spends, facts, feeCap);
  const approval = judgeTransfer(plan, fee, spends, facts, feeCap);
  if (approval !== null) return approval;
  if (payee === from && from === treasury && contract === null && units === 0n)
    return approve(RECORDED.filler, [], spends, fee, facts);
  if (from === treasury) {
    throw strange({ assetId: assetOf(contract, facts), address: payee, units }, facts, spends);
  }
  return judgeOwn(plan, fee, spends, facts, feeCap);
}

/** Several deposit addresses give to the treasury, and to nobody else. */
function judgeGathering(
  { from, payee, contract, gathers }: SolanaPlan,
  fee: bigint,
  spends: readonly string[],
  facts: PlanFacts,
  feeCap: bigint,
): Approval {
  const sources = [from, ...gathers.map((other) => other.from)];
  for (const source of sources)
    if (!facts.ours.has(source)) throw new PlanRefused(`${source} is no deposit address of ours`);
  if (new Set(sources).size < sources.length) throw new PlanRefused('it takes twice from one address');
  if (contract === null && gathers.some(({ closesAccount }) => closesAccount))
    throw new PlanRefused('only the token account of a deposit address is closed');
  assetOf(contract, facts);
  if (payee !== facts.treasury) throw stays(from, payee, facts);
  checkFee(fee, feeCap, null);
  return approve(RECORDED.sweep, [], spends, fee, facts);
}

/** Opens nonce accounts of the treasury and nothing else; what they keep stays ours. */
function judgeOpening(plan: SolanaPlan, fee: bigint, facts: PlanFacts, feeCap: bigint): Approval {
  const { from, contract, units, durable, opens, createsAccount, closesAccount, expiring, gathers } = plan;
  const isAlone = from === facts.treasury && contract === null && durable === null && expiring !== null;
  if (!isAlone || gathers.length > 0 || createsAccount || closesAccount)
    throw new PlanRefused('it opens nonce accounts and does something else besides');
  if (new Set(opens).size < opens.length || opens.some((number) => number >= MOST_NONCE_ACCOUNTS))
    throw new PlanRefused(`there are nonce accounts 0 to ${MOST_NONCE_ACCOUNTS - 1}, each opened once`);
  checkFee(fee, feeCap, null);
  if (units > feeCap * BigInt(opens.length)) {
    throw new PlanRefused(
      `${units} units are too much for ${opens.length} nonce accounts: each may keep ${feeCap}`,
    );
  }
  return approve(RECORDED.opening, [], [], fee, facts);
}

/** What a plan of an account pays, to whom. */
type AccountTransfer = Pick<EvmPlan, 'from' | 'payee' | 'contract' | 'units'>;

/** The payout that an account pays; null if it is none. */
function judgeTransfer(
  { from, payee, contract, units }: AccountTransfer,
  fee: bigint,
  spends: readonly string[],
  facts: PlanFacts,
  feeCap: bigint,
): Approval | null {
  const { treasury, ours } = facts;
  if (from !== treasury && !ours.has(from)) throw new PlanRefused(`${from} is no address of ours`);
  const movement = { assetId: assetOf(contract, facts), address: payee, units };
  checkFee(fee, feeCap, null);
  const [payout = null] = matchPayouts([movement], payableFrom(from, treasury, facts.payouts), spends);
  return payout === null ? null : approve(RECORDED.payouts, [payout], spends, fee, facts);
}

function assetOf(contract: string | null, { chain, nativeAssetId, tokens }: PlanFacts): number {
  const assetId = contract === null ? nativeAssetId : tokens.get(contract);
  if (assetId === undefined) throw new PlanRefused(`${contract} is no contract of a coin on ${chain.name}`);
  return assetId;
}

/** What moves between addresses of ours: a sweep, or fuel for one. */
function judgeOwn(
  { from, payee, contract, units }: AccountTransfer,
  fee: bigint,
  spends: readonly string[],
  facts: PlanFacts,
  feeCap: bigint,
): Approval {
  const { treasury, ours } = facts;
  if (from !== treasury) {
    if (payee !== treasury) throw stays(from, payee, facts);
    return approve(RECORDED.sweep, [], spends, fee, facts);
  }
  const movement = { assetId: assetOf(contract, facts), address: payee, units };
  if (contract !== null || !ours.has(payee)) throw strange(movement, facts, spends);
  if (!facts.holders.has(payee)) throw new PlanRefused(`nothing lies on ${payee} that needs fuel`);
  if (units > feeCap * FUEL_TIMES) {
    throw new PlanRefused(`${units} units are too much fuel: a transaction may cost ${feeCap}`);
  }
  return approve(RECORDED.fuel, [], spends, fee, facts);
}

function approve(
  purpose: Approval['purpose'],
  payouts: readonly UnpaidPayout[],
  spends: readonly string[],
  fee: bigint,
  { nativeAssetId, nonce }: PlanFacts,
): Approval {
  const amounts = new Map([[nativeAssetId, fee]]);
  for (const { assetId, units, earlier } of payouts) {
    // One that was signed before was counted then; but where nobody has seen what is to exclude the first, both may be made.
    if (earlier.length === 0 || nonce === 'unasked')
      amounts.set(assetId, (amounts.get(assetId) ?? 0n) + units);
  }
  return { purpose, payoutIds: payouts.map(({ id }) => id), payouts, spends, amounts };
}

/** Why something does not leave the deposit address on which it lies. */
function stays(from: string, payee: string, { payouts }: PlanFacts): PlanRefused {
  const returned = payouts.find(({ origin, address }) => origin === from && address === payee);
  if (returned === undefined)
    return new PlanRefused(
      'what lies on a deposit address goes to the treasury alone, or back if screening stopped it',
    );
  return new PlanRefused(
    `payout ${returned.id} gives back ${returned.units} units to ${payee} from there, and nothing else, once`,
  );
}

/** Why a movement pays nobody: as much as an operator needs to find out what happened. */
function strange(movement: Movement, facts: PlanFacts, spends: readonly string[]): PlanRefused {
  const { payouts, chain } = facts;
  const { address, units } = movement;
  const alike = payouts.find((payout) => isPaidBy(payout, movement));
  const what = `${units} units to ${address} on ${chain.name}`;
  if (alike === undefined) return new PlanRefused(`no order asks for ${what}`);
  if (alike.origin !== null) {
    return new PlanRefused(
      `payout ${alike.id}, ${what}, gives back what screening stopped: only ${alike.origin}, to which it came, pays it`,
    );
  }
  if (!alike.isDue && !alike.isSigned) {
    return new PlanRefused(
      `payout ${alike.id}, ${what}, may not be paid: its order does not stand for it now`,
    );
  }
  const others = alike.earlier.filter((earlier) => !earlier.some((spend) => spends.includes(spend)));
  if (others.length === 0) return new PlanRefused(`payout ${alike.id}, ${what}, is paid twice by it`);
  if (isOwn(spends) && !facts.isWitnessed) {
    return new PlanRefused(
      `payout ${alike.id}, ${what}, was signed before, as ${others.flat().join(', ')}. That expires, but this signer has no ` +
        `node of ${chain.name} that it could ask whether the chain has passed it: give it one (docs/operators.md, "Keys in a process of their own")`,
    );
  }
  return new PlanRefused(
    `payout ${alike.id}, ${what}, was signed before, spending ${others.flat().join(', ')}. ` +
      'Until that can no longer be mined, only what spends the same may pay it',
  );
}

/** Where it expires, it uses up nothing but itself. */
function isOwn(spends: readonly string[]): boolean {
  return spends.every((spend) => spend.includes('@'));
}

function total(parts: readonly { readonly units: bigint }[]): bigint {
  return parts.reduce((sum, { units }) => sum + units, 0n);
}
