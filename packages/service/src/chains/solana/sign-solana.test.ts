import { type Address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SolanaPlan } from '../signer.ts';
import { costOf, MOST_SWEPT } from './cost.ts';
import { associatedAccount, nonceAccountOf } from './derived-address.ts';
import { advancedBy } from './instructions.ts';
import { MOST_BYTES, readTransaction } from './message.ts';
import { ASSOCIATED, TOKEN, TOKEN_2022 } from './program-ids.ts';
import { NONCE_RENT, TOKEN_RENT } from './rent.ts';
import { signSolana } from './sign-solana.ts';
import { addressOf, keyOf } from './testing/test-desk.ts';

const treasury = addressOf(0);
const keys = new Map(Array.from({ length: 12 }, (_, n) => n).map((n) => [addressOf(n), keyOf(n)]));
const key = async (address: string) => keys.get(address) ?? new Uint8Array(32);

const PLAN: SolanaPlan = {
  kind: 'solana',
  chainId: 9,
  space: 'solana',
  feePayer: treasury,
  from: treasury,
  payee: addressOf(7),
  contract: null,
  units: 5n,
  decimals: 0,
  isToken2022: false,
  durable: { number: 3, account: nonceAccountOf(treasury, 3), value: addressOf(8) },
  opens: [],
  createsAccount: false,
  closesAccount: false,
  gathers: [],
  computeLimit: 1_000,
  priorityFee: 1_000n,
  expiring: null,
};
const SWEEP: SolanaPlan = {
  ...PLAN,
  from: addressOf(1),
  payee: treasury,
  contract: addressOf(9),
  createsAccount: true,
  closesAccount: true,
};
/** Of as many addresses. */
const batch = (size: number, plan = SWEEP): SolanaPlan => {
  const others = Array.from({ length: size - 1 }, (_, n) => addressOf(n + 2));
  const { closesAccount } = plan;
  return { ...plan, gathers: others.map((from) => ({ from, units: 7n, closesAccount })) };
};
const COINS: SolanaPlan = { ...PLAN, from: addressOf(1), payee: treasury };
const OPENING: SolanaPlan = {
  ...PLAN,
  payee: nonceAccountOf(treasury, 59),
  durable: null,
  opens: [59, 60, 61, 62, 63],
  units: 5n * NONCE_RENT,
  expiring: { blockhash: addressOf(8), lastValid: 7 },
};

describe('a plan', () => {
  it.each([PLAN, SWEEP, OPENING, batch(MOST_SWEPT.token), batch(MOST_SWEPT.native, COINS)])(
    'gives the same bytes each time, which a transaction has room for',
    async (plan) => {
      const signed = await signSolana(plan, key);
      expect(await signSolana({ ...plan }, key)).toEqual(signed);
      expect(signed.bytes.length).toBeLessThanOrEqual(MOST_BYTES);
      expect(readTransaction(signed.bytes).txid).toBe(signed.txid);
    },
  );

  it.each([
    ['tokens', MOST_SWEPT.token, SWEEP],
    ['coins', MOST_SWEPT.native, COINS],
  ])('of %s has no room for another address', async (_, most, plan) => {
    await expect(signSolana(batch(most + 1, plan), key)).rejects.toThrow('too many for a transaction');
  });

  it('names its nonce account first of all', async () => {
    const { bytes } = await signSolana(SWEEP, key);
    const { lifetime, instructions } = readTransaction(bytes);
    expect(advancedBy(instructions)).toEqual({ account: SWEEP.durable?.account, authority: treasury });
    expect(lifetime).toBe(SWEEP.durable?.value);
  });

  it.each([
    ['neither pays nor opens', { durable: null }],
    ['does both', { opens: [1], units: NONCE_RENT }],
    ['would expire', { expiring: OPENING.expiring }],
    ['names the nonce account of another number', { durable: { ...PLAN.durable!, number: 4 } }],
    ['closes the account of the native coin', { closesAccount: true }],
    ["closes the treasury's account", { contract: addressOf(9), closesAccount: true }],
    ['pays from an address without a key', { from: addressOf(50) }],
    ['pays a negative amount', { units: -1n }],
    ['pays more than there can be', { units: 1n << 64n }],
  ])('is not signed if it %s', async (_, change) => {
    await expect(signSolana({ ...PLAN, ...change }, key)).rejects.toThrow(RangeError);
  });

  it.each([
    ['pays somebody beside the nonce accounts', { payee: addressOf(7) }],
    ['gives them more than their rent', { units: 6n * NONCE_RENT }],
    ['opens one twice', { opens: [59, 59, 60, 61, 62] }],
    ['is paid by another', { from: addressOf(1) }],
  ])('that opens nonce accounts is not signed if it %s', async (_, change) => {
    await expect(signSolana({ ...OPENING, ...change }, key)).rejects.toThrow(RangeError);
  });

  it.each([
    ['gives to somebody else', { payee: addressOf(7) }],
    ['takes twice from one address', { from: addressOf(2) }],
    ['takes from the treasury', { from: treasury }],
  ])('of several addresses is not signed if it %s', async (_, change) => {
    await expect(signSolana({ ...batch(3, COINS), ...change }, key)).rejects.toThrow(RangeError);
  });

  it('costs a signature of each, what it offers, and the rent of what it opens for the receiver', () => {
    expect(costOf(PLAN)).toBe(5_001n);
    expect(costOf(SWEEP)).toBe(10_001n + TOKEN_RENT.plain);
    expect(costOf({ ...SWEEP, isToken2022: true })).toBe(10_001n + TOKEN_RENT.extended);
    expect(costOf(batch(3, COINS))).toBe(20_001n);
    expect(costOf(OPENING)).toBe(5_001n);
  });
});

it('finds token accounts where the library of the network does', async () => {
  const encoder = getAddressEncoder();
  const numbers = fc.tuple(fc.integer({ min: 0, max: 1e6 }), fc.constantFrom(TOKEN, TOKEN_2022));
  await fc.assert(
    fc.asyncProperty(numbers, async ([n, program]) => {
      const [owner, mint] = [addressOf(n), addressOf(n + 1)];
      const seeds = [owner, program, mint].map((each) => encoder.encode(each as Address));
      const [found] = await getProgramDerivedAddress({ programAddress: ASSOCIATED as Address, seeds });
      expect(associatedAccount(owner, mint, program)).toBe(found);
    }),
    { numRuns: 40 },
  );
});
