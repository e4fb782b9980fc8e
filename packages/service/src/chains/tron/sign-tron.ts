import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { ExpiringPlan, SignedBytes } from '../signer.ts';
import { toHex } from './account.ts';
import { tronForm } from './address.ts';
import { type Contract, encodeRaw, encodeSigned, type RawTransaction, txidOf } from './transaction.ts';
import { transferData } from './trc20.ts';

const DAY_MS = 86_400_000;
/** What Ethereum's kind adds to say which of the keys that fit is meant; nodes take it with and without. */
const RECOVERY_BASE = 27;

/** Signs a plan with the key of the address that pays. The same plan and key give the same bytes (RFC 6979). */
export function signTron(plan: ExpiringPlan, privateKey: Uint8Array): SignedBytes {
  const owner = tronForm.encode(secp256k1.getPublicKey(privateKey, true), 'main');
  if (owner !== plan.from) throw new RangeError(`the key is that of ${owner}, but ${plan.from} is to pay`);
  const raw = encodeRaw(transactionOf(plan));
  const [recovery = 0, ...rest] = secp256k1.sign(sha256(raw), privateKey, {
    prehash: false,
    format: 'recovered',
  });
  const signature = Uint8Array.from([...rest, recovery + RECOVERY_BASE]);
  return { txid: txidOf(raw), bytes: encodeSigned(raw, [signature]) };
}

/** The txid of what a plan becomes, whoever signs it: signatures have no part in it. */
export function txidOfPlan(plan: ExpiringPlan): string {
  return txidOf(encodeRaw(transactionOf(plan)));
}

/** What a plan does, as the chain has it. */
export function transactionOf(plan: ExpiringPlan): RawTransaction {
  const { reference, expiresAt, salt, callFeeUnits } = plan;
  if (!/^[0-9a-f]{64}$/.test(reference)) throw new RangeError('a plan names a block by its hash');
  return {
    // A block's hash begins with its height, eight bytes.
    reference: { bytes: reference.slice(12, 16), hash: reference.slice(16, 32) },
    expiration: expiresAt,
    timestamp: madeAt(expiresAt, salt),
    feeLimit: callFeeUnits,
    memo: '',
    contract: contractOf(plan),
  };
}

function contractOf({ from, payee, contract, units, loan }: ExpiringPlan): Contract {
  const owner = toHex(from);
  const to = toHex(payee);
  if (loan !== undefined) {
    const { account, permission, isBack } = loan;
    const type = isBack ? 'undelegate' : 'delegate';
    return { type, owner: toHex(account), receiver: to, units, permission };
  }
  if (contract === null) return { type: 'transfer', owner, to, units };
  return { type: 'trigger', owner, contract: toHex(contract), callValue: 0n, data: transferData(to, units) };
}

/** A moment of the day before it expires, chosen by the salt: nobody checks it, and a memo would cost a TRX. */
function madeAt(expiresAt: number, salt: string): number {
  const hash = sha256(new TextEncoder().encode(salt));
  return expiresAt - DAY_MS + (new DataView(hash.buffer, hash.byteOffset).getUint32(0) % DAY_MS);
}
