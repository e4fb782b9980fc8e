/** The wire form of protobufs, as far as TRON's transactions need it: numbers and bytes, field by field. */

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const GROUP = 3;
const END_OF_GROUP = 4;
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
  /** Whoever writes a field in another form than its message has for it has written another field. */
  readonly isNumber: boolean;
  readonly number: bigint;
  readonly bytes: Uint8Array;
}

const NONE = new Uint8Array();

/** All fields of a message that are numbers or bytes, in its own order; others are passed over. Throws BrokenMessage where it is none. */
export function readFields(message: Uint8Array): Field[] {
  const fields: Field[] = [];
  const reader = new Reader(message);
  /** Groups that have begun and not ended. */
  const groups: number[] = [];
  while (!reader.isAtEnd) {
    const key = Number(reader.varint());
    const field = Math.floor(key / 8);
    const form = key % 8;
    if (form === GROUP) groups.push(field);
    else if (form === END_OF_GROUP) {
      if (groups.pop() !== field) throw new BrokenMessage('a group ends that has not begun');
    } else {
      const read = reader.field(field, form);
      if (read !== null && groups.length === 0) fields.push(read);
    }
  }
  if (groups.length > 0) throw new BrokenMessage('a group breaks off');
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

  /** Null for one that is neither a number nor bytes. */
  field(field: number, form: number): Field | null {
    if (form === VARINT) return { field, isNumber: true, number: this.varint(), bytes: NONE };
    if (form === BYTES)
      return { field, isNumber: false, number: 0n, bytes: this.take(Number(this.varint())) };
    if (form !== FIXED64 && form !== FIXED32) throw new BrokenMessage(`a field has the unknown form ${form}`);
    this.take(form === FIXED64 ? 8 : 4);
    return null;
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
