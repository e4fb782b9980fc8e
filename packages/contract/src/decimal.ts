const TOKEN = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;

/** Longest number that is read. A double never needs more; a longer one is an attack or a mistake. */
const MAX_TOKEN_LENGTH = 400;
const MAX_EXPONENT = 400;
/** The code of a point, less that of the digit 0. */
const POINT = -2;

/** A JSON number that has kept all its digits: coefficient × 10^exponent. */
export class Decimal {
  /** The coefficient; as a safe integer where it is read as one: many are compared and never counted with. */
  readonly digits: bigint | number;
  readonly exponent: number;

  private constructor(digits: bigint | number, exponent: number) {
    this.digits = digits;
    this.exponent = exponent;
  }

  get coefficient(): bigint {
    return BigInt(this.digits);
  }

  /** Reads a JSON number token; null if it is none, or is beyond what any amount can be. */
  static parse(token: string): Decimal | null {
    const plain = Decimal.parsePlain(token);
    if (plain !== null) return plain;
    // Like any JSON reader, refuse what overflows a double: 1e309 is not a float.
    if (token.length > MAX_TOKEN_LENGTH || !Number.isFinite(Number(token))) return null;
    const match = TOKEN.exec(token);
    if (match === null) return null;
    const [, sign, whole, fraction = '', power = '0'] = match;
    const exponent = Number(power) - fraction.length;
    if (Math.abs(exponent) > MAX_EXPONENT) return null;
    const digits = BigInt(whole + fraction);
    return new Decimal(sign === '-' ? -digits : digits, exponent);
  }

  /** Reads what most numbers are, at most 15 digits and a point, in a fraction of the time; null for all others. */
  private static parsePlain(token: string): Decimal | null {
    const { length } = token;
    if (length === 0 || length > 16) return null;
    let value = 0;
    let point = -1;
    for (let at = 0; at < length; at++) {
      const digit = token.charCodeAt(at) - 48;
      if (digit >= 0 && digit <= 9) value = value * 10 + digit;
      else if (digit === POINT && point < 0 && at > 0 && at < length - 1) point = at;
      else return null;
    }
    const isPlain =
      value <= Number.MAX_SAFE_INTEGER && (token.charCodeAt(0) !== 48 || length === 1 || point === 1);
    return isPlain ? new Decimal(value, point < 0 ? 0 : point - (length - 1)) : null;
  }

  /** The value × 10^decimals, rounded towards zero. */
  truncate(decimals: number): bigint {
    const shift = this.exponent + decimals;
    return shift >= 0 ? this.coefficient * powerOfTen(shift) : this.coefficient / powerOfTen(-shift);
  }

  /** The value × 10^places. */
  shift(places: number): Decimal {
    return new Decimal(this.digits, this.exponent + places);
  }

  /** Negative, zero or positive as this is less than, equal to or greater than the other. */
  compare(other: Decimal): number {
    const a = scaledTo(this, other.exponent);
    const b = scaledTo(other, this.exponent);
    if (a !== null && b !== null) return a - b;
    const exponent = Math.min(this.exponent, other.exponent);
    const mine = this.coefficient * powerOfTen(this.exponent - exponent);
    const theirs = other.coefficient * powerOfTen(other.exponent - exponent);
    return mine < theirs ? -1 : mine > theirs ? 1 : 0;
  }

  /** Whether both are written alike, so that whatever follows from one follows from the other. */
  isSameAs(other: Decimal): boolean {
    return this.digits === other.digits && this.exponent === other.exponent;
  }

  /** The value as a safe integer, or null if it is not one. */
  toInteger(): number | null {
    const whole = this.truncate(0);
    if (whole > BigInt(Number.MAX_SAFE_INTEGER) || whole < BigInt(Number.MIN_SAFE_INTEGER)) return null;
    const isWhole = this.exponent >= 0 || whole * powerOfTen(-this.exponent) === this.coefficient;
    return isWhole ? Number(whole) : null;
  }

  /** The shortest plain decimal text, without an exponent. */
  toString(): string {
    return formatDecimal(this.coefficient, this.exponent);
  }
}

/** Those that are safe integers. */
const SAFE_POWERS = Array.from({ length: 16 }, (_, n) => Number(`1e${n}`));

/**
 * The digits at an exponent if that is smaller, else as they are; null where they are no number. Of two that are compared one at
 * most is scaled: if that is no safe integer any more it is rounded, and still larger than the other, which is one.
 */
function scaledTo({ digits, exponent: own }: Decimal, exponent: number): number | null {
  if (typeof digits !== 'number') return null;
  if (own <= exponent) return digits;
  const power = SAFE_POWERS[own - exponent];
  return power === undefined ? null : digits * power;
}

const POWERS = Array.from({ length: 64 }, (_, n) => 10n ** BigInt(n));

/** 10^n. */
export function powerOfTen(n: number): bigint {
  return POWERS[n] ?? 10n ** BigInt(n);
}

/** Prints coefficient × 10^exponent exactly, as a JSON number without exponent or trailing zeros. */
export function formatDecimal(coefficient: bigint, exponent: number): string {
  if (exponent >= 0) return (coefficient * powerOfTen(exponent)).toString();
  const negative = coefficient < 0n;
  const digits = (negative ? -coefficient : coefficient).toString().padStart(1 - exponent, '0');
  const point = digits.length + exponent;
  let end = digits.length;
  while (end > point && digits.charCodeAt(end - 1) === 48) end--;
  const text =
    end === point ? digits.slice(0, point) : `${digits.slice(0, point)}.${digits.slice(point, end)}`;
  return negative && coefficient !== 0n ? `-${text}` : text;
}
