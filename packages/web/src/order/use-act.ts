import { MESSAGE } from '@swapdesk/contract/plain';
import { useState } from 'preact/hooks';
import { Refused } from '../api/refused.ts';
import { orderTexts } from '../texts/order-now.ts';
import { useRefusedCode } from './manage.tsx';

interface Act {
  readonly isActing: boolean;
  /** What is wrong, in plain words. */
  readonly complaint: string | null;
  run(): void;
}

/** Something that the service is asked to do, once at a time; then the page looks what has become of it. */
export function useAct(act: () => Promise<void>, refresh: () => void): Act {
  const [isActing, setActing] = useState(false);
  const [complaint, setComplaint] = useState<string | null>(null);
  const refuseCode = useRefusedCode();
  const run = async () => {
    setActing(true);
    setComplaint(null);
    try {
      await act();
    } catch (error) {
      setComplaint(wordsOf(error));
      if (error instanceof Refused && error.message === MESSAGE.manageCodeWrong) refuseCode();
    }
    setActing(false);
    refresh();
  };
  return { isActing, complaint, run: () => void run() };
}

function wordsOf(error: unknown): string {
  const { refused } = orderTexts;
  if (!(error instanceof Refused)) return refused.unreachable;
  const known: Readonly<Record<string, string>> = {
    [MESSAGE.cannotResolve]: refused.cannotResolve,
    [MESSAGE.beyondLimits]: refused.beyondLimits,
    [MESSAGE.invalidRefundAddress]: refused.refundAddress,
    [MESSAGE.refundAddressNeeded]: orderTexts.frozen.needsAddress,
    [MESSAGE.cannotCancel]: refused.cannotCancel,
    [MESSAGE.manageCodeWrong]: refused.manageCode,
    [MESSAGE.refundAddressSet]: refused.refundAddressSet,
  };
  return known[error.message] ?? refused.unknown(error.message);
}
