import type { SolanaGathered, SolanaPlan } from '../signer.ts';
import { associatedAccount, nonceAccountOf } from './derived-address.ts';
import {
  advanceNonce,
  closeTokenAccount,
  limitCompute,
  offerFee,
  openNonce,
  openTokenAccount,
  type TokenPlace,
  transferNative,
  transferToken,
} from './instructions.ts';
import { compileMessage, type Instruction, type Message } from './message.ts';
import { TOKEN, TOKEN_2022, type TokenProgram } from './program-ids.ts';
import { NONCE_RENT } from './rent.ts';

/** What of a plan makes the bytes. */
export type PlannedMessage = Omit<SolanaPlan, 'kind' | 'chainId' | 'space'>;

/** The message of a plan; throws where the plan contradicts itself. The same plan gives the same bytes. */
export function messageOf(plan: PlannedMessage): Message {
  const { feePayer, durable, expiring, opens, computeLimit, priorityFee } = plan;
  const budget = [limitCompute(computeLimit), offerFee(priorityFee)];
  if (durable !== null && expiring === null && opens.length === 0) {
    if (nonceAccountOf(feePayer, durable.number) !== durable.account) {
      throw new RangeError(`${durable.account} is not nonce account ${durable.number} of ${feePayer}`);
    }
    // The runtime looks for it in the first place, and takes the transaction for one that expires if it is not there.
    const advance = advanceNonce(durable.account, feePayer);
    return compileMessage(feePayer, durable.value, [advance, ...budget, ...payment(plan)]);
  }
  if (durable === null && expiring !== null && opens.length > 0) {
    return compileMessage(feePayer, expiring.blockhash, [...budget, ...opening(plan)]);
  }
  throw new RangeError('a plan either pays with a nonce account, or opens some and expires');
}

function opening({ feePayer, from, payee, contract, units, opens, gathers }: PlannedMessage): Instruction[] {
  const isWhole =
    from === feePayer &&
    gathers.length === 0 &&
    contract === null &&
    payee === nonceAccountOf(feePayer, opens[0] as number) &&
    units === NONCE_RENT * BigInt(opens.length) &&
    new Set(opens).size === opens.length;
  if (!isWhole) throw new RangeError('what opens nonce accounts pays their rent, and nobody else');
  return opens.flatMap((number) => openNonce(feePayer, number));
}

function payment(plan: PlannedMessage): Instruction[] {
  const { feePayer, payee, contract, decimals, createsAccount } = plan;
  const parts = partsOf(plan);
  if (contract === null) {
    if (createsAccount || parts.some(({ closesAccount }) => closesAccount))
      throw new RangeError('the native coin needs no token account');
    return parts.map(({ from, units }) => transferNative(from, payee, units));
  }
  const program: TokenProgram = plan.isToken2022 ? TOKEN_2022 : TOKEN;
  const place: TokenPlace = { mint: contract, program };
  const target = associatedAccount(payee, contract, program);
  const moved = parts.flatMap(({ from, units, closesAccount }) => {
    if (closesAccount && from === feePayer) throw new RangeError("the treasury's token account stays open");
    const source = associatedAccount(from, contract, program);
    return [
      transferToken({ from: source, to: target, owner: from, units }, place, decimals),
      ...(closesAccount ? [closeTokenAccount(source, feePayer, from, program)] : []),
    ];
  });
  return [...(createsAccount ? [openTokenAccount(feePayer, target, payee, place)] : []), ...moved];
}

/** Who gives how much: one, or of a sweep several. */
function partsOf({
  feePayer,
  from,
  payee,
  units,
  closesAccount,
  gathers,
}: PlannedMessage): readonly SolanaGathered[] {
  const parts = [{ from, units, closesAccount }, ...gathers];
  const sources = new Set(parts.map((part) => part.from));
  const isSweep = payee === feePayer && !sources.has(feePayer);
  if (gathers.length > 0 && (!isSweep || sources.size < parts.length))
    throw new RangeError('several give to the treasury alone, each once');
  return parts;
}
