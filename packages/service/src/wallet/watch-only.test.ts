import { HDKey } from '@scure/bip32';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { addressForm } from '../chains/address-forms.ts';
import { ADDRESS_SPACES, type AddressSpace, type Network } from '../chains/family.ts';
import { withChecksum } from './descriptor-checksum.ts';
import { deriveFromSeed, treasuryAddress } from './keys.ts';
import { seedOf } from './seed.ts';
import { type TreasuryPaths, usualTreasuryPath } from './treasury-paths.ts';
import { watchOnly } from './watch-only.ts';

const USUAL = Object.fromEntries(
  ADDRESS_SPACES.map((space) => [space, usualTreasuryPath(space)]),
) as TreasuryPaths;

let seed: Uint8Array;

beforeAll(async () => {
  seed = await seedOf(`${'abandon '.repeat(11)}about`);
});

function exported(space: AddressSpace, network: Network, use = 'deposits', script = ''): string {
  const found = watchOnly(seed, network, USUAL).find(
    (each) => each.space === space && each.use === use && each.text.startsWith(script),
  );
  return found?.text as string;
}

describe('the descriptors of "abandon … about"', () => {
  it('have the account key of BIP-84 and the fingerprint of the seed', () => {
    const key =
      'xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V';
    expect(exported('bitcoin', 'main')).toBe(withChecksum(`wpkh([73c5da0a/84h/0h/0h]${key}/0/*)`));
    expect(exported('bitcoin', 'main', 'treasury')).toContain(`${key}/1/0)#`);
  });

  it('have the account key of BIP-86 for P2TR addresses, whether they are given or not', () => {
    const key =
      'xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ';
    expect(exported('bitcoin', 'main', 'deposits', 'tr')).toBe(
      withChecksum(`tr([73c5da0a/86h/0h/0h]${key}/0/*)`),
    );
    expect(exported('litecoin', 'main', 'deposits', 'tr')).toMatch(
      /^tr\(\[73c5da0a\/86h\/2h\/0h]xpub\w+\/0\/\*\)#\w{8}$/,
    );
    expect(exported('dogecoin', 'main', 'deposits', 'tr')).toBeUndefined();
  });

  it('have the treasury where it was put', () => {
    const moved = watchOnly(seed, 'main', { ...USUAL, evm: '7/9' }).filter(({ use }) => use === 'treasury');
    expect(moved.find(({ space }) => space === 'evm')?.text).toMatch(
      /^\[73c5da0a\/44h\/60h\/0h]xpub\w+\/7\/9$/,
    );
    expect(moved.find(({ space }) => space === 'tron')?.text).toMatch(/\/1\/0$/);
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
    ['main', 'treasury', '2r76f0yy'],
    ['test', 'deposits', 'evh9fu0w'],
    ['test', 'treasury', '4thhf2e8'],
  ])('have the checksum on %s that Litecoin Core gives the %s', (network, use, checksum) => {
    expect(exported('litecoin', network, use).split('#')[1]).toBe(checksum);
  });

  it('do not exist on Solana', () => {
    expect(watchOnly(seed, 'main', USUAL).filter(({ space }) => space === 'solana')).toEqual([]);
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
    const anyIndex = fc.nat({ max: 2 ** 31 - 1 });
    const property = fc.property(seeds, network, anyIndex, anyIndex, (anySeed, on, index, last) => {
      const paths = { ...USUAL, litecoin: `1/${last}`, evm: `${Math.max(last, 1)}/3` };
      for (const { space, use, text } of watchOnly(anySeed, on, paths)) {
        const [, version, key, chain, at] = /\](\w{4})(\w+)\/(\d+)\/(\*|\d+)/.exec(text) as unknown as [
          string,
          keyof typeof VERSIONS,
          ...string[],
        ];
        const account = HDKey.fromExtendedKey(`${version}${key}`, VERSIONS[version]);
        expect(account.privateKey).toBeNull();
        const child = at === '*' ? index : Number(at);
        const { publicKey } = account.deriveChild(Number(chain)).deriveChild(child);
        const kind = text.startsWith('tr(') ? 'taproot' : 'usual';
        expect(addressForm(space).encode(publicKey!, on, kind)).toBe(
          use === 'treasury'
            ? treasuryAddress(space, on, anySeed, paths[space])
            : deriveFromSeed(space, on, anySeed, index, kind),
        );
      }
    });
    fc.assert(property, { numRuns: 10 });
  });
});
