import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AccountRequest, NotEnough, Rejected, Unpayable } from '../chain.ts';
import { hasPassed } from '../expiry.ts';
import { toHex } from './account.ts';
import { TRANSFER_ENERGY } from './testing/contracts.ts';
import { NATIVE_ID, TestWallet, testChain, USDT, USDT_ID } from './testing/test-chain.ts';
import { TronTestNetwork } from './testing/test-network.ts';
import { TronTestNode } from './testing/test-node.ts';
import { decodeRaw, decodeSigned } from './transaction.ts';
import type { TronChain } from './tron-chain.ts';

/** Paying on TRON: what it costs, what cannot be paid, and what becomes of a payment that expires. */

const wallet = new TestWallet();
const [treasury, deposit, used, fresh, blocked, contract] = [0, 1, 50, 51, 52, 60].map((n) =>
  wallet.address(n),
) as [string, string, string, string, string, string];
const TRX = { id: NATIVE_ID, abbr: 'TRX', contract: null };
const TETHER = { id: USDT_ID, abbr: 'USDT', contract: USDT };
const RATE = 100n;

let network: TronTestNetwork;
let node: TronTestNode;
let chain: TronChain;

beforeEach(async () => {
  network = new TronTestNetwork();
  network.addToken(USDT, { decimals: 6, blocked: new Set([toHex(blocked)]) });
  network.account(treasury).balance = 500_000_000n;
  network.account(treasury).freeNetUsed = 600;
  network.mint(USDT, treasury, 900_000_000n);
  network.account(used);
  network.mint(USDT, used, 1n);
  network.account(contract, true);
  network.mine(45);
  node = await TronTestNode.start(network);
  chain = testChain([node], wallet);
});
afterEach(() => node.stop());

function request(
  address: string,
  assetId: number,
  units: bigint,
  more: Partial<AccountRequest> = {},
): AccountRequest {
  const payee = { address, memo: null, assetId, units, payout: 'order 1' };
  return { payees: [payee], source: treasury, feeRate: RATE, ...more };
}

/** Signs, sends and mines; says what it took of the treasury beside what was paid. */
async function pay(asked: AccountRequest): Promise<{ cost: bigint; most: bigint }> {
  const before = network.account(asked.source).balance;
  const { bytes, feeUnits, txid } = await chain.sign(asked);
  await chain.broadcast(bytes);
  network.mine();
  const receipt = network.find(txid)?.transaction.receipt;
  expect(receipt?.contractRet).toBe('SUCCESS');
  const [{ assetId, units }] = asked.payees;
  const cost = before - network.account(asked.source).balance - (assetId === NATIVE_ID ? units : 0n);
  expect(receipt?.fee).toBe(cost);
  return { cost, most: feeUnits };
}

