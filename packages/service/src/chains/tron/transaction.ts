import { createHash } from 'node:crypto';
import { hexToBytes } from '@noble/hashes/utils.js';
import { BrokenMessage, type Field, MessageWriter, readFields } from './protobuf.ts';

/**
 * Transactions as the chain has them: protobufs (Transaction.raw, TransferContract, TriggerSmartContract, DelegateResourceContract,
 * UnDelegateResourceContract). Accounts in hex.
 */

/** A payment of TRX. */
export interface TransferContract {
  readonly type: 'transfer';
  readonly owner: string;
  readonly to: string;
  readonly units: bigint;
}

/** A call of a contract. */
export interface TriggerContract {
  readonly type: 'trigger';
  readonly owner: string;
  readonly contract: string;
  /** TRX that it brings the contract. */
  readonly callValue: bigint;
  /** Hexadecimal. */
  readonly data: string;
}

/** Lends somebody the energy of TRX that was staked for it, or takes it back. Nothing is locked. */
export interface LoanContract {
  readonly type: 'delegate' | 'undelegate';
  readonly owner: string;
  readonly receiver: string;
  /** TRX that was staked. */
  readonly units: bigint;
  /** By which of the owner's permissions: 0, its own keys. */
  readonly permission: number;
}

/** Whatever else accounts do: of that we only need to know who does it. */
export interface OtherContract {
  readonly type: 'other';
  readonly owner: string | null;
}

export type Contract = TransferContract | TriggerContract | LoanContract | OtherContract;

/** What is signed; its hash is the txid. Times are Unix milliseconds. */
export interface RawTransaction {
  /** The end of a recent block's height, two bytes, and eight bytes of its hash: it is good on that fork alone. */
  readonly reference: { readonly bytes: string; readonly hash: string };
  /** No block takes it once the block before is of this time, or later. */
  readonly expiration: number;
  /** When it was made, by its maker's word: nobody checks it. */
  readonly timestamp: number;
  /** The most that a call may burn for energy, in units of TRX; nothing else is bounded by it. */
  readonly feeLimit: bigint;
  /** Hexadecimal; a transaction with one costs more. */
  readonly memo: string;
  readonly contract: Contract;
}

const NUMBERS = { transfer: 1, trigger: 31, delegate: 57, undelegate: 58 };
/** Of what can be delegated: the other is bandwidth. */
const ENERGY = 1n;
const TYPE_URL = 'type.googleapis.com/protocol.';
export const NAMES = {
  transfer: 'TransferContract',
  trigger: 'TriggerSmartContract',
  delegate: 'DelegateResourceContract',
  undelegate: 'UnDelegateResourceContract',
};

export function encodeRaw(raw: RawTransaction): Uint8Array {
  return new MessageWriter()
    .bytes(1, hexToBytes(raw.reference.bytes))
    .bytes(4, hexToBytes(raw.reference.hash))
    .int(8, raw.expiration)
    .bytes(10, hexToBytes(raw.memo))
    .message(11, encodeContract(raw.contract))
    .int(14, raw.timestamp)
    .int(18, raw.feeLimit)
    .finish();
}

function encodeContract(contract: Contract): Uint8Array {
  if (contract.type === 'other') throw new RangeError('nothing but payments is written');
  const parameter = new MessageWriter()
    .bytes(1, new TextEncoder().encode(`${TYPE_URL}${NAMES[contract.type]}`))
    .message(2, encodeValue(contract));
  return new MessageWriter()
    .int(1, NUMBERS[contract.type])
    .message(2, parameter.finish())
    .int(5, 'permission' in contract ? contract.permission : 0)
    .finish();
}

function encodeValue(contract: Exclude<Contract, OtherContract>): Uint8Array {
  if (contract.type === 'transfer') return encodeTransfer(contract);
  return contract.type === 'trigger' ? encodeTrigger(contract) : encodeLoan(contract);
}

function encodeLoan({ owner, units, receiver }: LoanContract): Uint8Array {
  return new MessageWriter()
    .bytes(1, hexToBytes(owner))
    .int(2, ENERGY)
    .int(3, units)
    .bytes(4, hexToBytes(receiver))
    .finish();
}

