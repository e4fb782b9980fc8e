import { expect, it } from 'vitest';
import { Endpoints } from '../rpc/endpoints.ts';
import { checkChainOf } from './check-chain.ts';
import type { Rpc } from './evm-rpc.ts';
import { FinalBlock } from './final-block.ts';

it.each([
  ['finalized', [1_000, 1_000]],
  // A rollup's safe head goes back when the chain below it does.
  ['safe', [1_000, 994]],
] as const)('what is %s is asked for as often as it may change', async (finality, told) => {
  let height = 1_000;
  const rpc = {
    host: 'node',
    call: async (method: string) =>
      method === 'eth_chainId' ? '0x1' : { number: `0x${height.toString(16)}` },
  } as unknown as Rpc;
  const chain = { name: 'Testchain', evmChainId: 1 };
  const endpoints = new Endpoints({
    chain,
    endpoints: [rpc],
    checkChain: checkChainOf(chain),
    quorum: 1,
    warn: () => undefined,
  });
  const final = new FinalBlock();
  const first = await final.read(endpoints, finality);
  height = 994;
  expect([first, await final.read(endpoints, finality)]).toEqual(told);
  final.forget();
  expect(await final.read(endpoints, finality)).toBe(994);
});
