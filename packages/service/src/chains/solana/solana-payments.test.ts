import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NotEnough, Rejected, Unpayable } from '../chain.ts';
import { ownSpend } from '../expiry.ts';
import { NONCE_RENT, rentOf } from './rent.ts';
import type { SolanaChain } from './solana-chain.ts';
import {
  addressOf,
  NATIVE_ID,
  newestBlock,
  only,
  payment,
  SOL,
  TestDesk,
  USDC_ID,
} from './testing/test-desk.ts';
import { LIFETIME } from './testing/test-ledger.ts';

let desk: TestDesk;
let chain: SolanaChain;

beforeAll(async () => {
  desk = await TestDesk.open();
  chain = desk.chain();
});

afterAll(() => desk.close());

let receivers = 5_000;
const receiver = () => addressOf(receivers++);
const native = { abbr: 'SOL', id: NATIVE_ID, contract: null };
const usdc = () => ({ abbr: 'USDC', id: USDC_ID, contract: desk.mint });
const atTip = async () => chain.tip();

describe('nonce accounts', () => {
  it('are opened several at once, and hold a value from then on; their rent stays ours', async () => {
    const numbers = [10, 11, 12, 13, 14];
    const accounts = await Promise.all(numbers.map((n) => chain.nonceAccount(n)));
    expect(await chain.nonceValues(accounts)).toEqual(numbers.map(() => null));
    const units = chain.nonceRent * 5n;
    const payees = [{ address: accounts[0]!, assetId: NATIVE_ID, units, memo: null }] as const;
    const opening = await chain.sign({ payees, source: desk.treasury, feeRate: 1_000n, opens: numbers });
    expect(chain.mostOpened).toBe(numbers.length);
    expect(opening.spends).toEqual([ownSpend(desk.treasury, opening.txid)]);
    expect(opening).toMatchObject({ expiresAt: desk.ledger.final.height + LIFETIME });
    await chain.broadcast(opening.bytes);
    const before = await chain.balance(native, { coins: [], addresses: accounts }, await atTip());
    desk.mine();
    const values = await chain.nonceValues(accounts);
    expect(new Set(values).size).toBeGreaterThan(0);
    expect(values).not.toContain(null);
    const found = only(await newestBlock(chain, desk));
    expect(found).toMatchObject({
      sources: [desk.treasury],
      spends: opening.spends,
      feeUnits: opening.feeUnits,
    });
    expect(found.transfers).toMatchObject(accounts.map((address) => ({ address, units: NONCE_RENT })));
    const after = await chain.balance(native, { coins: [], addresses: accounts }, await atTip());
    expect(before! - after!).toBe(found.feeUnits);
  });

  it('are opened also where somebody has sent something to some of them, before it was signed or after', async () => {
    const numbers = [30, 31, 32];
    const accounts = await Promise.all(numbers.map((n) => chain.nonceAccount(n)));
    desk.pay(accounts[1]!, 890_880n);
    desk.mine();
    const payees = [
      { address: accounts[0]!, assetId: NATIVE_ID, units: NONCE_RENT * 3n, memo: null },
    ] as const;
    const opening = await chain.sign({ payees, source: desk.treasury, feeRate: 1_000n, opens: numbers });
    desk.pay(accounts[2]!, NONCE_RENT + 1n);
    desk.mine();
    await chain.broadcast(opening.bytes);
    desk.mine();
    const { transfers, isFailed, feeUnits } = only(await newestBlock(chain, desk));
    expect([isFailed, feeUnits]).toEqual([undefined, opening.feeUnits]);
    expect(transfers).toMatchObject(accounts.map((address) => ({ address, units: NONCE_RENT })));
    expect(await chain.nonceValues(accounts)).not.toContain(null);
    // What has been opened is not opened again.
    const again = await chain.sign({ payees, source: desk.treasury, feeRate: 2_000n, opens: numbers });
    await chain.broadcast(again.bytes);
    desk.mine();
    expect(only(await newestBlock(chain, desk))).toMatchObject({ isFailed: true, transfers: [] });
  });

  it('are not opened by what has expired, and the chain says when it has passed it', async () => {
    const payees = [
      { address: await chain.nonceAccount(20), assetId: NATIVE_ID, units: NONCE_RENT, memo: null },
    ] as const;
    const opening = await chain.sign({ payees, source: desk.treasury, feeRate: 1_000n, opens: [20] });
    const { txid, bytes, expiresAt } = opening as typeof opening & { expiresAt: number };
    const attempt = [{ txid, expiresAt }];
    for (let n = 0; n < LIFETIME - 1; n++) desk.ledger.makeBlock();
    desk.ledger.finalize();
    expect(await chain.passedWithout(attempt, await atTip())).toEqual([]);
    desk.mine();
    expect(await chain.passedWithout(attempt, await atTip())).toEqual([txid]);
    await chain.broadcast(bytes);
    desk.mine();
    expect(await chain.statusOf(txid)).toEqual({ state: 'unknown' });
    expect(await chain.passedWithout(attempt, { ...(await atTip()), hash: desk.ledger.genesis })).toEqual([]);
  });

  it('have not been passed by what a block has', async () => {
    const payees = [
      { address: await chain.nonceAccount(21), assetId: NATIVE_ID, units: NONCE_RENT, memo: null },
    ] as const;
    const opening = await chain.sign({ payees, source: desk.treasury, feeRate: 1_000n, opens: [21] });
    await chain.broadcast(opening.bytes);
    desk.mine();
    const attempt = [{ txid: opening.txid, expiresAt: 1 }];
    expect(await chain.passedWithout(attempt, await atTip())).toEqual([]);
  });
});

