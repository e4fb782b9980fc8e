import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Unpayable } from '../chain.ts';
import { mintFacts } from './check-token.ts';
import { TOKEN, TOKEN_2022 } from './program-ids.ts';
import { addressOf, payment, TestDesk, USDC_ID } from './testing/test-desk.ts';

let desk: TestDesk;

beforeAll(async () => {
  desk = await TestDesk.open(1);
});

afterAll(() => desk.close());

/** A mint of the newer program with extensions. */
function extended(...extensions: readonly (readonly [type: number, bytes: Uint8Array])[]): Uint8Array {
  const data = new Uint8Array(166 + extensions.reduce((sum, [, bytes]) => sum + 4 + bytes.length, 0));
  data.set(desk.mintData());
  data[165] = 1;
  let at = 166;
  for (const [type, bytes] of extensions) {
    new DataView(data.buffer).setUint16(at, type, true);
    new DataView(data.buffer).setUint16(at + 2, bytes.length, true);
    data.set(bytes, at + 4);
    at += 4 + bytes.length;
  }
  return data;
}

/** Basis points of the fee now, and of the one that begins with an epoch. */
function fees(older: number, newer: number): Uint8Array {
  const config = new Uint8Array(108);
  new DataView(config.buffer).setUint16(88, older, true);
  new DataView(config.buffer).setUint16(106, newer, true);
  return config;
}

describe('a mint', () => {
  it('of the first program arrives as it is sent', () => {
    expect(mintFacts(TOKEN, desk.mintData())).toMatchObject({
      decimals: 6,
      takesFee: false,
      isRefused: false,
    });
  });

  it.each([
    ['takes a fee now', [1, fees(50, 0)], { takesFee: true, isRefused: true }],
    ['takes one from an epoch on', [1, fees(0, 1)], { takesFee: true, isRefused: true }],
    ['could, and does not', [1, fees(0, 0)], { takesFee: false, isRefused: false }],
    ['asks a program on every transfer', [14, new Uint8Array(64)], { takesFee: false, isRefused: true }],
    [
      'has somebody who may take it',
      [12, new Uint8Array(32)],
      { isRefused: false, oddity: expect.stringContaining('take') },
    ],
  ] as const)('that %s is known for it', (_, extension, facts) => {
    expect(mintFacts(TOKEN_2022, extended([18, new Uint8Array(64)], extension))).toMatchObject(facts);
  });

  it('is not what is an account of one', () => {
    expect(mintFacts(TOKEN, new Uint8Array(165))).toBeNull();
    expect(mintFacts(TOKEN_2022, new Uint8Array(200))).toBeNull();
  });

  it('that takes a fee is not paid, and doctor says so', async () => {
    const chain = desk.chain();
    const nonce = await desk.nonce(chain);
    desk.putMint(desk.mint, TOKEN_2022, extended([1, fees(100, 100)]));
    const request = payment(nonce, desk.treasury, { address: addressOf(7), assetId: USDC_ID, units: 1n });
    await expect(chain.sign(request)).rejects.toThrow(Unpayable);
    const asset = { id: USDC_ID, abbr: 'USDC', contract: desk.mint, decimals: 6 };
    const found = await chain.examine({ assets: [asset], followed: null, now: 0 });
    expect(found.at(-1)).toMatchObject({
      what: 'token USDC',
      advice: expect.stringContaining('cannot be exchanged'),
    });
  });
});
