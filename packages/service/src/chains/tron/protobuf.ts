/** The wire form of protobufs, as far as TRON's transactions need it: numbers and bytes, field by field. */

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;
/** A number of 64 bits takes ten bytes at most. */
const LONGEST_VARINT = 10;

/** The bytes are no message, or break off. */
export class BrokenMessage extends Error {
  override readonly name = 'BrokenMessage';
}

/** Writes fields in the order in which they are given. What is zero or empty is left out, as proto3 does. */
export class MessageWriter {
  private readonly parts: number[] = [];

  /** A number that is not negative. */
  int(field: number, value: bigint | number): this {
    if (BigInt(value) === 0n) return this;
    this.varint(BigInt((field << 3) | VARINT));
    this.varint(BigInt(value));
    return this;
  }

  bytes(field: number, value: Uint8Array): this {
    return value.length === 0 ? this : this.message(field, value);
  }

  /** A message inside this one, which is there even if it is empty. */
  message(field: number, value: Uint8Array): this {
    this.varint(BigInt((field << 3) | BYTES));
    this.varint(BigInt(value.length));
    for (const byte of value) this.parts.push(byte);
    return this;
  }

  finish(): Uint8Array {
    return Uint8Array.from(this.parts);
  }

  private varint(value: bigint): void {
    if (value < 0n || value >= 1n << 64n) throw new RangeError(`${value} is no number of 64 bits`);
    let left = value;
    for (; left >= 0x80n; left >>= 7n) this.parts.push(Number(left & 0x7fn) | 0x80);
    this.parts.push(Number(left));
  }
}

/** What a field holds: a number, or bytes. */
export interface Field {
  readonly field: number;
  readonly number: bigint;
  readonly bytes: Uint8Array;
}

const NONE = new Uint8Array();

/** All fields of a message, in its own order. Throws BrokenMessage where it is none. */
export function readFields(message: Uint8Array): Field[] {
  const fields: Field[] = [];
  const reader = new Reader(message);
  while (!reader.isAtEnd) {
    const key = Number(reader.varint());
    const field = Math.floor(key / 8);
    const form = key % 8;
    if (form === VARINT) fields.push({ field, number: reader.varint(), bytes: NONE });
    else if (form === BYTES) fields.push({ field, number: 0n, bytes: reader.take(Number(reader.varint())) });
    else if (form === FIXED64) fields.push({ field, number: 0n, bytes: reader.take(8) });
    else if (form === FIXED32) fields.push({ field, number: 0n, bytes: reader.take(4) });
    else throw new BrokenMessage(`a field has the unknown form ${form}`);
  }
  return fields;
}

class Reader {
  private readonly message: Uint8Array;
  private at = 0;

  constructor(message: Uint8Array) {
    this.message = message;
  }

  get isAtEnd(): boolean {
    return this.at >= this.message.length;
  }

  varint(): bigint {
    let small = 0;
    let large = 0n;
    for (let n = 0; n < LONGEST_VARINT; n++) {
      const byte = this.message[this.at++];
      if (byte === undefined) throw new BrokenMessage('a number breaks off');
      const bits = byte & 0x7f;
      // Four bytes fit into a plain number, which most numbers are.
      if (n < 4) small += bits << (7 * n);
      else large += BigInt(bits) << BigInt(7 * n);
      if (byte < 0x80) return n < 4 ? BigInt(small) : large + BigInt(small);
    }
    throw new BrokenMessage('a number has more than 64 bits');
  }

  take(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.message.length) throw new BrokenMessage('a field breaks off');
    const bytes = this.message.subarray(this.at, end);
    this.at = end;
    return bytes;
  }
}
