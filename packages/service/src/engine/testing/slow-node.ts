import type { Chain } from '../../chains/chain.ts';
import type { World } from './world.ts';

/** What of the port a node is asked for. */
const COMMON = [
  ...['tip', 'block', 'settled', 'mempool', 'sign', 'broadcast', 'statusOf', 'balance', 'feeRate'],
] as const;
const OF_COINS = ['spent'] as const;
const OF_NONCES = ['accountBalances', 'nextNonce', 'nextNonceWaiting'] as const;
const OF_EXPIRIES = ['accountBalances', 'passedWithout'] as const;
const OF_DURABLES = [...OF_EXPIRIES, 'nonceAccount', 'nonceValues', 'nonceValuesWaiting'] as const;
type Call = (typeof COMMON | typeof OF_COINS | typeof OF_NONCES | typeof OF_DURABLES)[number];

/** The same chain behind a node whose every call takes as long as this says, by the clock of the world. */
export function slowNode(chain: Chain, before: (call: Call) => Promise<void>): Chain {
  const slowed = [...COMMON, ...callsOf(chain)].map((call) => [
    call,
    async (...args: never[]) => {
      await before(call);
      return (chain[call as keyof Chain] as (...given: never[]) => unknown).apply(chain, args);
    },
  ]);
  return Object.assign(Object.create(chain), Object.fromEntries(slowed));
}

function callsOf(chain: Chain): readonly Call[] {
  if (chain.spending === 'coins') return OF_COINS;
  if (chain.excluding === 'nonce') return OF_NONCES;
  return chain.excluding === 'expiry' ? OF_EXPIRIES : OF_DURABLES;
}

/** Lets the clock of a world go on by parts of a second, and others live meanwhile. */
export function passing(world: World, each: (now: number) => Promise<void> = async () => {}) {
  let exact = world.now;
  return async (seconds: number) => {
    exact = Math.max(exact, world.now) + seconds;
    world.now = Math.floor(exact);
    await each(world.now);
  };
}
