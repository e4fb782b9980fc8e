import { MESSAGE } from '@swapdesk/contract';
import { Refusal } from '../refusal.ts';
import type { Market } from './terms.ts';

/** What keeps a desk from promising anything. */
export interface Standstill {
  isHeld(): boolean;
  isTimeSettled(): boolean;
}

/**
 * The market, for whoever promises something. A desk that is held does not know what it has promised already; one whose
 * clock has jumped does not know until when it would. Whoever asks then comes again later: nothing is wrong with the request.
 */
export function quoting(market: () => Market, { isHeld, isTimeSettled }: Standstill): () => Market {
  return () => {
    if (isHeld() || !isTimeSettled()) throw new Refusal(MESSAGE.busy);
    return market();
  };
}
