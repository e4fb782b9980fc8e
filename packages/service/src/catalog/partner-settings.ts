import type { KnownSetting } from './known-setting.ts';

const DAY_S = 86_400;

/** What partners may earn, and how they are paid. */
export const PARTNER_SETTINGS = {
  most_markup_ppm: {
    value: 50_000,
    min: 0,
    max: 100_000,
    zero: 'nobody may',
    about: 'the most that an account may put on top of the service fee for itself, whatever its own bound',
  },
  payout_address_wait_s: {
    value: 3 * DAY_S,
    min: 3_600,
    max: 30 * DAY_S,
    about: 'how long the address that an affiliate has named to be paid at waits until it counts',
  },
  settle_schedule: {
    value: 0,
    min: 0,
    max: 2,
    values: ['never by itself', 'each week', 'each month'],
    about: 'when it is proposed to pay affiliates what is due to them, where they have named it',
  },
  settle_from_usdt: {
    value: 50,
    min: 1,
    max: 1_000_000,
    about: 'how much has to be due to an affiliate for that',
  },
} as const satisfies Record<string, KnownSetting>;
