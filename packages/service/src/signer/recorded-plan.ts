import { bytesToHex } from '@noble/hashes/utils.js';
import { ownSpend } from '../chains/expiry.ts';
import type { ExpiringPlan, SignedBytes, SigningPlan } from '../chains/signer.ts';
import { costOf } from '../chains/solana/cost.ts';
import type { RecordedPayment } from '../record/recorded-payment.ts';
import type { PlanFacts } from './facts.ts';
import type { Approval } from './policy.ts';

/** A kilobyte of a transaction counts as less where a part of it is signatures; rather too high a rate than too low. */
const RATE_PER = 1_500n;

/** A plan that was signed, as the record keeps it: whoever asked may be cut off before the store has it. */
export function recordedPlan(
  plan: SigningPlan,
  approval: Approval,
  { txid, bytes }: SignedBytes,
  { nativeAssetId, tokens, nonce }: Pick<PlanFacts, 'nativeAssetId' | 'tokens' | 'nonce'>,
  times: Pick<RecordedPayment, 'at' | 'ownAt'>,
): RecordedPayment {
  const { purpose, payouts, amounts } = approval;
  const spends = spendsOf(plan, approval, txid);
  const common = {
    ...times,
    chainId: plan.chainId,
    txid,
    bytes: bytesToHex(bytes),
    spends,
    purpose,
    coins: [],
    payouts: payouts.map(({ name, assetId, address, units }) => ({
      name,
      assetId,
      address,
      units: String(units),
    })),
    amounts: Object.fromEntries([...amounts].map(([id, units]) => [id, String(units)])),
  };
  if (plan.kind === 'evm') {
    const rate = plan.fee.type === 'legacy' ? plan.fee.gasPrice : plan.fee.maxFee;
    const assetId = plan.contract === null ? nativeAssetId : (tokens.get(plan.contract) as number);
    return {
      ...common,
      source: plan.from,
      nonce: plan.nonce,
      sources: [plan.from],
      feeUnits: String(plan.gas * rate),
      feeRate: String(rate),
      moved: payouts.length > 0 ? null : { assetId, address: plan.payee, units: String(plan.units) },
    };
  }
  if (plan.kind === 'expiring') {
    const { payee, contract, units, feeUnits, expiresAt } = plan;
    const source = payerOf(plan);
    const assetId = contract === null ? nativeAssetId : (tokens.get(contract) as number);
    return {
      ...common,
      source,
      nonce: null,
      sources: [source],
      expiresAt,
      feeUnits: String(feeUnits),
      feeRate: String(feeUnits),
      moved: payouts.length > 0 ? null : { assetId, address: payee, units: String(units) },
    };
  }
  if (plan.kind === 'solana') {
    const { from, gathers, feePayer, payee, contract, expiring } = plan;
    const units = gathers.reduce((sum, other) => sum + other.units, plan.units);
    const others = gathers.map((other) => ({ source: other.from, units: String(other.units) }));
    const assetId = contract === null ? nativeAssetId : (tokens.get(contract) as number);
    return {
      ...common,
      source: from,
      nonce: null,
      sources: from === feePayer ? [from] : [from, ...others.map(({ source }) => source), feePayer],
      ...(others.length > 0 && { gathers: others }),
      ...(expiring !== null && { expiresAt: expiring.lastValid }),
      ...(nonce === 'witnessed' && { isWitnessed: true }),
      feeUnits: String(costOf(plan)),
      feeRate: String(plan.priorityFee),
      moved: payouts.length > 0 ? null : { assetId, address: payee, units: String(units) },
    };
  }
  const fee = total(plan.inputs) - total(plan.outputs);
  const [first] = plan.outputs;
  return {
    ...common,
    source: null,
    nonce: null,
    sources: [...new Set(plan.inputs.map(({ address }) => address))],
    feeUnits: String(fee),
    feeRate: String((fee * RATE_PER) / BigInt(Math.max(1, bytes.length))),
    moved:
      payouts.length > 0 || first === undefined
        ? null
        : { assetId: nativeAssetId, address: first.address, units: String(first.units) },
  };
}

/** What a plan uses up, once its transaction has a name. */
export function spendsOf(
  plan: SigningPlan,
  { spends }: Pick<Approval, 'spends'>,
  txid: string,
): readonly string[] {
  const isOwn = plan.kind === 'expiring' || (plan.kind === 'solana' && plan.expiring !== null);
  return isOwn ? [ownSpend(plan.kind === 'expiring' ? payerOf(plan) : plan.from, txid)] : spends;
}

/** Whose transaction it is: who lends does not sign. */
function payerOf({ from, loan }: ExpiringPlan): string {
  return loan?.account ?? from;
}

function total(parts: readonly { readonly units: bigint }[]): bigint {
  return parts.reduce((sum, { units }) => sum + units, 0n);
}
