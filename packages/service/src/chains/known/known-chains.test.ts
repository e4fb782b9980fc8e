import { describe, expect, it } from 'vitest';
import { addressForm } from '../address-forms.ts';
import { BITCOIN_CHAINS } from './bitcoin-chains.ts';
import { EVM_CHAINS } from './evm-chains.ts';
import { assetsOf, KNOWN_CHAINS, KNOWN_COINS } from './known-chains.ts';

const assets = KNOWN_CHAINS.flatMap(assetsOf);
const repeated = (values: readonly (string | number)[]) =>
  values.filter((value, n) => values.indexOf(value) !== n);
const small = (texts: readonly string[]) => texts.map((text) => text.toLowerCase());

describe('the chains that are known', () => {
  it('have ids and names of their own, and so have their assets', () => {
    expect(repeated(KNOWN_CHAINS.map(({ id }) => id))).toEqual([]);
    expect(
      repeated(small(KNOWN_CHAINS.flatMap(({ name, otherNames = [] }) => [name, ...otherNames]))),
    ).toEqual([]);
    expect(repeated(assets.map(({ id }) => id))).toEqual([]);
    for (const chain of KNOWN_CHAINS) {
      expect(repeated(small(assetsOf(chain).map(({ coin }) => coin.abbr)))).toEqual([]);
    }
  });

  it('say the same of a coin wherever it is', () => {
    const known = new Map(KNOWN_COINS.map((coin) => [coin.abbr, coin]));
    for (const { coin } of assets) expect(known.get(coin.abbr)).toBe(coin);
    expect(repeated(small(KNOWN_COINS.map(({ abbr }) => abbr)))).toEqual([]);
  });

  it('have a coin of their own without a contract, and tokens with one', () => {
    for (const { native, tokens = [] } of KNOWN_CHAINS) {
      expect(native.contract).toBeUndefined();
      for (const { contract } of tokens) expect(contract).toBeDefined();
    }
  });

  it('have networks of their own', () => {
    expect(repeated(EVM_CHAINS.flatMap(({ chainId, testChainId }) => [chainId, testChainId]))).toEqual([]);
    expect(repeated(BITCOIN_CHAINS.map(({ genesis }) => genesis.main.main as string))).toEqual([]);
    expect(repeated(BITCOIN_CHAINS.map(({ coinType }) => coinType))).toEqual([]);
    // What the store has room for.
    for (const { chainId } of EVM_CHAINS) expect(chainId).toBeLessThan(2 ** 31);
  });

  it('have a sample address that is good, and an explorer that is reached safely', () => {
    for (const { space, sampleAddress, explorer, addressExplorer } of KNOWN_CHAINS) {
      const verdict = addressForm(space).check(sampleAddress, 'main');
      expect(verdict).toEqual({ valid: true, address: sampleAddress });
      expect(explorer).toMatch(/^https:\/\/\S+\/$/);
      expect(addressExplorer).toMatch(/^https:\/\/\S+\/$/);
      expect(new URL(addressExplorer).host).toBe(new URL(explorer).host);
    }
  });

  it('have pictures that a page can draw', () => {
    for (const { mark } of KNOWN_COINS) {
      expect(mark.colour).toMatch(/^#[0-9a-f]{6}$/);
      expect(mark.path).toMatch(/^[Mm][MmLlHhVvCcAaZz0-9 .-]+$/);
    }
  });
});
