import { createHmac, timingSafeEqual } from 'node:crypto';
import { MANAGE_CODE_ALPHABET, MANAGE_CODE_LENGTH, normalizeManageCode } from '@swapdesk/contract';
import { ANONYMOUS } from '../access/anonymous.ts';
import type { Caller } from '../access/caller.ts';
import type { DeskKey } from '../secrets/desk-key.ts';
import type { Order } from './order.ts';

type Placed = Pick<Order, 'no' | 'queryCode' | 'accountId' | 'caller'>;
type Named = Pick<Order, 'no' | 'queryCode'>;

/**
 * What lets a client cancel and resolve an order. It is told to whoever placed it and stored nowhere: it is made anew from the
 * key of the service. The query code, which affiliates, operators and logs have, lets one read and nothing more.
 */
export interface ManageCodes {
  codeOf(order: Named): string;
  isRight(order: Named, given: string | undefined): boolean;
}

export function manageCodes(deskKey: DeskKey): ManageCodes {
  const key = deskKey.keyFor('manage codes');
  const codeOf = ({ no, queryCode }: Named) => {
    const bytes = createHmac('sha256', key).update(`${no}\n${queryCode}`).digest();
    // 256 is a multiple of 32: all letters are equally likely.
    return Array.from(bytes.subarray(0, MANAGE_CODE_LENGTH), (byte) => MANAGE_CODE_ALPHABET[byte % 32]).join(
      '',
    );
  };
  return {
    codeOf,
    isRight(order, given) {
      if (given === undefined) return false;
      const [asked, right] = [Buffer.from(normalizeManageCode(given)), Buffer.from(codeOf(order))];
      return asked.length === right.length && timingSafeEqual(asked, right);
    },
  };
}

/** True for the account that placed the order, if it signs. */
export function isSignedByPlacer(
  { accountId }: Pick<Placed, 'accountId'>,
  { account, isSigned }: Caller,
): boolean {
  return isSigned && accountId !== ANONYMOUS && accountId === account.id;
}

/** True for whoever placed the order: only they are told its manage code, also when they ask again. */
export function isPlacer(order: Placed, caller: Caller): boolean {
  if (order.accountId !== caller.account.id) return false;
  return order.accountId !== ANONYMOUS || order.caller === callerOf(caller);
}

/** Whom an order is counted for; null in open mode, where nobody is. */
export function callerOf({ isLimited, scope }: Caller): string | null {
  return isLimited ? scope : null;
}
