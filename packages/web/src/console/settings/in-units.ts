import { Decimal } from '@swapdesk/contract/plain';
import { texts } from '../../texts/console.ts';
import { grouped } from '../parts/format.ts';
import { amountOf } from '../parts/typed.ts';
import type { Setting } from './setting.ts';

/** The units that a span of time is typed in, and how many seconds each is. */
export const SPANS = { seconds: 1n, minutes: 60n, hours: 3_600n, days: 86_400n } as const;
export type SpanUnit = keyof typeof SPANS;
const LARGEST_FIRST = ['days', 'hours', 'minutes', 'seconds'] as const;

/** Decimals between what is stored and what people say: 5,000 millionths are 0.5 %. */
const PERCENT_PLACES = 4;

/** The value of a setting as people say it: `0.5 %`, `30 minutes`, `50,000 USDT`. */
export function valueText({ unit, min, zero, values }: Setting, value: string): string {
  const words = texts.console.settings;
  if (value === '0' && zero !== '') return zero;
  switch (unit) {
    case 'ppm':
      return `${grouped(percentNumber(value))} %`;
    case 'pct':
      return `${grouped(value)} %`;
    case 's':
      return spanText(BigInt(value));
    case 'days':
      return spanText(BigInt(value) * SPANS.days);
    case 'usdt':
      return `${grouped(value)} USDT`;
    case 'switch':
      return value === '1' ? words.on : words.off;
    case 'choice':
      return values[Number(value) - Number(min)] ?? value;
    case 'count':
      return grouped(value);
  }
}

/** A setting's value as it stands in its field, and the unit of time that it is in. */
export function typedOf({ unit }: Setting, value: string): { text: string; span: SpanUnit } {
  if (unit === 'ppm') return { text: percentNumber(value), span: 'seconds' };
  if (unit !== 's') return { text: value, span: 'days' };
  const seconds = BigInt(value);
  const span = LARGEST_FIRST.find((each) => seconds !== 0n && seconds % SPANS[each] === 0n) ?? 'seconds';
  return { text: String(seconds / SPANS[span]), span };
}

/** What was typed, as it is stored; null if it is no number, could be two, or is finer than what is stored. */
export function storedOf({ unit }: Setting, text: string, span: SpanUnit): Decimal | null {
  const amount = amountOf(text);
  if (amount === null) return null;
  const stored = unit === 'ppm' ? amount.shift(PERCENT_PLACES) : times(amount, unit, span);
  return stored.toInteger() === null ? null : stored;
}

function times(amount: Decimal, unit: Setting['unit'], span: SpanUnit): Decimal {
  if (unit !== 's') return amount;
  const { coefficient, exponent } = amount;
  return Decimal.parse(String(coefficient * SPANS[span]))?.shift(exponent) as Decimal;
}

function percentNumber(ppm: string): string {
  return Decimal.parse(ppm)?.shift(-PERCENT_PLACES).toString() ?? ppm;
}

/** `1 hour 30 minutes`: every part of it, as nothing of it may be lost. */
function spanText(seconds: bigint): string {
  const words: string[] = [];
  let rest = seconds;
  for (const unit of LARGEST_FIRST) {
    const count = rest / SPANS[unit];
    rest %= SPANS[unit];
    if (count > 0n) words.push(texts.console.settings.spans[unit](Number(count)));
  }
  return words.join(' ') || texts.console.settings.spans.seconds(0);
}
