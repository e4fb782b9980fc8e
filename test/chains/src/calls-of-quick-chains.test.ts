import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CountingProxy } from '../../support/counting-proxy.ts';
import { describeRealNodes } from './real-nodes.ts';

/** As often as the quick ones among chains of Ethereum's kind have a block. */
const BLOCK_EVERY_MS = 2_000;
const MOST_PER_MINUTE = 60;
/** Long enough for many looks. */
const WATCHED_S = 300;
/** A look has ended when nothing more was asked for so long. */
const LOOK_ENDS_MS = 800;
/** What is watched, two starts, and as long again for a machine that has much else to do. */
const TIMEOUT_MS = 900_000;

/** Waits until a node has been looked at; returns what it has been asked so far, and when it was asked last. */
async function nextLook(proxy: CountingProxy): Promise<{ total: number; at: number }> {
  const before = proxy.total;
  let [total, at] = [before, Date.now()];
  while (total === before || Date.now() - at < LOOK_ENDS_MS) {
    await sleep(50);
    if (proxy.total !== total) [total, at] = [proxy.total, Date.now()];
  }
  return { total, at };
}

/** The same per minute from the end of a look to that of another, so that none counts in part. */
async function perMinuteOfLooks(proxy: CountingProxy, seconds: number): Promise<number> {
  const began = await nextLook(proxy);
  await sleep(seconds * 1_000);
  const ended = await nextLook(proxy);
  return ((ended.total - began.total) * 60_000) / (ended.at - began.at);
}

describeRealNodes('calls to the node of a quick chain', (the) => {
  let ethereum: CountingProxy;

  beforeAll(async () => {
    const world = the();
    ethereum = await CountingProxy.start(world.ethereum.url);
    await world.balanced();
    await world.restartWith({ Ethereum: { endpoints: [ethereum.url], finality: 'finalized' } });
    await world.agrees();
  });
  afterAll(() => ethereum?.stop());

  it('are at most sixty a minute where a block without us comes every two seconds, and all are followed', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const world = the();
    const mining = setInterval(() => void world.ethereum.mine(), BLOCK_EVERY_MS);
    try {
      // What a start asks for is over, and it is known how often blocks come.
      for (let looks = 0; looks < 4; looks++) await nextLook(ethereum);
      ethereum.calls.clear();
      const calls = await perMinuteOfLooks(ethereum, WATCHED_S);
      expect(calls, JSON.stringify(Object.fromEntries(ethereum.calls))).toBeLessThanOrEqual(MOST_PER_MINUTE);
    } finally {
      clearInterval(mining);
    }
    await world.agrees();
  });
});