describe('a payment of TRON', () => {
  it('costs no more than was said, whoever receives it', async () => {
    for (const [address, assetId] of [
      [used, NATIVE_ID],
      [fresh, NATIVE_ID],
      [used, USDT_ID],
      [deposit, USDT_ID],
    ] as const) {
      const { cost, most } = await pay(request(address, assetId, 5_000_000n));
      const asset = assetId === NATIVE_ID ? TRX : TETHER;
      expect(cost).toBeLessThanOrEqual(most);
      expect(cost).toBeLessThanOrEqual(chain.usualCost(asset, RATE));
      expect(cost).toBeLessThanOrEqual(chain.transferCost(asset, RATE));
    }
  });

  it('costs what activates its receiver', async () => {
    expect((await pay(request(fresh, NATIVE_ID, 1n))).cost).toBe(1_100_000n);
    expect((await pay(request(fresh, NATIVE_ID, 2n))).cost).toBeLessThan(300_000n);
  });

  it('uses first what was staked for it', async () => {
    network.account(treasury).energyLimit = TRANSFER_ENERGY.holder - 10;
    network.account(treasury).netLimit = 5_000;
    network.mine();
    expect((await pay(request(used, USDT_ID, 1n))).cost).toBe(10n * RATE);
    network.account(treasury).energyLimit = 400_000;
    network.mine();
    expect((await pay(request(used, USDT_ID, 2n))).cost).toBe(0n);
  });

  it('bounds what a call may burn, and says until when it is good', async () => {
    const { bytes, expiresAt, spends, txid } = await chain.sign(request(used, USDT_ID, 1n));
    const raw = decodeRaw(decodeSigned(bytes).raw);
    expect(raw.feeLimit).toBe(BigInt(Math.ceil(TRANSFER_ENERGY.holder * 1.25)) * RATE);
    expect(raw.expiration).toBe(expiresAt);
    const named = network.blocks.find(({ hash }) => hash.slice(16, 32) === raw.reference.hash);
    expect(named?.height).toBeLessThanOrEqual(network.solid.height);
    expect(expiresAt).toBe((named?.timeMs ?? 0) + 3_600_000);
    expect(spends).toEqual([`${treasury}@${txid}`]);
  });

  it('is the same when it is asked for again a moment later, and another for another order', async () => {
    const first = await chain.sign(request(used, USDT_ID, 1n));
    network.mine();
    expect(await chain.sign(request(used, USDT_ID, 1n))).toEqual(first);
    const [payee] = request(used, USDT_ID, 1n).payees;
    const other = await chain.sign({
      ...request(used, USDT_ID, 1n),
      payees: [{ ...payee, payout: 'order 2' }],
    });
    expect(other.txid).not.toBe(first.txid);
  });

  it.each<[string, () => AccountRequest, string]>([
    [
      'tokens to somebody whom the token has blocked',
      () => request(blocked, USDT_ID, 1n),
      'refuses the transfer',
    ],
    ['TRX to a contract', () => request(contract, NATIVE_ID, 1n), 'is a contract'],
    ['TRX to whoever pays', () => request(treasury, NATIVE_ID, 1n), 'to itself'],
  ])('is not signed where it would fail: %s', async (_what, asked, why) => {
    const failure = await chain.sign(asked()).catch((error: Error) => error);
    expect(failure).toBeInstanceOf(Unpayable);
    expect((failure as Error).message).toContain(why);
  });

  it.each<[string, () => AccountRequest, string]>([
    ['more tokens than there are', () => request(used, USDT_ID, 900_000_001n), 'units of USDT'],
    ['more TRX than there is', () => request(used, NATIVE_ID, 500_000_000n), 'units of TRX'],
    [
      'from an address that is not activated',
      () => request(used, NATIVE_ID, 1n, { source: deposit }),
      'activated',
    ],
    ['at less than energy costs', () => request(used, USDT_ID, 1n, { feeRate: 99n }), 'energy costs 100'],
  ])('waits where there is too little: %s', async (_what, asked, why) => {
    const failure = await chain.sign(asked()).catch((error: Error) => error);
    expect(failure).toBeInstanceOf(NotEnough);
    expect((failure as Error).message).toContain(why);
  });

  it('is taken once, and refused for good where its signature or its expiry is wrong', async () => {
    const { bytes } = await chain.sign(request(used, NATIVE_ID, 1n));
    await chain.broadcast(bytes);
    await chain.broadcast(bytes);
    expect(network.pending).toHaveLength(1);
    const other = await chain.sign(request(used, NATIVE_ID, 2n));
    const forged = Uint8Array.from(other.bytes);
    forged[forged.length - 10] = (forged[forged.length - 10] ?? 0) ^ 1;
    await expect(chain.broadcast(forged)).rejects.toBeInstanceOf(Rejected);
    network.mine(1, 3_600_000);
    await expect(chain.broadcast(other.bytes)).rejects.toBeInstanceOf(Rejected);
  });

  it('has expired for good once a solidified block is past it, and none has it', async () => {
    const attempt = await chain.sign(request(used, NATIVE_ID, 1n));
    const mined = await chain.sign(request(used, NATIVE_ID, 2n));
    await chain.broadcast(mined.bytes);
    network.mine();
    network.mine(1, attempt.expiresAt - network.newest.timeMs);
    expect(await hasPassed(chain, attempt)).toBe(false);
    network.solidify();
    expect(await hasPassed(chain, attempt)).toBe(true);
    expect(await hasPassed(chain, mined)).toBe(false);
    await expect(chain.broadcast(attempt.bytes)).rejects.toBeInstanceOf(Rejected);
  });

  it('has not expired a millisecond before', async () => {
    const attempt = await chain.sign(request(used, NATIVE_ID, 1n));
    network.mine(1, attempt.expiresAt - network.newest.timeMs - 1);
    network.mine(network.unsolid, 0);
    expect(await hasPassed(chain, attempt)).toBe(false);
    await chain.broadcast(attempt.bytes);
  });

  it('is known to have failed once that is solidified', async () => {
    const { bytes, txid } = await chain.sign(request(used, USDT_ID, 900_000_000n));
    const other = await chain.sign(request(deposit, USDT_ID, 500_000_000n));
    await chain.broadcast(other.bytes);
    network.mine();
    await chain.broadcast(bytes);
    network.mine();
    expect(await chain.hasFailed(txid)).toBe(false);
    network.solidify();
    expect(await chain.hasFailed(txid)).toBe(true);
    expect(await chain.hasFailed(other.txid)).toBe(false);
  });

  it('brings in what lies on a deposit address for what that takes there, and no more', async () => {
    network.mint(USDT, deposit, 40_000_000n);
    network.mine();
    const burnt = (await chain.sweepCost(deposit, TETHER, RATE)) ?? 0n;
    expect(burnt).toBe(BigInt(Math.ceil(TRANSFER_ENERGY.holder * 1.25)) * RATE);
    await pay(request(deposit, NATIVE_ID, burnt));
    const sweep = request(treasury, USDT_ID, 40_000_000n, { source: deposit });
    expect((await pay(sweep)).cost).toBe(BigInt(TRANSFER_ENERGY.holder) * RATE);
    // The day's bandwidth has a little left, but not enough: TRX that is left pays for itself.
    const left = network.account(deposit).balance;
    const cost = (await chain.sweepCost(deposit, TRX, RATE)) ?? 0n;
    expect(cost).toBeGreaterThan(0n);
    await pay(request(treasury, NATIVE_ID, left - cost, { source: deposit }));
    // The amount itself may take a byte less than all that there was.
    expect(network.account(deposit).balance).toBeLessThan(2_000n);
  });

  it('needs no fuel where energy was delegated to the address', async () => {
    network.mint(USDT, deposit, 40_000_000n);
    network.account(deposit).energyLimit = 100_000;
    network.mine();
    expect(await chain.sweepCost(deposit, TETHER, RATE)).toBe(0n);
    const { cost } = await pay(request(treasury, USDT_ID, 40_000_000n, { source: deposit }));
    expect(cost).toBe(0n);
  });
});
