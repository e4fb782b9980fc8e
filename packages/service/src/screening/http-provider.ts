import { CLEAR, type Screen } from './screen.ts';

/** Shorter than a lease: whoever asks must still hold theirs when it gives up. */
export const TIMEOUT_S = 3;

/**
 * Asks a provider over HTTP: POST {"chain": …, "address": …}, answered by {"hit": true or false, "detail": …}. Anything
 * else is no answer.
 */
export function httpProvider(url: string): Screen {
  return async ({ chain, address }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ chain, address }),
      // Who is asked is what the operator has named: nobody else learns of an address.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_S * 1_000),
    });
    if (!response.ok) throw new Error(`the screening provider answered ${response.status}`);
    const { hit, detail = '' } = (await response.json()) as { hit?: unknown; detail?: unknown };
    if (typeof hit !== 'boolean') throw new Error('the screening provider did not say whether it is a hit');
    return hit ? { isHit: true, detail: String(detail) } : CLEAR;
  };
}
