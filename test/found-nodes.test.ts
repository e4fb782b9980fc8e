import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BITCOIND, LITECOIND } from './support/core-kinds.ts';
import { ANVIL, HARDHAT } from './support/evm-kinds.ts';
import { describeNodes, findNodes, pairsOf } from './support/found-nodes.ts';

/** Only whether programs are found: that they work is for the tests that run between them. */

let empty: string;
let full: string;
beforeAll(async () => {
  empty = await mkdtemp(join(tmpdir(), 'swapdesk-path-'));
  full = await mkdtemp(join(tmpdir(), 'swapdesk-path-'));
  for (const name of ['bitcoind', 'anvil']) {
    await writeFile(join(full, name), '');
    await chmod(join(full, name), 0o755);
  }
  await writeFile(join(full, 'litecoind'), 'a file that cannot be run');
});
afterAll(() => Promise.all([empty, full].map((folder) => rm(folder, { recursive: true }))));

describe('the nodes that tests run between', () => {
  it('are those on the PATH, and Hardhat', async () => {
    expect(await findNodes(`${empty}:${full}`)).toEqual({
      cores: [BITCOIND],
      evms: [HARDHAT, ANVIL],
      missing: ['litecoind is not on the PATH'],
    });
  });

  it('are told of at the beginning, with those that are missing', async () => {
    expect(describeNodes(await findNodes(empty))).toBe(
      'Real nodes: hardhat. Not used: litecoind is not on the PATH. Not used: bitcoind is not on the PATH. ' +
        'Not used: anvil is not on the PATH.',
    );
  });

  it('are paired so that each has its turn, and none is tested twice without need', () => {
    const pairs = (cores: (typeof LITECOIND)[], evms: (typeof HARDHAT)[]) =>
      pairsOf({ cores, evms }).map(({ core, evm }) => `${core.program} ${evm.name}`);
    expect(pairs([LITECOIND], [HARDHAT])).toEqual(['litecoind hardhat']);
    expect(pairs([LITECOIND, BITCOIND], [HARDHAT])).toEqual(['litecoind hardhat', 'bitcoind hardhat']);
    expect(pairs([LITECOIND], [HARDHAT, ANVIL])).toEqual(['litecoind hardhat', 'litecoind anvil']);
    expect(pairs([LITECOIND, BITCOIND], [HARDHAT, ANVIL])).toEqual(['litecoind hardhat', 'bitcoind anvil']);
    expect(pairs([], [HARDHAT])).toEqual([]);
  });
});
