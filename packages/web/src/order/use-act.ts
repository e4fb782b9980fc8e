import { MESSAGE } from '@swapdesk/contract/plain';
import { useState } from 'preact/hooks';
import type { Order } from '../api/order.ts';
import { Refused } from '../api/refused.ts';
import { orderTexts } from '../texts/order-now.ts';
import { useProveCode, useRefusedCode } from './manage.tsx';

export interface Act {
  readonly isActing: boolean;
  /** True if the answer was lost, until the page has looked at the order again: it may have been done. */
  readonly isUnknown: boolean;
  /** What is wrong, in plain words. */
  readonly complaint: string | null;
  run(): void;
}

/**
 * Something that the service is asked to do, once at a time; then the page looks what has become of it. `isManaged`: by the
 * manage code, which is the right one where it was done.
 */
export function useAct(order: Order, act: () => Promise<void>, refresh: () => void, isManaged = true): Act {
  const [isActing, setActing] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  // The order as it was known when an answer was lost.
  const [lostAt, setLostAt] = useState<Order | null>(null);
  const refuseCode = useRefusedCode();
  const proveCode = useProveCode();
  const isUnknown = lostAt === order;
  const run = async () => {
    setActing(true);
    setRefusal(null);
    setLostAt(null);
    try {
      await act();
      if (isManaged) proveCode();
    } catch (error) {
      if (error instanceof Refused) setRefusal(wordsOf(error));
      else setLostAt(order);
      if (error instanceof Refused && error.message === MESSAGE.manageCodeWrong) refuseCode();
    }
    setActing(false);
    refresh();
  };
  return {
    isActing,
    isUnknown,
    complaint: lostAt === null ? refusal : wordsOfLost(isUnknown),
    run: () => void run(),
  };
}

/** What was not answered may have been done all the same: only the order itself says so. */
function wordsOfLost(isUnknown: boolean): string {
  const { refused } = orderTexts;
  return isUnknown ? refused.unreachable : refused.notDone;
}

function wordsOf({ message }: Refused): string {
  const { refused } = orderTexts;
  const known: Readonly<Record<string, string>> = {
    [MESSAGE.cannotResolve]: refused.cannotResolve,
    [MESSAGE.beyondLimits]: refused.beyondLimits,
    [MESSAGE.invalidRefundAddress]: refused.refundAddress,
    [MESSAGE.refundAddressNeeded]: orderTexts.frozen.needsAddress,
    [MESSAGE.cannotCancel]: refused.cannotCancel,
    [MESSAGE.manageCodeWrong]: refused.manageCode,
    [MESSAGE.refundAddressSet]: refused.refundAddressSet,
  };
  return known[message] ?? refused.unknown(message);
}
