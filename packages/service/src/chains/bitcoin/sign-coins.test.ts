import { hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import { deriveFromSeed, privateKey } from '../../wallet/keys.ts';
import type { CoinsPlan } from '../signer.ts';
import { BITCOIN, DOGECOIN, LITECOIN } from './params.ts';
import { lockOfAddress, scriptOfLock } from './script.ts';
import { signCoins } from './sign-coins.ts';

const SEED = new Uint8Array(64).fill(3);

const SPACES = [
  ['bitcoin', BITCOIN],
  ['litecoin', LITECOIN],
  ['dogecoin', DOGECOIN],
] as const;

function planFor(space: CoinsPlan['space']): CoinsPlan {
  const address = (index: number) => deriveFromSeed(space, 'main', SEED, index);
  return {
    kind: 'coins',
    chainId: 1,
    space,
    inputs: [0, 1].map((n) => ({
      txid: `${n}1`.repeat(32),
      index: n,
      units: 500_000_000n,
      address: address(n),
    })),
    outputs: [
      { address: address(2), units: 700_000_000n },
      { address: address(3), units: 299_990_000n },
    ],
  };
}

describe('signing coins', () => {
  it.each(SPACES)('of %s does what the plan says, and always the same', async (space, coin) => {
    const plan = planFor(space);
    const keys = new Map(plan.inputs.map(({ address }, n) => [address, privateKey(space, 'main', SEED, n)]));
    const signing = { coin, network: 'main', keyOf: async (_: unknown, a: string) => keys.get(a)! } as const;
    const signed = await signCoins(plan, signing);
    expect(await signCoins(plan, signing)).toEqual(signed);

    const read = Transaction.fromRaw(signed.bytes);
    expect(read.id).toBe(signed.txid);
    const inputs = plan.inputs.map((_, n) => read.getInput(n));
    expect(inputs.map(({ txid, index }) => [hex.encode(txid!), index])).toEqual(
      plan.inputs.map(({ txid, index }) => [txid, index]),
    );
    // Below the two highest: BIP-125.
    expect(inputs.every(({ sequence }) => sequence === 0xffff_fffd)).toBe(true);
    const outputs = plan.outputs.map((_, n) => read.getOutput(n));
    expect(outputs.map(({ script, amount }) => [hex.encode(script!), amount])).toEqual(
      plan.outputs.map(({ address, units }) => [scriptOfLock(lockOfAddress(coin, 'main', address)), units]),
    );
    expect(read.outputsLength).toBe(2);
  });

  it('with a key that is not the address’s fails', async () => {
    const keyOf = async () => new Uint8Array(32).fill(9);
    await expect(signCoins(planFor('bitcoin'), { coin: BITCOIN, network: 'main', keyOf })).rejects.toThrow();
  });
});
