import { wrongReservations } from '../../../../packages/service/src/orders/wrong-reservations.ts';
import type { Check } from './check.ts';

/** What is counted as promised, in all and to callers without a key, is what is reserved for orders that can still be honoured. */
export const reservationCheck: Check = async ({ database }) =>
  (await wrongReservations(database)).map(({ what }) => `reserved: ${what}`);
