/**
 * What a part of the desk may do in the store. Parts are what processes are; two of them move: whoever holds the seed has `keys`, and
 * `networks` is for desks whose chains are simulated in the store.
 */
export const ROLES = ['api', 'engine', 'console', 'signer', 'reports'] as const;
export type RoleName = (typeof ROLES)[number];
/** `all`: every role. */
export type DeskPart = RoleName | 'all' | 'keys' | 'networks';

/** What of a desk decides who may do what. */
export interface DeskKind {
  /** True if the keys are in a signer of its own, and not in the engine. */
  readonly hasSigner: boolean;
  /** True if its chains are simulated in the store. */
  readonly isSimulated: boolean;
}

/** The parts that a role plays. */
export function partsOf(role: RoleName, { hasSigner, isSimulated }: DeskKind): DeskPart[] {
  const holdsKeys = role === (hasSigner ? 'signer' : 'engine');
  // People pay, mine and fork there through the interface, the console and the command line.
  const isInNetworks = isSimulated && ['api', 'engine', 'console'].includes(role);
  return [
    role,
    'all',
    ...(holdsKeys ? ['keys' as const] : []),
    ...(isInNetworks ? ['networks' as const] : []),
  ];
}

/** What each role is for, as the command tells. */
export const ROLE_WORDS: Readonly<Record<RoleName, string>> = {
  api: 'swapdesk api: quotes, places, resolves and cancels orders',
  engine: 'swapdesk engine: moves orders and money',
  console: 'swapdesk console, doctor and the commands of operators',
  signer: 'swapdesk signer: checks what is asked of it against the orders, and writes down what it answers',
  reports: 'whoever reckons or watches: reads, and no secret',
};