function encodeTransfer({ owner, to, units }: TransferContract): Uint8Array {
  return new MessageWriter().bytes(1, hexToBytes(owner)).bytes(2, hexToBytes(to)).int(3, units).finish();
}

function encodeTrigger({ owner, contract, callValue, data }: TriggerContract): Uint8Array {
  return new MessageWriter()
    .bytes(1, hexToBytes(owner))
    .bytes(2, hexToBytes(contract))
    .int(3, callValue)
    .bytes(4, hexToBytes(data))
    .finish();
}

/** What was signed, with who signed it: what a network is given. */
export function encodeSigned(raw: Uint8Array, signatures: readonly Uint8Array[]): Uint8Array {
  const writer = new MessageWriter().message(1, raw);
  for (const signature of signatures) writer.bytes(2, signature);
  return writer.finish();
}

export interface SignedTransaction {
  readonly raw: Uint8Array;
  readonly signatures: readonly Uint8Array[];
}

export function decodeSigned(bytes: Uint8Array): SignedTransaction {
  const fields = readFields(bytes);
  return {
    raw: find(fields, 1)?.bytes ?? new Uint8Array(),
    signatures: fields.filter(({ field, isNumber }) => field === 2 && !isNumber).map((each) => each.bytes),
  };
}

/** Throws BrokenMessage if these bytes are no transaction. */
export function decodeRaw(bytes: Uint8Array): RawTransaction {
  const fields = readFields(bytes);
  const contracts = fields.filter(({ field, isNumber }) => field === 11 && !isNumber);
  const [contract] = contracts;
  if (contract === undefined || contracts.length > 1)
    throw new BrokenMessage('a transaction does one thing, and no more');
  return {
    reference: { bytes: hexIn(fields, 1), hash: hexIn(fields, 4) },
    expiration: Number(numberIn(fields, 8)),
    timestamp: Number(numberIn(fields, 14)),
    feeLimit: numberIn(fields, 18),
    memo: hexIn(fields, 10),
    contract: decodeContract(contract.bytes),
  };
}

function decodeContract(bytes: Uint8Array): Contract {
  const fields = readFields(bytes);
  const type = Number(numberIn(fields, 1));
  const parameter = readFields(find(fields, 2)?.bytes ?? new Uint8Array());
  const value = readFields(find(parameter, 2)?.bytes ?? new Uint8Array());
  const owner = hexIn(value, 1);
  if (type === NUMBERS.transfer)
    return { type: 'transfer', owner, to: hexIn(value, 2), units: numberIn(value, 3) };
  if (type === NUMBERS.trigger)
    return {
      type: 'trigger',
      owner,
      contract: hexIn(value, 2),
      callValue: numberIn(value, 3),
      data: hexIn(value, 4),
    };
  if (type === NUMBERS.delegate || type === NUMBERS.undelegate) {
    const isPlain = numberIn(value, 2) === ENERGY && numberIn(value, 5) === 0n;
    if (isPlain)
      return {
        type: type === NUMBERS.delegate ? 'delegate' : 'undelegate',
        owner,
        receiver: hexIn(value, 4),
        units: numberIn(value, 3),
        permission: Number(numberIn(fields, 5)),
      };
  }
  // In all that the chain knows, the first field says who does it.
  return { type: 'other', owner: /^41[0-9a-f]{40}$/.test(owner) ? owner : null };
}

/** By the machine's own code: a block has two thousand. */
export function txidOf(raw: Uint8Array): string {
  return createHash('sha256').update(raw).digest('hex');
}

function find(fields: readonly Field[], number: number, isNumber = false): Field | undefined {
  // The last of several counts, as in every protobuf.
  return fields.findLast((each) => each.field === number && each.isNumber === isNumber);
}

function hexIn(fields: readonly Field[], number: number): string {
  const bytes = find(fields, number)?.bytes;
  return bytes === undefined ? '' : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
}

function numberIn(fields: readonly Field[], number: number): bigint {
  return find(fields, number, true)?.number ?? 0n;
}
