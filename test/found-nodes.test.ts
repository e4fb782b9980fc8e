import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
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
  it('are those on the PATH, and Hardhat where there is no anvil', async () => {
    expect(await findNodes({ path: `${empty}:${full}`, nodes: empty, all: false })).toEqual({
      cores: [BITCOIND],
      evms: [ANVIL],
      missing: ['litecoind is not on the PATH'],
    });
    expect((await findNodes({ path: empty, nodes: empty, all: false })).evms).toEqual([HARDHAT]);
  });

  it('are both, anvil and Hardhat, in a long run', async () => {
    expect((await findNodes({ path: full, nodes: empty, all: true })).evms).toEqual([ANVIL, HARDHAT]);
  });

  it('have anvil from npm, where npm has it', async () => {
    const installed = join(empty, 'node_modules/@foundry-rs/anvil-linux-amd64/bin');
    await mkdir(installed, { recursive: true });
    await copyFile(join(full, 'anvil'), join(installed, 'anvil'));
    expect((await findNodes({ path: '', nodes: empty, all: false })).evms).toEqual([ANVIL]);
    await rm(join(empty, 'node_modules'), { recursive: true });
  });

  it('are told of, with those that are missing', async () => {
    expect(describeNodes(await findNodes({ path: empty, nodes: empty, all: false }))).toBe(
      'Real nodes: hardhat. Not used: litecoind is not on the PATH. Not used: bitcoind is not on the PATH. ' +
        'Not used: anvil is not on the PATH, and npm has none for this machine.',
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
