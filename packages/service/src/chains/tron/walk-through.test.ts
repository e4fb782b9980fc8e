import { afterEach, beforeEach, expect, it } from 'vitest';
import { TestWallet, USDT } from './testing/test-chain.ts';
import { TronTestNetwork } from './testing/test-network.ts';
import { TronTestNode } from './testing/test-node.ts';
import { HttpTronNode } from './tron-node.ts';
import { type WalkFinding, walkThrough } from './walk-through.ts';

/** What `npm run test:nile` does, on a network of ours. */

const wallet = new TestWallet();
const owner = wallet.address(70);

let network: TronTestNetwork;
let node: TronTestNode;

beforeEach(async () => {
  network = new TronTestNetwork();
  network.unsolid = 3;
  network.addToken(USDT, { decimals: 6 });
  network.account(owner).balance = 100_000_000n;
  network.mint(USDT, owner, 5_000_000n);
  network.mine(25);
  node = await TronTestNode.start(network);
});
afterEach(() => node.stop());

async function walk(): Promise<WalkFinding[]> {
  const findings: WalkFinding[] = [];
  const isGood = await walkThrough({
    endpoints: [new HttpTronNode({ url: node.url, solidityUrl: null, timeoutMs: 10_000 })],
    networks: null,
    key: new Uint8Array(32).fill(71),
    freshKey: new Uint8Array(32).fill(81),
    token: USDT,
    pause: async () => void network.mine(1, 10_000),
    tell: (finding) => findings.push(finding),
  });
  expect(isGood).toBe(findings.every((each) => each.isGood));
  return findings;
}

it('walks through all that the desk does', async () => {
  const findings = await walk();
  expect(findings.filter(({ isGood }) => !isGood)).toEqual([]);
  expect(findings).toHaveLength(9);
});

it('says what was not as it should be', async () => {
  // A node that keeps no receipts of calls.
  node.alter = (path, answer) => (path.endsWith('infobyblocknum') ? [] : answer);
  const bad = (await walk()).filter(({ isGood }) => !isGood);
  expect(bad.map(({ what }) => what)).toContain('a token');
  expect(bad[0]?.facts).toContain('no receipt for it there');
});
