import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LITECOIN } from './testing/coins.ts';
import { LTC, LtcDesk } from './testing/ltc-desk.ts';
import { ScriptedNode } from './testing/scripted-node.ts';

const HASH = 'ab'.repeat(32);
const GENESIS = LITECOIN.genesis.regtest.regtest as string;

/** States of a node into which a real one is not easily brought. */
describe('a node', () => {
  let node: ScriptedNode;
  let desk: LtcDesk;

  beforeAll(async () => {
    node = await ScriptedNode.start();
    desk = new LtcDesk(node);
  });
  afterAll(() => node.stop());
  beforeEach(() => {
    node.answers = {
      getblockchaininfo: `{"chain":"regtest","blocks":9,"headers":9,"bestblockhash":"${HASH}","mediantime":1}`,
      getblockhash: `"${GENESIS}"`,
      getmempoolinfo: '{"loaded":true,"mempoolminfee":0.00001000,"minrelaytxfee":0.00001000}',
    };
  });

  it('that has pruned a block says so', async () => {
    node.answers.getblock = { code: -1, message: 'Block not available (pruned data)' };
    await expect(desk.chain.block(5, desk.watch)).rejects.toThrow('a larger -prune');
  });

  it('that is starting is not believed yet', async () => {
    node.answers.getblockchaininfo = { code: -28, message: 'Verifying blocks...' };
    await expect(desk.chain.tip()).rejects.toThrow('still starting: getblockchaininfo: Verifying blocks...');
  });

  it('that still reads its old mempool cannot tell what waits', async () => {
    node.answers.getmempoolinfo = '{"loaded":false}';
    node.answers.getrawmempool = '[]';
    await expect(desk.chain.mempool(desk.watch)).rejects.toThrow('still loading its mempool');
  });

  it('may lose a transaction between telling of it and showing it', async () => {
    node.answers.getrawmempool = `["${HASH}"]`;
    node.answers.getrawtransaction = { code: -5, message: 'No such mempool transaction' };
    const { transactions, has } = await desk.chain.mempool(desk.watch);
    expect([transactions, has(HASH)]).toEqual([[], false]);
  });

  it('with a full mempool is asked for each transaction once, for some thousand at a time', async () => {
    const txids = Array.from({ length: 5_000 }, (_, n) => n.toString(16).padStart(64, '0'));
    node.answers.getrawmempool = JSON.stringify(txids);
    node.answers.getrawtransaction = `{"txid":"${HASH}","vin":[],"vout":[]}`;
    const chain = desk.chainWith({});
    node.asked.clear();
    for (let round = 0; round < 5; round++) {
      expect((await chain.mempool(desk.watch)).has(txids.at(-1) as string)).toBe(true);
    }
    expect(node.asked.get('getrawtransaction')).toBe(5_000);
  });

  it('on another network is believed in nothing', async () => {
    // Whose newest block is another: a block belongs to one chain, and is asked about once.
    node.answers.getblockchaininfo = `{"chain":"regtest","blocks":9,"headers":9,"bestblockhash":"${'cd'.repeat(32)}","mediantime":1}`;
    node.answers.getblockhash = `"${HASH}"`;
    node.answers.getrawmempool = '[]';
    node.answers.sendrawtransaction = { code: -25, message: 'bad-txns-inputs-missingorspent' };
    const { chain } = desk;
    const calls = [
      () => chain.tip(),
      () => chain.block(1, desk.watch),
      () => chain.mempool(desk.watch),
      () => chain.statusOf(HASH),
      () => chain.broadcast(Uint8Array.of(1)),
      () => chain.balance(LTC, { coins: [], addresses: [] }, { height: 9, hash: HASH }),
    ];
    for (const call of calls) await expect(call()).rejects.toThrow('not one of Litecoin');
  });

  it('that knows what a transaction spends is believed about who paid', async () => {
    const script = `5120${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}`;
    const own = `"scriptPubKey":{"hex":"0014${'00'.repeat(20)}"}`;
    const input = `{"txid":"${HASH}","vout":0,"prevout":{"scriptPubKey":{"hex":"${script}"}}}`;
    node.answers.getblock = `{"hash":"${HASH}","height":5,"time":7,"tx":[{"txid":"${HASH}","vin":[${input}],"vout":[{"value":20999999.97690001,"n":0,${own}}]}]}`;
    const block = await desk.chain.block(5, async () => () => true);
    expect(block?.transactions).toEqual([
      {
        txid: HASH,
        spends: [`${HASH}:0`],
        sources: [expect.stringMatching(/^rltc1p/)],
        transfers: [expect.objectContaining({ units: 2_099_999_997_690_001n })],
      },
    ]);
  });

  it.each([
    ['{"feerate":0.00012345,"blocks":6}', 12_345n],
    ['{"feerate":0.00000001,"blocks":6}', 1_000n],
    ['{"feerate":1.5,"blocks":6}', 1_000_000n],
    ['{"feerate":-1,"blocks":6}', 10_000n],
    ['{"errors":["Insufficient data"],"blocks":0}', 10_000n],
  ])('that estimates %s has us pay %i', async (estimate, now) => {
    node.answers.estimatesmartfee = estimate;
    expect(await desk.chain.feeRate()).toEqual({ now, most: 1_000_000n, step: 1_000n });
  });

  it('whose mempool is full has us pay what it takes', async () => {
    node.answers.estimatesmartfee = '{"feerate":0.00002,"blocks":6}';
    node.answers.getmempoolinfo = '{"mempoolminfee":0.00005}';
    expect((await desk.chain.feeRate()).now).toBe(5_000n);
  });
});
