import { HDKey } from '@scure/bip32';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { addressForm } from '../chains/address-forms.ts';
import type { AddressSpace, Network } from '../chains/family.ts';
import { withChecksum } from './descriptor-checksum.ts';
import { deriveFromSeed, treasuryAddress } from './keys.ts';
import { seedOf } from './seed.ts';
import { watchOnly } from './watch-only.ts';

let seed: Uint8Array;

beforeAll(async () => {
  seed = await seedOf(`${'abandon '.repeat(11)}about`);
});

function exported(space: AddressSpace, network: Network, use = 'deposits'): string {
  const found = watchOnly(seed, network).find((each) => each.space === space && each.use === use);
  return found?.text as string;
}

describe('the descriptors of "abandon … about"', () => {
  it('have the account key of BIP-84 and the fingerprint of the seed', () => {
    const key =
      'xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V';
    expect(exported('bitcoin', 'main')).toBe(withChecksum(`wpkh([73c5da0a/84h/0h/0h]${key}/0/*)`));
    expect(exported('bitcoin', 'main', 'treasury')).toContain(`${key}/1/*)#`);
  });

  it.each<[AddressSpace, Network, RegExp]>([
    ['bitcoin', 'test', /^wpkh\(\[73c5da0a\/84h\/1h\/0h]tpub\w+\/0\/\*\)#\w{8}$/],
    ['litecoin', 'main', /^wpkh\(\[73c5da0a\/84h\/2h\/0h]xpub\w+\/0\/\*\)#\w{8}$/],
    ['litecoin', 'test', /^wpkh\(\[73c5da0a\/84h\/1h\/0h]tpub\w+\/0\/\*\)#\w{8}$/],
    ['dogecoin', 'main', /^pkh\(\[73c5da0a\/44h\/3h\/0h]dgub\w+\/0\/\*\)#\w{8}$/],
    ['dogecoin', 'test', /^pkh\(\[73c5da0a\/44h\/1h\/0h]tpub\w+\/0\/\*\)#\w{8}$/],
    ['evm', 'main', /^\[73c5da0a\/44h\/60h\/0h]xpub\w+\/0\/\*$/],
    ['evm', 'test', /^\[73c5da0a\/44h\/60h\/0h]xpub\w+\/0\/\*$/],
    ['tron', 'main', /^\[73c5da0a\/44h\/195h\/0h]xpub\w+\/0\/\*$/],
  ])('on %s, %s are of the form that wallets there know', (space, network, form) => {
    expect(exported(space, network)).toMatch(form);
  });

  it.each<[Network, string, string]>([
    ['main', 'deposits', 'xy7gfejd'],
    ['main', 'treasury', 'hsmf5vz4'],
    ['test', 'deposits', 'evh9fu0w'],
    ['test', 'treasury', 'gcjy5flk'],
  ])('have the checksum on %s that Litecoin Core gives the %s', (network, use, checksum) => {
    expect(exported('litecoin', network, use).split('#')[1]).toBe(checksum);
  });

  it('do not exist on Solana', () => {
    expect(watchOnly(seed, 'main').filter(({ space }) => space === 'solana')).toEqual([]);
  });
});

describe('whoever holds what was exported', () => {
  const VERSIONS = {
    xpub: { private: 0x0488ade4, public: 0x0488b21e },
    tpub: { private: 0x04358394, public: 0x043587cf },
    dgub: { private: 0x02fac398, public: 0x02facafd },
  };

  it('sees all our addresses and can spend from none', () => {
    const seeds = fc.uint8Array({ minLength: 64, maxLength: 64 });
    const network = fc.constantFrom<Network[]>('main', 'test');
    const property = fc.property(seeds, network, fc.nat({ max: 2 ** 31 - 1 }), (anySeed, on, index) => {
      for (const { space, use, text } of watchOnly(anySeed, on)) {
        const [, kind, key, chain] = /\](\w{4})(\w+)\/([01])\/\*/.exec(text) as unknown as [
          string,
          keyof typeof VERSIONS,
          string,
          string,
        ];
        const account = HDKey.fromExtendedKey(kind + key, VERSIONS[kind]);
        expect(account.privateKey).toBeNull();
        const at = use === 'treasury' ? 0 : index;
        const { publicKey } = account.deriveChild(Number(chain)).deriveChild(at);
        expect(addressForm(space).encode(publicKey!, on)).toBe(
          use === 'treasury'
            ? treasuryAddress(space, on, anySeed)
            : deriveFromSeed(space, on, anySeed, index),
        );
      }
    });
    fc.assert(property, { numRuns: 10 });
  });
});
