import type { Network } from '../chains/family.ts';

/** Whether a webhook may be of the machine of an api node: what listens there for itself alone may trust whoever asks. */
export function mayBeHere(
  network: Network,
  { webhook_loopback }: { readonly webhook_loopback: number },
): boolean {
  return network !== 'main' && webhook_loopback === 1;
}
