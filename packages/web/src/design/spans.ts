import { language } from '../texts/now.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** Roughly so long, in words: `7 minutes`, `3 hours`. Rounded up: nobody minds to be early. */
export function showSpan(seconds: number): string {
  const isLong = seconds >= 2 * HOUR_S;
  const count = Math.max(1, Math.ceil(seconds / (isLong ? HOUR_S : MINUTE_S)));
  const unit = isLong ? 'hour' : 'minute';
  return new Intl.NumberFormat(language, {
    numberingSystem: 'latn',
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).format(count);
}
