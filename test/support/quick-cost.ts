import type { ScryptCost } from '../../packages/service/src/wallet/scrypt.ts';

/** What the service takes costs half a second for every seed that is sealed or opened. */
export const QUICK_COST: ScryptCost = { name: 'scrypt', n: 2 ** 4, r: 8, p: 1 };
