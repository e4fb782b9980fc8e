import { padded } from '../../packages/service/src/chains/evm/hex.ts';
import { selector } from '../../packages/service/src/chains/evm/testing/test-chain.ts';

/** What to call the contract `Forwarder` with, so that it sends what it is paid to these, in equal parts. */
export function forward(receivers: readonly string[]): string {
  const words = [32, receivers.length].map((word) => word.toString(16).padStart(64, '0'));
  return `${selector('forward(address[])')}${[...words, ...receivers.map(padded)].join('')}`;
}
