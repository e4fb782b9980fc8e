import { schnorr } from '@noble/curves/secp256k1.js';
import { hex } from '@scure/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CoreNode } from '../../../../../test/support/core-node.ts';
import { whyNoLitecoind } from '../../../../../test/support/install-litecoind.ts';
import type { Decimal, Json } from '../../../../contract/src/index.ts';
import { type Coin, NotEnough, type Payee, Rejected, type SignedPayment, Unpayable } from '../chain.ts';
import { unitsOf } from '../rpc/fields.ts';
import { addressOfLock } from './script.ts';
import { LITECOIN } from './testing/coins.ts';
import { LTC, LtcDesk } from './testing/ltc-desk.ts';

const missing = await whyNoLitecoind();
if (missing !== null) console.warn(`Not tested against a real node: ${missing}`);

describe.skipIf(missing !== null)('payments through a Litecoin node', () => {
  let node: CoreNode;
  let desk: LtcDesk;

  beforeAll(async () => {
    node = await CoreNode.start();
    desk = new LtcDesk(node);
  });
  afterAll(() => node?.stop());

  const payTo = (address: string, units: bigint): Payee => ({ address, units, memo: null, assetId: LTC.id });
  const sum = (parts: readonly { units: bigint }[]) => parts.reduce((total, { units }) => total + units, 0n);

  /** Coins of ours in a block: of these amounts, at deposit addresses from an index on. */
  async function coins(amounts: readonly string[], from = 0): Promise<Coin[]> {
    const entries = amounts.map((amount, n) => [desk.deposits[from + n] as string, amount]);
    await node.pay(Object.fromEntries(entries));
    await node.mine();
    return desk.newCoins();
  }

  function sign(payees: readonly Payee[], spendable: readonly Coin[], feeRate = 10_000n, spendAll = false) {
    return desk.chain.sign({ payees, coins: spendable, feeRate, spendAll });
  }

  const decoded = async ({ bytes }: SignedPayment) =>
    (await node.call('decoderawtransaction', hex.encode(bytes))) as {
      txid: string;
      vsize: Decimal;
      vin: Json[];
      vout: { value: Decimal; scriptPubKey: { addresses: string[] } }[];
    };

  it('reach receivers of every kind in one transaction, and the change comes back', async () => {
    const taproot = addressOfLock(LITECOIN, 'regtest', {
      kind: 'p2tr',
      program: hex.encode(schnorr.getPublicKey(new Uint8Array(32).fill(9))),
    }) as string;
    const key = ((await node.user.call('getaddressinfo', await node.newAddress())) as { pubkey: string })
      .pubkey;
    const script = (await node.call('createmultisig', 1, [key], 'bech32')) as { address: string };
    const plain = await Promise.all(['legacy', 'p2sh-segwit', 'bech32'].map((type) => node.newAddress(type)));
    const receivers = [...plain, script.address, taproot];
    const payees = receivers.map((address, n) => payTo(address, 10_000_000n + BigInt(n)));
    const spendable = await coins(['0.3', '0.25', '5']);

    const signed = await sign(payees, spendable);
    expect(signed.spends).toHaveLength(1);
    expect(signed.sources).toEqual([desk.deposits[2]]);
    expect(await sign(payees, [...spendable].reverse())).toEqual(signed);

    const { txid, vsize, vout } = await decoded(signed);
    expect(txid).toBe(signed.txid);
    const paid = vout.map(
      ({ value, scriptPubKey }) => [scriptPubKey.addresses[0], unitsOf(value, 8)] as const,
    );
    const changeUnits = 500_000_000n - sum(payees) - signed.feeUnits;
    expect(paid).toEqual([
      ...payees.map(({ address, units }) => [address, units]),
      [desk.treasury, changeUnits],
    ]);
    const atRate = BigInt(String(vsize)) * 10n;
    expect(signed.feeUnits).toBeGreaterThanOrEqual(atRate);
    expect(signed.feeUnits).toBeLessThanOrEqual(atRate + 20n);

    await desk.chain.broadcast(signed.bytes);
    await desk.chain.broadcast(signed.bytes);
    expect(await desk.chain.statusOf(txid)).toEqual({ state: 'waiting' });
    const hash = await node.mine();
    await desk.chain.broadcast(signed.bytes);
    const { height } = await desk.chain.tip();
    expect(await desk.chain.statusOf(txid)).toEqual({ state: 'mined', block: { height, hash } });
    const block = await desk.chain.block(height, desk.watch);
    expect(block?.transactions.find((each) => each.txid === txid)).toMatchObject({
      spends: signed.spends,
      sources: signed.sources,
      transfers: [{ index: 5, address: desk.treasury, units: changeUnits }],
    });
  });

  it('spend coins of every kind that one key locks', async () => {
    const legacy = desk.addressOfKind('p2pkh', 10);
    const taproot = desk.addressOfKind('p2tr', 11);
    await node.pay({ [legacy]: '1', [taproot]: '1', [desk.deposits[12] as string]: '1' });
    await node.mine();
    const spendable = await desk.newCoins();
    expect(spendable).toHaveLength(3);
    const signed = await sign([payTo(await node.newAddress(), 200_000_000n)], spendable, 1_000n, true);
    expect([...signed.sources].sort()).toEqual([legacy, taproot, desk.deposits[12]].sort());
    expect(await sign([payTo(desk.treasury, 250_000_000n)], spendable)).toEqual(
      await sign([payTo(desk.treasury, 250_000_000n)], spendable),
    );
    const { vsize } = await decoded(signed);
    expect(signed.feeUnits).toBeGreaterThanOrEqual(BigInt(String(vsize)));
    await desk.chain.broadcast(signed.bytes);
    await node.mine();
    expect(await desk.chain.statusOf(signed.txid)).toMatchObject({ state: 'mined' });
  });

  it('sign nothing for a coin that the node does not have like that', async () => {
    await node.pay({ [desk.addressOfKind('p2pkh', 13)]: '1' });
    await node.mine();
    const [coin] = await desk.newCoins();
    const mistaken = { ...coin!, units: 50_000_000n };
    const unknown = { ...coin!, spend: `${'0'.repeat(64)}:0` };
    await expect(sign([payTo(desk.treasury, 40_000_000n)], [unknown])).rejects.toThrow(
      'does not have the coin',
    );
    await expect(sign([payTo(desk.treasury, 40_000_000n)], [mistaken])).rejects.toThrow(
      'not what it is believed',
    );
  });

  it('leave alone what a miner was given just now', async () => {
    await node.mine(1, desk.deposits[15] as string);
    const block = await desk.chain.block((await desk.chain.tip()).height, desk.watch);
    expect(block?.transactions[0]?.maturity).toBe(100);
    const [fresh] = await desk.newCoins();
    const [other] = await coins(['0.5'], 16);
    const payees = [payTo(await node.newAddress(), 10_000_000n)];
    await expect(sign(payees, [fresh!])).rejects.toBeInstanceOf(NotEnough);
    expect((await sign(payees, [fresh!, other!])).spends).toEqual([other!.spend]);
  });

  it('replace one another at a higher fee', async () => {
    const spendable = await coins(['1', '2'], 20);
    const payees = [payTo(await node.newAddress(), 150_000_000n)];
    const slow = await sign(payees, spendable, 1_000n);
    await desk.chain.broadcast(slow.bytes);
    const taken = spendable.filter(({ spend }) => slow.spends.includes(spend));
    const hardlyFaster = await sign(payees, taken, 1_500n, true);
    await expect(desk.chain.broadcast(hardlyFaster.bytes)).rejects.toThrow('insufficient fee');
    const { step = 0n } = await desk.chain.feeRate();
    const fast = await sign(payees, taken, 1_000n + step, true);
    expect(fast.spends).toEqual(slow.spends);
    await desk.chain.broadcast(fast.bytes);
    expect(await desk.chain.statusOf(slow.txid)).toEqual({ state: 'unknown' });
    await expect(desk.chain.broadcast(slow.bytes)).rejects.toThrow('insufficient fee');
    await node.mine();
    expect(await desk.chain.statusOf(fast.txid)).toMatchObject({ state: 'mined' });
    await expect(desk.chain.broadcast(slow.bytes)).rejects.toBeInstanceOf(Rejected);
    expect(await desk.chain.statusOf(slow.txid)).toEqual({ state: 'unknown' });
  });

  it('are found even when all that they paid is spent again', async () => {
    const [coin] = await coins(['1'], 30);
    const signed = await sign([payTo(await node.newAddress(), 99_999_000n)], [coin!], 1_000n);
    await desk.chain.broadcast(signed.bytes);
    const hash = await node.mine();
    const { height } = await desk.chain.tip();
    const spent = await node.craft([{ txid: signed.txid, index: 0 }], { [await node.newAddress()]: '0.999' });
    await node.call('sendrawtransaction', spent);
    await node.mine();
    expect(await desk.chain.statusOf(signed.txid)).toEqual({ state: 'mined', block: { height, hash } });
    await node.reorganise(2, 0);
    expect(await desk.chain.statusOf(signed.txid)).toEqual({ state: 'waiting' });
    await node.mine(2);
  });

  it('change what we hold by what they say, as of each block', async () => {
    const held = await coins(['1', '2', '3'], 40);
    const before = await desk.chain.tip();
    const balance = (all: readonly Coin[], at = before) =>
      desk.chain.balance(LTC, { coins: all, addresses: [] }, at);
    expect(await balance(held)).toBe(600_000_000n);

    const signed = await sign([payTo(await node.newAddress(), 50_000_000n)], held);
    await desk.chain.broadcast(signed.bytes);
    // What waits does not count.
    expect(await balance(held)).toBe(600_000_000n);
    await node.mine();
    expect(await balance(held)).toBeNull();
    const now = await desk.chain.tip();
    const all = [...held, ...(await desk.newCoins())];
    expect(await balance(all, now)).toBe(600_000_000n - 50_000_000n - signed.feeUnits);
    expect(await balance(held, now)).toBe(500_000_000n);
  });

  it('are refused where they would be dust, or cannot be afforded', async () => {
    const [coin] = await coins(['0.001'], 50);
    const address = await node.newAddress();
    await expect(sign([payTo(address, 2_939n)], [coin!])).rejects.toThrow('nodes relay no output below 2940');
    await expect(sign([payTo(address, 100_000n)], [coin!])).rejects.toBeInstanceOf(NotEnough);
    const mistyped = 'LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8E';
    await expect(sign([payTo(mistyped, 5_000n)], [coin!])).rejects.toBeInstanceOf(Unpayable);
    // Just not dust is relayed, and change that would be dust goes to the fee.
    const close = await sign([payTo(address, 2_940n), payTo(desk.treasury, 93_500n)], [coin!]);
    expect((await decoded(close)).vout).toHaveLength(2);
    await desk.chain.broadcast(close.bytes);
    await node.mine();
    expect(await desk.chain.statusOf(close.txid)).toMatchObject({ state: 'mined' });
  });

  it('that are no transactions are rejected', async () => {
    await expect(desk.chain.broadcast(Uint8Array.of(1, 2, 3))).rejects.toBeInstanceOf(Rejected);
  });
});
