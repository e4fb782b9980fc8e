import { concatBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';

/** Transactions in their first form, which names every account itself: no payment of ours needs a table of them. */

export interface AccountUse {
  readonly address: string;
  readonly signs?: true;
  readonly changes?: true;
}

export interface Instruction {
  readonly program: string;
  readonly accounts: readonly AccountUse[];
  readonly data: Uint8Array;
}

/** What is signed. */
export interface Message {
  /** Who has to sign, whoever pays the fee first. */
  readonly signers: readonly string[];
  readonly bytes: Uint8Array;
}

/** The most that the network takes as one transaction. */
export const MOST_BYTES = 1_232;
const SIGNATURE_BYTES = 64;

/** The same instructions give the same bytes: accounts are in the order in which they are named, by what may be done to them. */
export function compileMessage(
  feePayer: string,
  lifetime: string,
  instructions: readonly Instruction[],
): Message {
  const uses = new Map<string, { signs: boolean; changes: boolean }>([
    [feePayer, { signs: true, changes: true }],
  ]);
  const programs = instructions.map(({ program }) => ({ address: program }));
  const named: readonly AccountUse[] = [...instructions.flatMap(({ accounts }) => accounts), ...programs];
  for (const { address, signs = false, changes = false } of named) {
    const before = uses.get(address);
    uses.set(address, {
      signs: signs || before?.signs === true,
      changes: changes || before?.changes === true,
    });
  }
  const rank = ({ signs, changes }: { signs: boolean; changes: boolean }) =>
    (signs ? 0 : 2) + (changes ? 0 : 1);
  const ordered = [...uses].sort(([, a], [, b]) => rank(a) - rank(b));
  const keys = ordered.map(([address]) => address);
  const counted = (wanted: number) => ordered.filter(([, use]) => rank(use) === wanted).length;
  const index = (address: string) => keys.indexOf(address);
  const bytes = concatBytes(
    Uint8Array.of(counted(0) + counted(1), counted(1), counted(3)),
    compact(keys.length),
    ...keys.map((key) => base58.decode(key)),
    base58.decode(lifetime),
    compact(instructions.length),
    ...instructions.map(({ program, accounts, data }) =>
      concatBytes(
        Uint8Array.of(index(program)),
        compact(accounts.length),
        Uint8Array.from(accounts.map(({ address }) => index(address))),
        compact(data.length),
        data,
      ),
    ),
  );
  return { signers: keys.slice(0, counted(0) + counted(1)), bytes };
}

/** A transaction: its signatures in the order of the signers, and the message. */
export function assemble({ signers, bytes }: Message, signatures: readonly Uint8Array[]): Uint8Array {
  if (signatures.length !== signers.length) throw new RangeError('a signature is missing');
  const whole = concatBytes(compact(signatures.length), ...signatures, bytes);
  if (whole.length > MOST_BYTES) throw new RangeError(`${whole.length} bytes are too many for a transaction`);
  return whole;
}

/** A transaction that nobody has signed, as nodes take it to try it out. */
export function unsigned(message: Message): Uint8Array {
  return assemble(
    message,
    message.signers.map(() => new Uint8Array(SIGNATURE_BYTES)),
  );
}

/** What of a transaction's bytes says how long it is good. */
export interface ReadTransaction {
  /** The first signature, in base58. */
  readonly txid: string;
  /** A recent block's hash, or what the nonce account holds. */
  readonly lifetime: string;
  readonly keys: readonly string[];
  readonly instructions: readonly ReadInstruction[];
}

export interface ReadInstruction {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: Uint8Array;
}

const VERSIONED = 0x80;

/**
 * Reads a transaction of either form; throws where the bytes are none. `all`: every account that it names, also by tables; without
 * them, those that stand in no bytes have no name.
 */
export function readTransaction(bytes: Uint8Array, all?: readonly string[]): ReadTransaction {
  const reader = new Reader(bytes);
  const signatures = reader.parts(SIGNATURE_BYTES);
  if (signatures[0] === undefined) throw new RangeError('a transaction without a signature');
  if (((bytes[reader.at] ?? 0) & VERSIONED) !== 0) reader.take(1);
  reader.take(3);
  const keys = reader.parts(32).map((key) => base58.encode(key));
  const lifetime = base58.encode(reader.take(32));
  const count = reader.compact();
  const instructions = Array.from({ length: count }, () => readInstruction(reader, all ?? keys));
  return { txid: base58.encode(signatures[0]), lifetime, keys, instructions };
}

function readInstruction(reader: Reader, keys: readonly string[]): ReadInstruction {
  const [program = 0] = reader.take(1);
  const accounts = [...reader.take(reader.compact())];
  const data = reader.take(reader.compact());
  const name = (index: number) => keys[index] ?? '';
  return { program: name(program), accounts: accounts.map(name), data };
}

class Reader {
  at = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  take(length: number): Uint8Array {
    const taken = this.bytes.subarray(this.at, this.at + length);
    if (taken.length !== length) throw new RangeError('a transaction that ends too early');
    this.at += length;
    return taken;
  }

  parts(length: number): Uint8Array[] {
    return Array.from({ length: this.compact() }, () => this.take(length));
  }

  compact(): number {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const [byte = 0] = this.take(1);
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new RangeError('a length of too many bytes');
  }
}

/** Lengths: seven bits to a byte, the lowest first. */
function compact(length: number): Uint8Array {
  const bytes: number[] = [];
  let rest = length;
  do {
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest >>= 7;
  } while (rest > 0);
  return Uint8Array.from(bytes);
}