describe('a payment', () => {
  it('pays the native coin, costs what was said, and uses up the nonce', async () => {
    const nonce = await desk.nonce(chain);
    const to = receiver();
    const signed = await chain.sign(
      payment(nonce, desk.treasury, { address: to, assetId: NATIVE_ID, units: SOL }),
    );
    expect(signed.spends).toEqual([`${nonce.account}=${nonce.value}`]);
    expect(signed.feeUnits).toBeLessThanOrEqual(chain.usualCost(native, 1_000n));
    const before = await chain.balance(native, { coins: [], addresses: [] }, await atTip());
    await chain.broadcast(signed.bytes);
    desk.ledger.makeBlock();
    expect(await chain.nonceValues([nonce.account])).toEqual([nonce.value]);
    expect(await chain.nonceValuesWaiting([nonce.account])).not.toEqual([nonce.value]);
    desk.ledger.finalize();
    expect(await chain.nonceValues([nonce.account])).not.toEqual([nonce.value]);
    const found = only(await newestBlock(chain, desk));
    expect(found).toMatchObject({ txid: signed.txid, sources: [desk.treasury], spends: signed.spends });
    expect(found.transfers).toMatchObject([{ address: to, units: SOL }]);
    const after = await chain.balance(native, { coins: [], addresses: [] }, await atTip());
    expect(before! - after!).toBe(SOL + found.feeUnits!);
    expect(found.feeUnits).toBe(signed.feeUnits);
  });

  it('pays a receiver who has more than JSON can state exactly', async () => {
    const nonce = await desk.nonce(chain);
    const whale = receiver();
    desk.ledger.fund(whale, 164_011_035_098_290_001n);
    const made = await chain.sign(
      payment(nonce, desk.treasury, { address: whale, assetId: NATIVE_ID, units: SOL }),
    );
    await chain.broadcast(made.bytes);
    desk.mine();
    const { transfers } = only(await newestBlock(chain, desk));
    expect(transfers).toMatchObject([{ address: whale, units: SOL }]);
  });

  it('of a token opens the account of a receiver without one, and its rent is in the fee', async () => {
    desk.putTokens(desk.treasury, 50_000_000n);
    const to = receiver();
    const pay = async (units: bigint) => {
      const request = payment(await desk.nonce(chain), desk.treasury, {
        address: to,
        assetId: USDC_ID,
        units,
      });
      const signed = await chain.sign(request);
      await chain.broadcast(signed.bytes);
      desk.mine();
      return { signed, found: only(await newestBlock(chain, desk)) };
    };
    const first = await pay(7_000_000n);
    expect(first.found.transfers).toMatchObject([{ address: to, assetId: USDC_ID, units: 7_000_000n }]);
    expect(first.found.feeUnits).toBe(first.signed.feeUnits);
    expect(first.signed.feeUnits).toBeGreaterThan(rentOf(165));
    expect(first.signed.feeUnits).toBeLessThanOrEqual(chain.usualCost(usdc(), 1_000n));
    const second = await pay(1n);
    expect(second.signed.feeUnits).toBeLessThan(10_000n);
    expect(await chain.balance(usdc(), { coins: [], addresses: [] }, await atTip())).toBe(42_999_999n);
  });

  it('that two attempts make with the same nonce is made once, and the same bytes again change nothing', async () => {
    const nonce = await desk.nonce(chain);
    const to = receiver();
    const request = (rate: bigint) =>
      payment(nonce, desk.treasury, { address: to, assetId: NATIVE_ID, units: SOL }, rate);
    const [slow, fast, again] = [
      await chain.sign(request(1_000n)),
      await chain.sign(request(50_000n)),
      await chain.sign(request(50_000n)),
    ];
    expect(again).toEqual(fast);
    expect(slow.spends).toEqual(fast.spends);
    for (const { bytes } of [fast, slow, fast]) await chain.broadcast(bytes);
    desk.ledger.makeBlock();
    // Another holds at the newest block, but that may be undone: nobody says never.
    await chain.broadcast(slow.bytes);
    desk.ledger.finalize();
    await chain.broadcast(fast.bytes);
    await expect(chain.broadcast(slow.bytes)).rejects.toThrow(Rejected);
    desk.mine();
    expect(desk.ledger.accountAt(to, desk.ledger.newest.slot)?.lamports).toBe(SOL);
    expect(await chain.statusOf(slow.txid)).toEqual({ state: 'unknown' });
    expect(await chain.statusOf(fast.txid)).toMatchObject({ state: 'mined' });
  });

  it('lands however late it comes, as its nonce does not expire', async () => {
    const nonce = await desk.nonce(chain);
    const to = receiver();
    const signed = await chain.sign(
      payment(nonce, desk.treasury, { address: to, assetId: NATIVE_ID, units: SOL }),
    );
    const [first, second] = desk.nodes;
    const kept: Uint8Array[] = [];
    for (const { answers } of [first!, second!]) answers.take = (bytes) => kept.push(bytes);
    await chain.broadcast(signed.bytes);
    for (let n = 0; n < LIFETIME + 5; n++) desk.ledger.makeBlock();
    desk.ledger.finalize();
    expect(await chain.statusOf(signed.txid)).toEqual({ state: 'unknown' });
    desk.ledger.waiting.push(...kept);
    desk.mine();
    expect(await chain.statusOf(signed.txid)).toMatchObject({ state: 'mined' });
    for (const { answers } of [first!, second!]) answers.take = (bytes) => desk.ledger.waiting.push(bytes);
  });

  it('that fails in a block costs its fee and its nonce, and pays nobody', async () => {
    const nonce = await desk.nonce(chain);
    const to = receiver();
    const signed = await chain.sign(
      payment(nonce, desk.treasury, { address: to, assetId: USDC_ID, units: 40_000_000n }),
    );
    desk.putTokens(desk.treasury, 1n);
    await chain.broadcast(signed.bytes);
    desk.mine();
    const found = only(await newestBlock(chain, desk));
    expect(found).toMatchObject({
      isFailed: true,
      transfers: [],
      spends: signed.spends,
      sources: [desk.treasury],
    });
    expect(found.feeUnits).toBeLessThan(10_000n);
    expect(await chain.nonceValues([nonce.account])).not.toEqual([nonce.value]);
    await chain.broadcast(signed.bytes);
    desk.putTokens(desk.treasury, 50_000_000n);
  });

  it('of nothing to ourselves uses up the nonce', async () => {
    const nonce = await desk.nonce(chain);
    const signed = await chain.sign(
      payment(nonce, desk.treasury, { address: desk.treasury, assetId: NATIVE_ID, units: 0n }),
    );
    await chain.broadcast(signed.bytes);
    desk.mine();
    expect(only(await newestBlock(chain, desk))).toMatchObject({ transfers: [], spends: signed.spends });
  });

  it('is not signed if it could not be made', async () => {
    const nonce = await desk.nonce(chain);
    const pay = (address: string, assetId: number, units: bigint) =>
      chain.sign(payment(nonce, desk.treasury, { address, assetId, units }));
    await expect(pay(receiver(), NATIVE_ID, 10_000n * SOL)).rejects.toThrow(NotEnough);
    await expect(pay(receiver(), USDC_ID, 10n ** 15n)).rejects.toThrow(NotEnough);
    await expect(pay(receiver(), NATIVE_ID, 1n)).rejects.toThrow(Unpayable);
    expect(desk.warnings).toEqual([]);
  });

  it('is refused by all if its signature is wrong', async () => {
    await expect(chain.broadcast(new Uint8Array(70))).rejects.toThrow(Rejected);
  });
});

