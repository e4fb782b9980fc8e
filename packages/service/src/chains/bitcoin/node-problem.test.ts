import { describe, expect, it } from 'vitest';
import type { NodeState } from './core-node.ts';
import { nodeProblem } from './node-problem.ts';
import { BITCOIN, DOGECOIN, LITECOIN } from './testing/coins.ts';

const NOW = 1_800_000_000;
const EXPECTED = { coin: BITCOIN, network: 'main', maxTipAgeS: 7_200 } as const;

const node = (changes: Partial<NodeState>): NodeState => ({
  chain: 'main',
  genesis: BITCOIN.genesis.main.main as string,
  blocks: 900_000,
  headers: 900_000,
  bestHash: '00',
  tipTime: NOW - 600,
  isCatchingUp: false,
  firstKept: null,
  ...changes,
});

describe('a node', () => {
  it('is believed if nothing speaks against it', () => {
    expect(nodeProblem(node({}), EXPECTED, NOW)).toBeNull();
    expect(nodeProblem(node({ headers: 900_002 }), EXPECTED, NOW)).toBeNull();
  });

  it.each([
    ['is on a test network', { chain: 'test' }, 'chain "test", not on main'],
    ['is of another coin', { genesis: LITECOIN.genesis.main.main as string }, 'not one of Bitcoin'],
    ['downloads its first blocks', { isCatchingUp: true }, 'catching up'],
    ['lacks blocks whose headers it has', { blocks: 899_997 }, 'has 899997 of 900000 blocks'],
    ['has heard of no block for hours', { tipTime: NOW - 7_201 }, '120 minutes old'],
  ])('that %s is not, and told why', (_what, changes, reason) => {
    expect(nodeProblem(node(changes), EXPECTED, NOW)).toContain(reason);
  });

  it('for tests may be any of the test networks, and each has its own first block', () => {
    const expected = { ...EXPECTED, network: 'test' } as const;
    for (const [chain, genesis] of Object.entries(BITCOIN.genesis.test)) {
      expect(nodeProblem(node({ chain, genesis }), expected, NOW)).toBeNull();
      expect(
        nodeProblem(node({ chain, genesis: DOGECOIN.genesis.test.test as string }), expected, NOW),
      ).not.toBeNull();
    }
  });

  it('in regtest mines when it is told to: its blocks may be old', () => {
    const regtest = node({
      chain: 'regtest',
      genesis: DOGECOIN.genesis.regtest.regtest as string,
      isCatchingUp: true,
      tipTime: 0,
    });
    expect(nodeProblem(regtest, { coin: DOGECOIN, network: 'regtest', maxTipAgeS: 1 }, NOW)).toBeNull();
  });
});
