import { WHOLE } from './wire/numbers.ts';

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Begins what was a number. No text of the service holds it. */
const MARK = '\0';
const LARGEST_POWER = 400;

/** Reads JSON without passing an amount through a binary float: amounts become text, counts and times numbers. */
export function readJson(text: string): unknown {
  const quoted = text.replace(TOKEN, (token) => (token.startsWith('"') ? token : `"\\u0000${token}"`));
  return JSON.parse(quoted, (name, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith(MARK)) return value;
    const digits = value.slice(MARK.length);
    return WHOLE.has(name) ? Number(digits) : plain(digits);
  });
}

/** Without an exponent, which other hosts may write. */
function plain(token: string): string {
  const [, sign, whole = '', fraction = '', power] =
    /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d+)$/.exec(token) ?? [];
  if (power === undefined || Math.abs(Number(power)) > LARGEST_POWER) return token;
  const point = whole.length + Number(power);
  const digits = `${'0'.repeat(Math.max(1 - point, 0))}${whole}${fraction}`.padEnd(point, '0');
  const end = Math.max(point, 1);
  const left = digits.slice(0, end).replace(/^0+(?=\d)/, '');
  const right = digits.slice(end);
  return `${sign}${left}${right === '' ? '' : `.${right}`}`;
}
