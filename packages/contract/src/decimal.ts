const TOKEN = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;

/** Longest number that is read. A double never needs more; a longer one is an attack or a mistake. */
const MAX_TOKEN_LENGTH = 400;
const MAX_EXPONENT = 400;

/** A JSON number that has kept all its digits: coefficient × 10^exponent. */
export class Decimal {
  readonly coefficient: bigint;
  readonly exponent: number;

  private constructor(coefficient: bigint, exponent: number) {
    this.coefficient = coefficient;
    this.exponent = exponent;
  }

  /** Reads a JSON number token; null if it is none, or is beyond what any amount can be. */
  static parse(token: string): Decimal | null {
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

  /** The value × 10^decimals, rounded towards zero. */
  truncate(decimals: number): bigint {
    const shift = this.exponent + decimals;
    return shift >= 0 ? this.coefficient * 10n ** BigInt(shift) : this.coefficient / 10n ** BigInt(-shift);
  }

  /** The value × 10^places. */
  shift(places: number): Decimal {
    return new Decimal(this.coefficient, this.exponent + places);
  }

  /** Negative, zero or positive as this is less than, equal to or greater than the other. */
  compare(other: Decimal): number {
    const exponent = Math.min(this.exponent, other.exponent);
    const mine = this.coefficient * 10n ** BigInt(this.exponent - exponent);
    const theirs = other.coefficient * 10n ** BigInt(other.exponent - exponent);
    return mine < theirs ? -1 : mine > theirs ? 1 : 0;
  }

  /** The value as a safe integer, or null if it is not one. */
  toInteger(): number | null {
    const whole = this.truncate(0);
    if (whole > BigInt(Number.MAX_SAFE_INTEGER) || whole < BigInt(Number.MIN_SAFE_INTEGER)) return null;
    const isWhole = this.exponent >= 0 || whole * 10n ** BigInt(-this.exponent) === this.coefficient;
    return isWhole ? Number(whole) : null;
  }

  /** The shortest plain decimal text, without an exponent. */
  toString(): string {
    return formatDecimal(this.coefficient, this.exponent);
  }
}

/** Prints coefficient × 10^exponent exactly, as a JSON number without exponent or trailing zeros. */
export function formatDecimal(coefficient: bigint, exponent: number): string {
  if (exponent >= 0) return (coefficient * 10n ** BigInt(exponent)).toString();
  const negative = coefficient < 0n;
  const digits = (negative ? -coefficient : coefficient).toString().padStart(1 - exponent, '0');
  const point = digits.length + exponent;
  let end = digits.length;
  while (end > point && digits.charCodeAt(end - 1) === 48) end--;
  const text =
    end === point ? digits.slice(0, point) : `${digits.slice(0, point)}.${digits.slice(point, end)}`;
  return negative && coefficient !== 0n ? `-${text}` : text;
}
