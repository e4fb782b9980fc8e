import { schnorr } from '@noble/curves/secp256k1.js';
import { hex } from '@scure/base';
import { SigHash, Transaction } from '@scure/btc-signer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveFromSeed, privateKey } from '../../wallet/keys.ts';
import type { AddressKind } from '../family.ts';
import type { CoinsPlan, KeyOf } from '../signer.ts';
import type { CoinParams } from './params.ts';
import { lockOfAddress, scriptOfLock } from './script.ts';
import { signCoins } from './sign-coins.ts';
import { transactionSize } from './size.ts';
import { BITCOIN, DOGECOIN, LITECOIN } from './testing/coins.ts';

const SEED = new Uint8Array(64).fill(3);

const SPACES = [
  ['bitcoin', BITCOIN],
  ['litecoin', LITECOIN],
  ['dogecoin', DOGECOIN],
] as const;

const KINDS = ['usual', 'taproot'] as const;

function planFor(space: CoinsPlan['space'], kinds: readonly AddressKind[] = ['usual', 'usual']): CoinsPlan {
  const address = (index: number) => deriveFromSeed(space, 'main', SEED, index, kinds[index]);
  return {
    kind: 'coins',
    chainId: 1,
    space,
    inputs: kinds.map((_, n) => ({
      txid: `${n}1`.repeat(32),
      index: n,
      units: 500_000_000n,
      address: address(n),
    })),
    outputs: [
      { address: address(kinds.length), units: 700_000_000n },
      { address: address(kinds.length + 1), units: 299_990_000n },
    ],
  };
}

/** As any node verifies a spend by the key path (BIP-341): one signature, of all inputs and outputs, by the key shown. */
function isSchnorrSignature(
  plan: CoinsPlan,
  n: number,
  read: Transaction,
  coin: CoinParams,
  [signature, ...more]: readonly Uint8Array[],
): boolean {
  const locks = plan.inputs.map(({ address }) => lockOfAddress(coin, 'main', address));
  const scripts = locks.map((lock) => hex.decode(scriptOfLock(lock)));
  const amounts = plan.inputs.map(({ units }) => units);
  const digest = read.preimageWitnessV1(n, scripts, SigHash.DEFAULT, amounts);
  return more.length === 0 && schnorr.verify(signature!, digest, hex.decode(locks[n]!.program));
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

  it.each(SPACES.slice(0, 2))(
    'of %s spends both kinds together, in no more room than reckoned',
    async (space, coin) => {
      const anyKinds = fc.array(fc.constantFrom(...KINDS), { minLength: 2, maxLength: 5 });
      const property = fc.asyncProperty(anyKinds, async (kinds) => {
        const plan = planFor(space, kinds);
        const keyOf: KeyOf = async (_, address) => {
          const n = plan.inputs.findIndex((input) => input.address === address);
          return privateKey(space, 'main', SEED, n, kinds[n]);
        };
        const { bytes } = await signCoins(plan, { coin, network: 'main', keyOf });
        const read = Transaction.fromRaw(bytes);
        for (const [n, kind] of kinds.entries()) {
          const witness = read.getInput(n).finalScriptWitness!;
          if (kind === 'usual') expect(witness).toHaveLength(2);
          else expect(isSchnorrSignature(plan, n, read, coin, witness)).toBe(true);
        }
        const locks = ({ address }: { address: string }) => lockOfAddress(coin, 'main', address);
        const reckoned = transactionSize(plan.inputs.map(locks), plan.outputs.map(locks));
        expect(reckoned).toBeGreaterThanOrEqual(read.vsize);
        // Less than a virtual byte is lost to rounding with each input, and signatures may be two bytes shorter.
        expect(reckoned).toBeLessThanOrEqual(read.vsize + 1 + kinds.length);
      });
      await fc.assert(property, { numRuns: 6 });
    },
  );

  it('with a key that is not the address’s fails', async () => {
    const keyOf = async () => new Uint8Array(32).fill(9);
    await expect(signCoins(planFor('bitcoin'), { coin: BITCOIN, network: 'main', keyOf })).rejects.toThrow();
  });
});
