import type { Endpoint } from '../endpoint.ts';
import { drop } from './drop.ts';
import { mine } from './mine.ts';
import { pay } from './pay.ts';
import { reorg } from './reorg.ts';

/** Control over the test networks, below /testnet. */
export const TESTNET_ENDPOINTS: readonly Endpoint[] = [pay, mine, reorg, drop];
