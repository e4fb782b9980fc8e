import type { KnownSetting } from './known-setting.ts';

/** What partners may earn, and how they are paid. */
export const PARTNER_SETTINGS = {
  most_markup_ppm: {
    value: 50_000,
    min: 0,
    max: 100_000,
    zero: 'nobody may',
    about: 'the most that an account may put on top of the service fee for itself, whatever its own bound',
  },
} as const satisfies Record<string, KnownSetting>;
