import { afterAll, beforeAll, expect, it } from 'vitest';
import { CoreNode } from './core-node.ts';
import { readTransaction } from './core-transaction.ts';
import { MempoolWatch } from './mempool-watch.ts';
import { LITECOIN } from './testing/coins.ts';
import { ScriptedNode } from './testing/scripted-node.ts';

const OURS = 'ab'.repeat(32);
const OUTPUT = `{"value":0.5,"n":0,"scriptPubKey":{"hex":"0014${'00'.repeat(20)}"}}`;

const all = async () => () => true;
let node: ScriptedNode;
beforeAll(async () => {
  node = await ScriptedNode.start();
});
afterAll(() => node.stop());

function startWatch(nowMs: () => number = () => 0): MempoolWatch {
  const options = { coin: LITECOIN, network: 'regtest', assetId: 1 } as const;
  const read = (...[answer, watch]: Parameters<ConstructorParameters<typeof MempoolWatch>[1]>) =>
    readTransaction(answer, options, watch);
  // No time passes here but what a test lets pass, however busy the machine is.
  return new MempoolWatch(new CoreNode(node.rpc), read, nowMs);
}

it('a transaction that the node names is read before it is listed', async () => {
  // So many that they are not listed again at once, and more than are read at once.
  const others = Array.from({ length: 50_000 }, (_, n) => n.toString(16));
  node.answers = {
    getmempoolinfo: '{}',
    getrawmempool: JSON.stringify(others),
    getrawtransaction: (txid) => `{"txid":"${txid}","vin":[],"vout":[${txid === OURS ? OUTPUT : ''}]}`,
  };
  const watch = startWatch();
  expect((await watch.look(all)).has(OURS)).toBe(false);
  watch.heard(OURS);
  const { transactions, has, noted } = await watch.look(all);
  expect(transactions).toMatchObject([{ txid: OURS, transfers: [{ units: 50_000_000n }] }]);
  expect(has(OURS)).toBe(true);
  noted();
  expect((await watch.look(all)).transactions).toEqual([]);
  expect(node.asked.get('getrawmempool')).toBe(1);
});

it('a transaction that the node names but does not have is nothing', async () => {
  node.answers = {
    getmempoolinfo: '{}',
    getrawmempool: `["${OURS}"]`,
    getrawtransaction: { code: -5, message: 'No such mempool transaction' },
  };
  const watch = startWatch();
  watch.heard(OURS);
  const { transactions, has } = await watch.look(all);
  expect([transactions, has(OURS)]).toEqual([[], false]);
});

it('what waited while nobody expected anything is not read later, but what has come since is', async () => {
  const others = Array.from({ length: 50_000 }, (_, n) => n.toString(16));
  let now = 0;
  const answer = (txids: readonly string[]) => {
    node.asked.clear();
    node.answers = {
      getmempoolinfo: '{}',
      getrawmempool: JSON.stringify(txids),
      getrawtransaction: (txid) => `{"txid":"${txid}","vin":[],"vout":[${txid === OURS ? OUTPUT : ''}]}`,
    };
  };
  const watch = startWatch(() => now);
  answer(others);
  for (now = 5_000; now <= 20_000; now += 5_000) await watch.glance(all);
  // One of the many that waited at the first glance; what waits on is not new.
  expect(node.asked).toEqual(
    new Map([
      ['getrawmempool', 4],
      ['getrawtransaction', 1],
    ]),
  );
  answer([...others, OURS]);
  expect((await watch.look(all)).transactions).toMatchObject([{ txid: OURS }]);
  expect(node.asked.get('getrawtransaction')).toBe(1);
});

it('what came within two seconds of a glance is read: an order may be as new', async () => {
  const waiting = ['1', '2', OURS];
  let now = 5_000;
  node.answers = {
    getmempoolinfo: '{}',
    getrawmempool: () => JSON.stringify(waiting),
    getrawtransaction: (txid) => `{"txid":"${txid}","vin":[],"vout":[${txid === OURS ? OUTPUT : ''}]}`,
  };
  const watch = startWatch(() => now);
  await watch.glance(all);
  now += 1_900;
  await watch.glance(all);
  expect((await watch.look(all)).transactions).toMatchObject([{ txid: OURS }]);
});
