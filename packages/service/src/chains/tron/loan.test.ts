import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Rejected } from '../chain.ts';
import { toHex } from './account.ts';
import { USUAL_PARAMETERS } from './chain-parameters.ts';
import { burns } from './costs.ts';
import { loanFor, unitsFor } from './loan.ts';
import { TRANSFER_ENERGY } from './testing/contracts.ts';
import { ENERGY, energyOf } from './testing/staking.ts';
import { strangers, TestWallet, testChain, trxPayment, USDT, USDT_ID } from './testing/test-chain.ts';
import { KINDS, TronTestNetwork } from './testing/test-network.ts';
import { TronTestNode } from './testing/test-node.ts';
import type { TronChain } from './tron-chain.ts';

/** Energy that an account of the operator's lends: how much, when it is cheaper, and what the network says of it. */

const TRX = 1_000_000n;
const STAKE = { free: 10n ** 15n, energyLimit: ENERGY.limit, energyWeight: ENERGY.weight, bandwidth: 600 };

describe('a loan', () => {
  it('gives the energy that is lacking, and hardly more', () => {
    const weights = fc.bigInt({ min: 1_000_000n, max: 10n ** 11n });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), weights, (energy, energyWeight) => {
        const units = unitsFor(energy, { ...STAKE, energyWeight });
        const given = (units * STAKE.energyLimit) / (energyWeight * TRX);
        expect(given >= BigInt(energy)).toBe(true);
        const [most, one] = [(BigInt(energy) * 52n) / 50n, STAKE.energyLimit / energyWeight];
        expect(given <= most + one + 1n).toBe(true);
        expect(units % TRX).toBe(0n);
      }),
    );
  });

  it('is made only where that is cheaper than burning, and no more is lent than is free', () => {
    const whole = (max: number) => fc.integer({ min: 0, max });
    const given = fc.record({
      energy: whole(300_000),
      has: whole(300_000),
      isActivated: fc.boolean(),
      bandwidth: whole(1_000),
      free: fc.bigInt({ min: 0n, max: 100_000n * TRX }),
      promised: fc.bigInt({ min: 0n, max: 100_000n * TRX }),
    });
    fc.assert(
      fc.property(given, ({ energy, has, isActivated, bandwidth, free, promised }) => {
        const needs = { bytes: 345, energy, activates: false };
        const resources = { energy: has, bandwidth: 0, freeBandwidth: 600 };
        const loan = loanFor(
          { needs, resources, isActivated },
          { ...STAKE, free, bandwidth },
          promised,
          USUAL_PARAMETERS,
        );
        const burnt = burns(needs, resources, USUAL_PARAMETERS);
        if (loan === null) {
          const units = unitsFor(Math.max(1, energy - has), STAKE);
          expect(has >= energy || units + promised > free || burnt <= 600_001n).toBe(true);
          return;
        }
        expect(loan.units + promised <= free).toBe(true);
        expect(loan.cost < burnt).toBe(true);
        // An account that is not there cannot be lent to.
        expect(loan.cost).toBe(isActivated ? 0n : 1n);
      }),
    );
  });
});

const wallet = new TestWallet();
const [treasury, deposit, operator] = [0, 1, 60].map((n) => wallet.address(n)) as [string, string, string];
const TETHER = { id: USDT_ID, abbr: 'USDT', contract: USDT };
const RATE = 100n;
const NEEDED = Math.ceil(TRANSFER_ENERGY.holder * 1.25);

