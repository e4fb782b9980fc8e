import { HDKey } from '@scure/bip32';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { volume } from '../../../../test/support/volume.ts';
import { addressForm } from '../chains/address-forms.ts';
import { ADDRESS_SPACES, type AddressSpace } from '../chains/family.ts';
import { BITCOIN_CHAINS } from '../chains/known/bitcoin-chains.ts';
import {
  accountPublicKeys,
  depositPath,
  deriveFromSeed,
  derivePublic,
  privateKey,
  publicDeriver,
  treasuryAddress,
} from './keys.ts';
import { publicChildren } from './public-children.ts';
import { seedOf } from './seed.ts';

const SECP_SPACES = ADDRESS_SPACES.filter((space) => addressForm(space).curve === 'secp256k1');

let seed: Uint8Array;

beforeAll(async () => {
  seed = await seedOf(`${'abandon '.repeat(11)}about`);
});

describe('deposit addresses of "abandon … about"', () => {
  it.each<[AddressSpace, 'main' | 'test', number, string]>([
    ['bitcoin', 'main', 0, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    ['bitcoin', 'main', 1, 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'],
    ['bitcoin', 'test', 0, 'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl'],
    ['bitcoin', 'test', 1, 'tb1qd7spv5q28348xl4myc8zmh983w5jx32cjhkn97'],
    ['litecoin', 'main', 0, 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh'],
    ['litecoin', 'main', 1, 'ltc1qwlezpr3890hcp6vva9twqh27mr6edadreqvhnn'],
    ['dogecoin', 'main', 0, 'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC'],
    ['evm', 'main', 0, '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
    ['tron', 'main', 0, 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
    ['tron', 'main', 1, 'TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK'],
    ['solana', 'main', 0, 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'],
    ['solana', 'main', 1, 'Hh8QwFUA6MtVu1qAoq12ucvFHNwCcVTV7hpWjeY1Hztb'],
    ['solana', 'test', 2, '7WktogJEd2wQ9eH2oWusmcoFTgeYi6rS632UviTBJ2jm'],
  ])('%s on %s at %i is %s', (space, network, index, address) => {
    expect(deriveFromSeed(space, network, seed, index)).toBe(address);
    const xpub = accountPublicKeys(seed, network)[space];
    if (xpub !== null) expect(derivePublic(space, network, xpub, index)).toBe(address);
  });

  it('come from the account key that BIP-84 gives', () => {
    // BIP-84 writes it as zpub6rFR7y4Q2Aij…, the same key under another version.
    expect(accountPublicKeys(seed, 'main').bitcoin).toBe(
      'xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V',
    );
  });
});

describe('P2TR deposit addresses of "abandon … about"', () => {
  it.each([
    [0, 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
    [1, 'bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh'],
  ])('are those of BIP-86: at %i it is %s', (index, address) => {
    expect(deriveFromSeed('bitcoin', 'main', seed, index, 'taproot')).toBe(address);
    const xpub = accountPublicKeys(seed, 'main', 'taproot').bitcoin!;
    expect(xpub).toBe(
      'xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ',
    );
    expect(derivePublic('bitcoin', 'main', xpub, index, 'taproot')).toBe(address);
  });

  it('are on paths of their own', () => {
    expect(depositPath('bitcoin', 'main', 5, 'taproot')).toBe("m/86'/0'/0'/0/5");
    expect(depositPath('litecoin', 'main', 5, 'taproot')).toBe("m/86'/2'/0'/0/5");
    expect(depositPath('litecoin', 'regtest', 5, 'taproot')).toBe("m/86'/1'/0'/0/5");
  });

  it.each(ADDRESS_SPACES)('on %s are there only if the chain has them', (space) => {
    const hasThem = BITCOIN_CHAINS.some((chain) => chain.space === space && chain.hasTaproot);
    expect(accountPublicKeys(seed, 'main', 'taproot')[space] !== null).toBe(hasThem);
    if (!hasThem) expect(() => deriveFromSeed(space, 'main', seed, 0, 'taproot')).toThrow('no taproot');
  });
});

describe('the treasury of "abandon … about"', () => {
  it.each<[AddressSpace, string, string]>([
    // The first change address of BIP-84.
    ['bitcoin', '1/0', 'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el'],
    ['bitcoin', '0/1', 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'],
    ['evm', '0/0', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
    ['solana', "0'/0'", 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'],
  ])('on %s at %s below the account is %s', (space, path, address) => {
    expect(treasuryAddress(space, 'main', seed, path)).toBe(address);
  });
});

describe('deriving from an account public key', () => {
  const kinds = SECP_SPACES.flatMap((space) =>
    addressForm(space).kinds.map((kind) => [space, kind] as const),
  );

  it.each(kinds)('gives the same addresses as the seed on %s, %s', (space, kind) => {
    const network = fc.constantFrom('main' as const, 'test' as const);
    const seeds = fc.uint8Array({ minLength: 64, maxLength: 64 });
    const property = fc.property(seeds, network, fc.nat({ max: 2 ** 31 - 1 }), (anySeed, on, index) => {
      const xpub = accountPublicKeys(anySeed, on, kind)[space]!;
      const address = derivePublic(space, on, xpub, index, kind);
      expect(address).toBe(deriveFromSeed(space, on, anySeed, index, kind));
      expect(addressForm(space).check(address, on)).toEqual({ valid: true, address });
      expect(addressForm(space).kindOf(address)).toBe(kind);
    });
    fc.assert(property, { numRuns: volume(4, 10) });
  });

  it('gives the children that BIP-32 gives', () => {
    const node = HDKey.fromExtendedKey(accountPublicKeys(seed, 'main').bitcoin!);
    const child = publicChildren(node.publicKey!, node.chainCode!);
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 31 - 1 }), (index) => {
        expect(child(index)).toEqual(node.deriveChild(index).publicKey);
      }),
      { numRuns: volume(50, 200) },
    );
  });

  it('gives a different address for each index', () => {
    const derive = publicDeriver('bitcoin', 'main', accountPublicKeys(seed, 'main').bitcoin!);
    const many = volume(100, 300);
    expect(new Set(Array.from({ length: many }, (_, index) => derive(index))).size).toBe(many);
  });

  it('is not possible on Solana', () => {
    expect(accountPublicKeys(seed, 'main').solana).toBeNull();
    expect(() => publicDeriver('solana', 'main', '')).toThrow('solana addresses need the seed');
  });

  it('takes no private key', () => {
    const xprv = HDKey.fromMasterSeed(seed).derive("m/84'/0'/0'").privateExtendedKey;
    expect(() => publicDeriver('bitcoin', 'main', xprv)).toThrow('extended private key');
  });
});

describe('keys', () => {
  it('hold no private part where they are public', () => {
    for (const xpub of Object.values(accountPublicKeys(seed, 'main'))) {
      if (xpub !== null) expect(HDKey.fromExtendedKey(xpub).privateKey).toBeNull();
    }
  });

  it.each([-1, 0.5, 2 ** 31, Number.NaN])('have no index %d', (index) => {
    const xpub = accountPublicKeys(seed, 'main').bitcoin!;
    expect(() => derivePublic('bitcoin', 'main', xpub, index)).toThrow(RangeError);
    for (const space of ADDRESS_SPACES) {
      expect(() => privateKey(space, 'main', seed, index)).toThrow(RangeError);
    }
  });
});