describe('a sweep', () => {
  const [, from = ''] = [0, addressOf(1)];

  it('of the native coin leaves nothing, and the treasury pays the fee', async () => {
    desk.pay(from, 3n * SOL);
    desk.mine();
    const held = (await chain.accountBalances([from], native, await atTip()))![0]!;
    const signed = await chain.sign(
      payment(await desk.nonce(chain), from, { address: desk.treasury, assetId: NATIVE_ID, units: held }),
    );
    expect(signed.sources).toEqual([from, desk.treasury]);
    await chain.broadcast(signed.bytes);
    desk.mine();
    const found = only(await newestBlock(chain, desk));
    expect(found).toMatchObject({
      sources: [from, desk.treasury],
      spends: signed.spends,
      feeUnits: signed.feeUnits,
    });
    expect(found.transfers).toMatchObject([{ address: desk.treasury, assetId: NATIVE_ID, units: held }]);
    expect(await chain.accountBalances([from], native, await atTip())).toEqual([0n]);
  });

  it('of a token closes the emptied account, whose rent comes to the treasury', async () => {
    desk.pay(from, 9_000_000n, USDC_ID);
    desk.mine();
    const nonce = await desk.nonce(chain);
    const before = await chain.balance(native, { coins: [], addresses: [] }, await atTip());
    const signed = await chain.sign(
      payment(nonce, from, { address: desk.treasury, assetId: USDC_ID, units: 9_000_000n }),
    );
    expect(signed.feeUnits).toBeLessThanOrEqual(chain.transferCost(usdc(), 1_000n));
    await chain.broadcast(signed.bytes);
    desk.mine();
    const found = only(await newestBlock(chain, desk));
    expect(found.transfers).toMatchObject([{ address: desk.treasury, assetId: USDC_ID, units: 9_000_000n }]);
    expect(found.sources).toEqual([from, desk.treasury]);
    expect(found.feeUnits).toBe(signed.feeUnits - rentOf(165));
    const after = await chain.balance(native, { coins: [], addresses: [] }, await atTip());
    expect(after! - before!).toBe(-found.feeUnits!);
    expect(desk.ledger.accountAt(desk.tokenAccount(from), desk.ledger.newest.slot)).toBeNull();
  });

  const several = async (assetId: number, held: readonly bigint[]) => {
    const [source, ...others] = desk.deposits as [string, ...string[]];
    const [, ...units] = held as [bigint, ...bigint[]];
    const payee = { address: desk.treasury, assetId, units: held.reduce((sum, each) => sum + each, 0n) };
    return {
      ...payment(await desk.nonce(chain), source, payee),
      gathers: others.map((other, n) => ({ source: other, units: units[n] as bigint })),
    };
  };

  it.each([
    ['the native coin', NATIVE_ID, 2n * SOL, 0n],
    ['a token', USDC_ID, 5_000_000n, 3n * rentOf(165)],
  ])('of %s brings in from several addresses at once', async (_, assetId, units, rent) => {
    const held = desk.deposits.map((_address, n) => units + BigInt(n));
    for (const [n, each] of held.entries()) desk.pay(desk.deposits[n] as string, each, assetId);
    desk.mine();
    const asset = assetId === NATIVE_ID ? native : usdc();
    const all = { coins: [], addresses: desk.deposits };
    const before = await chain.balance(native, all, await atTip());
    const signed = await chain.sign(await several(assetId, held));
    expect(signed.sources).toEqual([...desk.deposits, desk.treasury]);
    await chain.broadcast(signed.bytes);
    desk.mine();
    const found = only(await newestBlock(chain, desk));
    expect(new Set(found.sources)).toEqual(new Set(signed.sources));
    expect(found.transfers).toMatchObject([{ address: desk.treasury, assetId, units: 3n * units + 3n }]);
    // Four have signed; what the closed accounts kept has come to the treasury.
    expect(found.feeUnits).toBe(signed.feeUnits - rent);
    expect(signed.feeUnits).toBeLessThan(4n * 5_000n + 500n);
    expect(await chain.accountBalances(desk.deposits, asset, await atTip())).toEqual([0n, 0n, 0n]);
    const after = await chain.balance(native, all, await atTip());
    expect(after! - before!).toBe(-found.feeUnits!);
  });

  it('of several is not signed if one of them could not give', async () => {
    const held = [5n, 6n, 7n];
    for (const [n, units] of held.entries()) desk.pay(desk.deposits[n] as string, units, USDC_ID);
    desk.mine();
    await expect(chain.sign(await several(USDC_ID, [5n, 6n, 8n]))).rejects.toThrow(NotEnough);
    const account = desk.tokenAccount(desk.deposits[2] as string);
    const before = desk.ledger.accountAt(account, desk.ledger.newest.slot)!;
    // Whoever issues the token has frozen it.
    const data = Uint8Array.from(before.data);
    data[108] = 2;
    desk.ledger.put(account, { ...before, data });
    await expect(chain.sign(await several(USDC_ID, held))).rejects.toThrow(Unpayable);
  });
});

it('says the same of its bytes as the library of the network does', async () => {
  const nonce = await desk.nonce(chain);
  const to = receiver();
  const { bytes, txid } = await chain.sign(
    payment(nonce, desk.treasury, { address: to, assetId: USDC_ID, units: 5n }, 123_456n),
  );
  const transaction = getTransactionDecoder().decode(bytes);
  const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
  expect(Object.keys(transaction.signatures)).toEqual([desk.treasury]);
  expect(message).toMatchObject({ version: 'legacy', lifetimeToken: nonce.value });
  expect(message.staticAccounts).toEqual(
    expect.arrayContaining([desk.treasury, nonce.account, desk.mint, to]),
  );
  expect(txid.length).toBeGreaterThan(80);
});
