/** How things are written in the console. Amounts are text from the wire and keep every digit. */

/** 1234567.891 → 1,234,567.891 */
export function grouped(amount: string): string {
  const [whole = '', fraction] = amount.split('.');
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}

/** The beginning and the end of something long that nobody reads whole. */
export function shortened(text: string, begin = 8, end = 6): string {
  return text.length <= begin + end + 1 ? text : `${text.slice(0, begin)}…${text.slice(-end)}`;
}

/** Parts per million as a percentage, exactly: 5000 → 0.5 % */
export function percentOf(ppm: number): string {
  const digits = String(ppm).padStart(5, '0');
  const fraction = digits.slice(-4).replace(/0+$/, '');
  return `${digits.slice(0, -4)}${fraction === '' ? '' : `.${fraction}`} %`;
}

/** A span of time in its two largest units. */
export function durationText(seconds: number): string {
  const parts = [
    [86_400, 'd'],
    [3600, 'h'],
    [60, 'min'],
    [1, 's'],
  ] as const;
  let rest = Math.max(0, Math.round(seconds));
  const words: string[] = [];
  for (const [size, unit] of parts) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 && words.length < 2) words.push(`${count} ${unit}`);
    else if (words.length > 0) break;
  }
  return words.join(' ') || '0 s';
}

const DAY_AND_TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** A moment, in the reader's own time zone. */
export function momentText(unixSeconds: number): string {
  return DAY_AND_TIME.format(new Date(unixSeconds * 1000));
}

/** An amount of dollars, cut to cents: for a look, never to reckon with. */
export function toCents(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  const cents = `${whole}.${fraction.slice(0, 2).padEnd(2, '0')}`;
  return cents === '-0.00' ? '0.00' : cents;
}
