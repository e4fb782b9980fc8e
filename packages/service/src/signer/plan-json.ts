import { createHash } from 'node:crypto';
import { OneOf } from '@swapdesk/contract';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { MOST_NONCE_ACCOUNTS } from '../chains/durable.ts';
import { ADDRESS_SPACES } from '../chains/family.ts';
import type { SigningPlan } from '../chains/signer.ts';

/** Plans as they travel: JSON in which amounts are decimal text, so that no digit is lost on the way. */

const MOST_PARTS = 1_000;
/** Beside the first: no more addresses find room in a transaction of Solana, and each is looked up. */
const MOST_GATHERED = 7;
const closed = { additionalProperties: false } as const;
const units = Type.String({ pattern: '^(0|[1-9]\\d{0,77})$' });
const address = Type.String({ minLength: 1, maxLength: 128 });
const whole = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const common = { chainId: whole, space: OneOf([...ADDRESS_SPACES]) };

const COINS = Compile(
  Type.Object(
    {
      ...common,
      kind: Type.Literal('coins'),
      inputs: Type.Array(
        Type.Object(
          { txid: Type.String({ pattern: '^[0-9a-f]{64}$' }), index: whole, units, address },
          closed,
        ),
        { minItems: 1, maxItems: MOST_PARTS },
      ),
      outputs: Type.Array(Type.Object({ address, units }, closed), { minItems: 1, maxItems: MOST_PARTS }),
    },
    closed,
  ),
);

const EVM = Compile(
  Type.Object(
    {
      ...common,
      kind: Type.Literal('evm'),
      evmChainId: whole,
      from: address,
      nonce: whole,
      payee: address,
      contract: Type.Union([address, Type.Null()]),
      units,
      gas: units,
      fee: Type.Union([
        Type.Object({ type: Type.Literal('eip1559'), maxFee: units, maxPriorityFee: units }, closed),
        Type.Object({ type: Type.Literal('legacy'), gasPrice: units }, closed),
      ]),
    },
    closed,
  ),
);

const EXPIRING = Compile(
  Type.Object(
    {
      ...common,
      kind: Type.Literal('expiring'),
      from: address,
      payee: address,
      contract: Type.Union([address, Type.Null()]),
      units,
      feeUnits: units,
      callFeeUnits: units,
      expiresAt: whole,
      reference: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      salt: Type.String({ maxLength: 200 }),
      loan: Type.Optional(
        Type.Object({ account: address, permission: whole, isBack: Type.Boolean() }, closed),
      ),
    },
    closed,
  ),
);

const SOLANA = Compile(
  Type.Object(
    {
      ...common,
      kind: Type.Literal('solana'),
      feePayer: address,
      from: address,
      payee: address,
      contract: Type.Union([address, Type.Null()]),
      units,
      decimals: whole,
      isToken2022: Type.Boolean(),
      durable: Type.Union([
        Type.Object({ number: whole, account: address, value: address }, closed),
        Type.Null(),
      ]),
      opens: Type.Array(whole, { maxItems: MOST_NONCE_ACCOUNTS }),
      createsAccount: Type.Boolean(),
      closesAccount: Type.Boolean(),
      gathers: Type.Array(Type.Object({ from: address, units, closesAccount: Type.Boolean() }, closed), {
        maxItems: MOST_GATHERED,
      }),
      computeLimit: whole,
      priorityFee: units,
      expiring: Type.Union([Type.Object({ blockhash: address, lastValid: whole }, closed), Type.Null()]),
    },
    closed,
  ),
);

/** The text of a plan. The same plan gives the same text, in whatever order its fields came. */
export function planToJson(plan: SigningPlan): string {
  return JSON.stringify(plan, (_key, value: unknown) => {
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** The plan that a text states, to the letter: a field too many is refused, as nobody could say what it was to mean. */
export function planFromJson(text: string): SigningPlan {
  const value: unknown = JSON.parse(text);
  if (COINS.Check(value)) {
    const exact = <T extends { units: string }>(part: T) => ({ ...part, units: BigInt(part.units) });
    return { ...value, inputs: value.inputs.map(exact), outputs: value.outputs.map(exact) };
  }
  if (EVM.Check(value)) {
    const { fee } = value;
    return {
      ...value,
      units: BigInt(value.units),
      gas: BigInt(value.gas),
      fee:
        fee.type === 'legacy'
          ? { type: fee.type, gasPrice: BigInt(fee.gasPrice) }
          : { type: fee.type, maxFee: BigInt(fee.maxFee), maxPriorityFee: BigInt(fee.maxPriorityFee) },
    };
  }
  if (EXPIRING.Check(value)) {
    const { units, feeUnits, callFeeUnits, loan, ...rest } = value;
    return {
      ...rest,
      ...(loan !== undefined && { loan }),
      units: BigInt(units),
      feeUnits: BigInt(feeUnits),
      callFeeUnits: BigInt(callFeeUnits),
    };
  }
  if (SOLANA.Check(value)) {
    const gathers = value.gathers.map((other) => ({ ...other, units: BigInt(other.units) }));
    return { ...value, units: BigInt(value.units), priorityFee: BigInt(value.priorityFee), gathers };
  }
  throw new SyntaxError('this is no plan of a payment that the signer knows');
}

/** By which a plan is known again. */
export function planFingerprint(plan: SigningPlan): Buffer {
  return createHash('sha256').update(planToJson(plan)).digest();
}