describe('energy on a network of TRON', () => {
  let network: TronTestNetwork;
  let node: TronTestNode;
  let chain: TronChain;

  beforeEach(async () => {
    network = new TronTestNetwork();
    network.addToken(USDT, { decimals: 6 });
    network.account(treasury).balance = 500n * TRX;
    network.mint(USDT, treasury, 1n);
    network.mint(USDT, deposit, 40_000_000n);
    network.account(deposit);
    network.account(operator).frozen = 20_000n * TRX;
    network.account(operator).permissions = [{ id: 2, key: toHex(treasury), kinds: Object.values(KINDS) }];
    network.mine(25);
    node = await TronTestNode.start(network);
    chain = testChain([node], wallet, { energy: { account: operator, permission: 2 } });
  });
  afterEach(() => node.stop());

  async function move(lends: 'out' | 'back', units: bigint) {
    const payee = { address: deposit, memo: null, assetId: 14, units };
    const signed = await chain.sign({ payees: [payee], source: operator, feeRate: RATE, lends });
    await chain.broadcast(signed.bytes);
    network.mine();
    return { ...signed, receipt: network.find(signed.txid)?.transaction.receipt };
  }

  async function sweep() {
    const payee = { address: treasury, memo: null, assetId: USDT_ID, units: 40_000_000n };
    const { bytes, txid } = await chain.sign({ payees: [payee], source: deposit, feeRate: RATE });
    await chain.broadcast(bytes);
    network.mine();
    return network.find(txid)?.transaction.receipt;
  }

  const offer = (promised = 0n) => chain.lender?.offer(deposit, TETHER, promised);
  const lent = () => chain.lender?.lentTo(deposit);

  it('is lent to an address for its sweep, and what was used of it comes back within a day', async () => {
    const loan = await offer();
    expect(loan?.cost).toBe(0n);
    const { feeUnits, spends, sources, txid, receipt } = await move('out', loan?.units ?? 0n);
    expect([feeUnits, spends, sources]).toEqual([0n, [`${operator}@${txid}`], [operator]]);
    expect(receipt?.contractRet).toBe('SUCCESS');
    expect([await lent(), await chain.sweepCost(deposit, TETHER, RATE)]).toEqual([loan?.units, 0n]);
    expect(await offer()).toBeNull();
    expect(await sweep()).toMatchObject({ contractRet: 'SUCCESS', fee: 0n });
    await move('back', loan?.units ?? 0n);
    expect(await lent()).toBe(0n);
    const most = async () => (await node_('getcandelegatedmaxsize')).max_size ?? 0;
    const used = energyOf(20_000n * TRX - BigInt(await most()));
    expect(used).toBeGreaterThan(TRANSFER_ENERGY.holder * 0.99);
    expect(used).toBeLessThanOrEqual(TRANSFER_ENERGY.holder);
    network.mine(1, 43_200_000);
    expect(energyOf(20_000n * TRX - BigInt(await most()))).toBeLessThan(used * 0.51);
    network.mine(1, 43_200_000);
    expect(await most()).toBe(20_000_000_000);
  });

  async function node_(method: string): Promise<{ max_size?: number }> {
    const body = JSON.stringify({ owner_address: toHex(operator), type: 1 });
    return (await fetch(`${node.url}/wallet/${method}`, { method: 'POST', body })).json() as never;
  }

  it('is not offered beyond what is free, nor without the permission; an address that is not there needs a unit first', async () => {
    const units = unitsFor(NEEDED, STAKE);
    expect(await offer(20_000n * TRX - units)).toEqual({ units, cost: 0n });
    expect(await offer(20_000n * TRX - units + 1n)).toBeNull();
    const other = wallet.address(2);
    network.mint(USDT, other, 5n);
    network.mine();
    expect(await chain.lender?.offer(other, TETHER, 0n)).toEqual({ units, cost: 1n });
    network.account(operator).permissions = [{ id: 2, key: toHex(treasury), kinds: [KINDS.delegate] }];
    network.mine();
    expect(await offer()).toBeNull();
  });

  it.each<[string, () => unknown, bigint, 'out' | 'back']>([
    ['more than is staked', () => {}, 20_001n * TRX, 'out'],
    ['less than a TRX', () => {}, TRX - 1n, 'out'],
    [
      'by somebody who may not',
      () => Object.assign(network.account(operator), { permissions: [] }),
      TRX,
      'out',
    ],
    ['what was not lent', () => {}, TRX, 'back'],
  ])('is not moved: %s', async (_what, prepare, units, lends) => {
    prepare();
    await expect(move(lends, units)).rejects.toThrow();
    expect(network.pending).toEqual([]);
  });

  it('is no transfer; whoever lends pays for its bytes, and what else it does is nobody’s business', async () => {
    network.account(operator).freeNetUsed = 600;
    network.account(operator).balance = 10n * TRX;
    const { txid } = await move('out', 10n * TRX);
    const lending = network.newest.height;
    network.enqueue(strangers(network, trxPayment(treasury, operator, 7n)));
    network.mine();
    network.solidify();
    const watch = async () => (address: string) => address === deposit;
    const [loan] = (await chain.block(lending, watch))?.transactions ?? [];
    expect(loan).toMatchObject({ txid, transfers: [], feeUnits: 0n, spends: [`${operator}@${txid}`] });
    expect(network.account(operator).balance).toBeLessThan(10n * TRX);
    const [gift] = (await chain.block(lending + 1, watch))?.transactions ?? [];
    expect(gift?.transfers).toEqual([]);
  });

  it('is refused for good by a network if somebody else has signed', async () => {
    const stranger = testChain([node], wallet, {
      energy: { account: operator, permission: 2 },
      signer: { sign: (plan) => wallet.sign({ ...plan, from: wallet.address(5) } as never) },
    });
    const payee = { address: deposit, memo: null, assetId: 14, units: TRX };
    const { bytes } = await stranger.sign({ payees: [payee], source: operator, feeRate: RATE, lends: 'out' });
    await expect(chain.broadcast(bytes)).rejects.toBeInstanceOf(Rejected);
  });

  it('is looked at by doctor', async () => {
    const patient = { assets: [], followed: null, now: Math.floor(network.newest.timeMs / 1_000) };
    const found = async () =>
      (await chain.examine(patient)).find(({ what }) => what === `energy of ${operator}`);
    expect(await found()).toMatchObject({
      facts: '20000 TRX can be lent to deposit addresses',
      advice: null,
    });
    network.account(operator).permissions = [];
    network.mine();
    expect((await found())?.advice).toContain('no permission 2');
  });
});
