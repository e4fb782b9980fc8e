import { RECORDED, type RecordedPurpose } from '../record/purposes.ts';
import { PURPOSE, type Purpose } from './life.ts';

/** How the signing record calls what a payment is for: it has words of its own, as its files outlive the program. */
const WORDS: Readonly<Record<Purpose, RecordedPurpose>> = {
  payouts: RECORDED.payouts,
  sweep: RECORDED.sweep,
  'top-up': RECORDED.fuel,
  'nonce filler': RECORDED.filler,
  help: RECORDED.help,
  'nonce accounts': RECORDED.opening,
  'energy lent': RECORDED.lending,
  'energy back': RECORDED.takingBack,
};

export function recordedPurpose(purpose: Purpose, isCancel: boolean): RecordedPurpose {
  return isCancel ? RECORDED.cancel : WORDS[purpose];
}

/** What a recorded transaction is for; null if it cancels a payment. */
export function purposeOf(recorded: string): Purpose | null {
  if (recorded === RECORDED.cancel) return null;
  const found = Object.values(PURPOSE).find((purpose) => WORDS[purpose] === recorded);
  if (found === undefined)
    throw new Error(`a recorded transaction is for "${recorded}": nobody knows what that is`);
  return found;
}
