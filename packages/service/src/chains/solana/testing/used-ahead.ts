import { base58 } from '@scure/base';
import type { Alter } from './test-node.ts';

interface Answer {
  readonly context: { readonly slot: number };
  readonly value: readonly ({ readonly data: readonly [string, string] } | null)[];
}

const VALUE_AT = 40;
const NONCE_BYTES = 80;

/** Says that it is far ahead of all others, and that what nonce accounts hold there is another value; of one value, or of all. */
export function usedAhead(value: string | null, other: string): Alter {
  return (answer, method, params) => {
    const { commitment } = (params[1] ?? {}) as { commitment?: string };
    if (method !== 'getMultipleAccounts' || commitment !== 'confirmed') return answer;
    const { context, value: accounts } = answer as Answer;
    return {
      context: { ...context, slot: context.slot + 1_000 },
      value: accounts.map((account) => {
        const data = Buffer.from(account?.data[0] ?? '', 'base64');
        if (account === null || data.length !== NONCE_BYTES) return account;
        const held = base58.encode(data.subarray(VALUE_AT, VALUE_AT + 32));
        if (value === null || held === value) data.set(base58.decode(other), VALUE_AT);
        return { ...account, data: [data.toString('base64'), 'base64'] };
      }),
    };
  };
}
