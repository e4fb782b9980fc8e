import { parseArgs } from 'node:util';
import { Decimal } from '@swapdesk/contract';
import { toExactUnits } from '../money/units.ts';
import { WrongArguments } from './command.ts';

/** What the store's columns hold. */
const BEYOND_ANY_AMOUNT = 10n ** 78n;

/** Reads a command's words (one in brackets may be left out), its --options, which take a value, and its --flags, which take none. */
export function readArguments<
  const Names extends readonly string[],
  const Flags extends readonly string[] = [],
>(
  args: string[],
  expected: { words: readonly string[]; options: Names; flags?: Flags },
): {
  words: string[];
  options: Partial<Record<Names[number], string>>;
  flags: Partial<Record<Flags[number], boolean>>;
} {
  const typed = (names: readonly string[], type: 'string' | 'boolean') =>
    names.map((name) => [name, { type }] as const);
  const options = Object.fromEntries([
    ...typed(expected.options, 'string'),
    ...typed(expected.flags ?? [], 'boolean'),
  ]);
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
    const needed = expected.words.filter((word) => !word.startsWith('['));
    if (positionals.length < needed.length || positionals.length > expected.words.length) {
      const wanted = expected.words.length === 0 ? 'no words' : expected.words.join(' ');
      throw new WrongArguments(
        `Expected ${wanted}, got ${positionals.length === 0 ? 'none' : positionals.join(' ')}.`,
      );
    }
    const only = (names: readonly string[]) =>
      Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
    return {
      words: positionals,
      options: only(expected.options) as Partial<Record<Names[number], string>>,
      flags: only(expected.flags ?? []) as Partial<Record<Flags[number], boolean>>,
    };
  } catch (error) {
    if (error instanceof WrongArguments) throw error;
    // Node explains at length how one would write a word that begins with a dash.
    throw new WrongArguments(`${(error as Error).message.split('. ')[0]?.replace(/\.$/, '')}.`);
  }
}

/** `on` or `off`. */
export function readSwitch(name: string, value: string): boolean {
  if (value !== 'on' && value !== 'off')
    throw new WrongArguments(`--${name} takes on or off, not "${value}".`);
  return value === 'on';
}

/** An exact amount in whole coins, as base units. */
export function readAmount(name: string, value: string, decimals: number): bigint {
  const amount = Decimal.parse(value);
  if (amount === null || amount.coefficient < 0n)
    throw new WrongArguments(`--${name} takes an amount, not "${value}".`);
  if (amount.truncate(decimals) >= BEYOND_ANY_AMOUNT)
    throw new WrongArguments(`--${name} ${value} is more than there is of any coin.`);
  const units = toExactUnits(amount, decimals);
  if (units === null) throw new WrongArguments(`--${name} ${value} has more than ${decimals} decimals.`);
  return units;
}

/** The same, of what came (positive) or went (negative). */
export function readSigned(name: string, value: string, decimals: number): bigint {
  const isNegative = value.startsWith('-');
  const units = readAmount(name, value.replace(/^[+-]/, ''), decimals);
  return isNegative ? -units : units;
}

/** A part of one, such as 0.005 or 0.5%, in millionths. */
export function readPpm(name: string, value: string, most = 1_000_000): number {
  const isPercent = value.endsWith('%');
  const part = Decimal.parse(isPercent ? value.slice(0, -1) : value);
  const ppm = part?.shift(isPercent ? 4 : 6).toInteger() ?? null;
  if (ppm === null || ppm < 0 || ppm > most) {
    throw new WrongArguments(
      `--${name} takes a part of one such as 0.005 or 0.5%, at most ${most / 10_000}%, no finer than 0.0001%; not "${value}".`,
    );
  }
  return ppm;
}

/** A whole number. */
export function readWhole(name: string, value: string): number {
  const whole = Decimal.parse(value)?.toInteger() ?? null;
  if (whole === null) throw new WrongArguments(`${name} takes a whole number, not "${value}".`);
  return whole;
}
