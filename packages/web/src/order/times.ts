import { locale } from '../design/locale.ts';

const NUMBERS = { numberingSystem: 'latn' } as const;
const TIME = new Intl.DateTimeFormat(locale, { ...NUMBERS, dateStyle: 'medium', timeStyle: 'short' });
const EXACT_TIME = new Intl.DateTimeFormat(locale, { ...NUMBERS, dateStyle: 'medium', timeStyle: 'medium' });

/** A moment for reading, in the reader's own time zone. */
export function showTime(unixSeconds: number): string {
  return TIME.format(unixSeconds * 1_000);
}

/** The same with its seconds. */
export function showExactTime(unixSeconds: number): string {
  return EXACT_TIME.format(unixSeconds * 1_000);
}

/** So many seconds as `4:05`, or `1:04:05` from an hour on. */
export function showDuration(seconds: number): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const tail = `${pad(minutes)}:${pad(seconds % 60)}`;
  return hours > 0 ? `${hours}:${tail}` : tail.replace(/^0/, '');
}
