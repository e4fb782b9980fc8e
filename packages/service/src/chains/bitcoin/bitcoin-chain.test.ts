import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CoreNode } from '../../../../../test/support/core-node.ts';
import { whyNoLitecoind } from '../../../../../test/support/install-litecoind.ts';
import { IS_LONG } from '../../../../../test/support/volume.ts';
import type { Transaction } from '../chain.ts';
import { RpcUnreachable } from '../rpc/errors.ts';
import { BITCOIN } from './testing/coins.ts';
import { inCoins, LTC, LtcDesk } from './testing/ltc-desk.ts';

const missing = await whyNoLitecoind();
if (missing !== null) console.warn(`Not tested against a real node: ${missing}`);

describe.skipIf(missing !== null)('a Litecoin node', () => {
  let node: CoreNode;
  let desk: LtcDesk;

  beforeAll(async () => {
    node = await CoreNode.start();
    desk = new LtcDesk(node);
  });
  afterAll(() => node?.stop());

  const deposit = (index: number) => desk.deposits[index] as string;
  const tipBlock = async () => {
    const { height } = await desk.chain.tip();
    return (await desk.chain.block(height, desk.watch))!;
  };
  const find = (all: readonly Transaction[], txid: string) => all.find((each) => each.txid === txid);

  it('tells a deposit while it waits, once it has been noted no more, and that it waits still', async () => {
    const txid = await node.pay({ [deposit(0)]: '1.23456789' });
    const first = await desk.chain.mempool(desk.watch);
    expect(find(first.transactions, txid)?.transfers).toEqual([
      { index: expect.any(Number), address: deposit(0), assetId: LTC.id, units: 123_456_789n },
    ]);
    expect(find((await desk.chain.mempool(desk.watch)).transactions, txid)).toBeDefined();
    first.noted();
    const later = await desk.chain.mempool(desk.watch);
    expect(later.transactions).toEqual([]);
    expect(later.has(txid)).toBe(true);
    expect(await desk.chain.statusOf(txid)).toEqual({ state: 'waiting' });
  });

  it('tells a deposit in a block, who paid it, and what that used up', async () => {
    const txid = await node.pay({ [deposit(1)]: '0.1', [deposit(2)]: '0.2' });
    const parent = await desk.chain.tip();
    const hash = await node.mine();
    const block = await tipBlock();
    expect(block).toMatchObject({ hash, height: parent.height + 1, parent: parent.hash });
    const transaction = find(block.transactions, txid)!;
    expect(transaction.transfers.map(({ units }) => units).sort()).toEqual([10_000_000n, 20_000_000n]);
    for (const source of transaction.sources) {
      expect(await node.user.call('getaddressinfo', source)).toMatchObject({ ismine: true });
    }
    expect(transaction.sources).not.toEqual([]);
    const raw = await node.call('getrawtransaction', txid, true, hash);
    const inputs = (raw as { vin: { txid: string; vout: unknown }[] }).vin;
    expect(transaction.spends).toEqual(inputs.map((input) => `${input.txid}:${input.vout}`));
    expect(await desk.chain.statusOf(txid)).toEqual({
      state: 'mined',
      block: { height: block.height, hash },
    });
    expect((await desk.chain.mempool(desk.watch)).has(txid)).toBe(false);
  });

  it('tells who paid from each form of address that shows its key', async () => {
    for (const type of ['legacy', 'p2sh-segwit', 'bech32']) {
      const coin = await node.coin('1', type);
      const txid = await node.call('sendrawtransaction', await node.craft([coin], { [deposit(3)]: '0.999' }));
      const { transactions } = await desk.chain.mempool(desk.watch);
      expect(find(transactions, txid as string)?.sources).toEqual([coin.address]);
    }
    await node.mine();
  });

  it('tells two hundred deposits of one block to the unit', async () => {
    const amounts = Array.from({ length: 200 }, (_, n) => 100_000n + BigInt(n));
    for (let start = 0; start < 200; start += 50) {
      const some = amounts.slice(start, start + 50).map((units, n) => [deposit(start + n), inCoins(units)]);
      await node.pay(Object.fromEntries(some));
    }
    await node.mine();
    const transfers = (await tipBlock()).transactions.flatMap((each) => each.transfers);
    const byAddress = new Map(transfers.map(({ address, units }) => [address, units]));
    expect(transfers).toHaveLength(200);
    expect(amounts.every((units, n) => byAddress.get(deposit(n)) === units)).toBe(true);
  });

  it('has no block beyond its newest', async () => {
    const { height } = await desk.chain.tip();
    expect(await desk.chain.block(height + 1, desk.watch)).toBeNull();
    expect(await desk.chain.block(-1, desk.watch)).toBeNull();
    expect((await desk.chain.block(0, desk.watch))?.parent).toBe('');
    expect(await desk.chain.settled(height)).toBe(height - 5);
  });

  it('forgets a deposit whose coins were spent otherwise', async () => {
    const coin = await node.coin('1');
    const spend = async (to: string, amount: string) =>
      (await node.call('sendrawtransaction', await node.craft([coin], { [to]: amount }))) as string;
    const seen = await spend(deposit(5), '0.999');
    const look = await desk.chain.mempool(desk.watch);
    expect(find(look.transactions, seen)).toBeDefined();
    look.noted();
    const instead = await spend(await node.newAddress(), '0.99');
    const after = await desk.chain.mempool(desk.watch);
    expect([after.has(seen), after.has(instead)]).toEqual([false, true]);
    expect(await desk.chain.statusOf(seen)).toEqual({ state: 'unknown' });
    await node.mine();
    expect(await desk.chain.statusOf(seen)).toEqual({ state: 'unknown' });
  });

  it('takes blocks back, and what was in them waits again', async () => {
    const txid = await node.pay({ [deposit(6)]: '3' });
    await node.mine();
    const before = await tipBlock();
    await node.mine(2);
    await node.reorganise(3, 4);
    const same = await desk.chain.block(before.height, desk.watch);
    expect(same?.parent).toBe(before.parent);
    expect(same?.hash).not.toBe(before.hash);
    expect((await desk.chain.tip()).height).toBe(before.height + 3);
    expect(await desk.chain.statusOf(txid)).toMatchObject({
      state: 'mined',
      block: { height: before.height },
    });
  });

  it('is found out to be on another network, or of another coin', async () => {
    await expect(desk.chainWith({ network: 'test' }).tip()).rejects.toThrow('chain "regtest", not on test');
    await expect(desk.chainWith({ network: 'main' }).block(1, desk.watch)).rejects.toThrow('not on main');
    await expect(desk.chainWith({ coin: BITCOIN }).tip()).rejects.toThrow('not one of Bitcoin');
  });

  it('may be down and come back', async () => {
    const txid = await node.pay({ [deposit(7)]: '1' });
    (await desk.chain.mempool(desk.watch)).noted();
    const before = await desk.chain.tip();
    await node.halt();
    const error = await desk.chain.tip().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RpcUnreachable);
    await node.launch();
    expect(await desk.chain.tip()).toEqual(before);
    await expect.poll(async () => (await desk.chain.mempool(desk.watch)).has(txid)).toBe(true);
    expect(await desk.chain.statusOf(txid)).toEqual({ state: 'waiting' });
  });

  it('has no idea of fees on regtest: the fallback is paid, or what the node relays at least', async () => {
    expect(await desk.chain.feeRate()).toEqual({ now: 10_000n, most: 1_000_000n, step: 1_000n });
    const poor = { targetBlocks: 6, floor: 1n, cap: 5_000n, fallback: 1n };
    expect(await desk.chainWith({ fees: poor }).feeRate()).toEqual({
      now: 1_000n,
      most: 5_000n,
      step: 1_000n,
    });
    const tooPoor = desk.chainWith({ fees: { ...poor, cap: 999n } });
    await expect(tooPoor.feeRate()).rejects.toThrow('raise the cap');
  });

  it.runIf(IS_LONG)(
    'may have extension blocks, which are passed over, and from which money can come',
    async () => {
      await node.enterExtensionBlocks();
      const all = (await node.user.call('listunspent')) as { txid: string; vout?: unknown }[];
      const plain = all.filter(({ vout }) => vout !== undefined);
      const refs = plain.map(({ txid, vout }) => ({ txid, vout: Number(String(vout)) }));
      await node.user.call('lockunspent', false, refs);
      const txid = await node.pay({ [deposit(8)]: '1.00000001' });
      const waiting = await desk.chain.mempool(desk.watch);
      expect([waiting.has(txid), find(waiting.transactions, txid)]).toEqual([true, undefined]);
      await node.mine();
      const { transactions } = await tipBlock();
      expect(transactions.at(-1)?.transfers).toEqual([
        { index: 1, address: deposit(8), assetId: LTC.id, units: 100_000_001n },
      ]);
      expect(find(transactions, txid)).toBeUndefined();
    },
  );
});
