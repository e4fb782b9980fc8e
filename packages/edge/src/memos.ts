import type { EdgeCurrencyInfo, EdgeMemo } from './edge-core.ts';

/** What has to be sent along, in the form that the chain has for it; an empty memo is none. */
export function memosOf({ memoOptions = [] }: EdgeCurrencyInfo, memo: string): EdgeMemo[] {
  return memo === '' ? [] : [{ type: memoOptions[0]?.type ?? 'text', value: memo }];
}
