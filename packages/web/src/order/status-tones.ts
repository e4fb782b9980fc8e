import type { Tone } from '../design/badge.tsx';

/** By an order's status. */
export const STATUS_TONES: Readonly<Record<number, Tone>> = {
  4: 'good',
  5: 'good',
  7: 'warning',
  8: 'warning',
};
