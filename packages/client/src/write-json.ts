import { type Amount, amountText } from './amount.ts';
import { AMOUNTS } from './wire/numbers.ts';

/** JSON in which amounts are numbers, digit for digit: JSON.stringify would need a float. What is undefined is left out. */
export function writeJson(value: unknown, name = ''): string {
  if (value === null || value === undefined) return 'null';
  if (AMOUNTS.has(name)) return amountText(value as Amount);
  if (Array.isArray(value)) return `[${value.map((each) => writeJson(each)).join(',')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([key, field]) => `${JSON.stringify(key)}:${writeJson(field, key)}`);
  return `{${fields.join(',')}}`;
}
