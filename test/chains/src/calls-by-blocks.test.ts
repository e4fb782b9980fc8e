import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CountingProxy } from '../../support/counting-proxy.ts';
import { describeRealNodes } from './real-nodes.ts';

interface Blocks {
  readonly everyS: number;
  /** Others pay each other in each block, in ether and in a token of ours. */
  readonly areBusy: boolean;
  readonly most: number;
}
/**
 * As docs/operators.md says. Where blocks come quickly and others use them, each is read with its receipts, as there is one
 * endpoint, and traced, where the node can: then it is as many as that takes.
 */
const CASES: readonly Blocks[] = [
  { everyS: 2, areBusy: false, most: 60 },
  { everyS: 12, areBusy: false, most: 60 },
  { everyS: 12, areBusy: true, most: 60 },
  { everyS: 2, areBusy: true, most: 120 },
];
/** Long enough for many looks. */
const WATCHED_S = 150;
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

describeRealNodes('calls to a node', (the) => {
  let ethereum: CountingProxy;

  beforeAll(async () => {
    const world = the();
    ethereum = await CountingProxy.start(world.ethereum.url);
    await world.balanced();
    await world.restartWith({ Ethereum: { endpoints: [ethereum.url], finality: 'finalized' } });
    await world.agrees();
  });
  afterAll(() => ethereum?.stop());

  it.each(CASES)(
    'are at most $most a minute with a block every $everyS s, busy: $areBusy',
    {
      timeout: TIMEOUT_MS,
    },
    async ({ everyS, areBusy, most }) => {
      const world = the();
      const block = async () => {
        if (areBusy) {
          await world.payToken(world.stranger(), 1n);
          await world.payEther(world.stranger(), 1n);
        }
        await world.ethereum.mine();
      };
      const mining = setInterval(() => void block(), everyS * 1_000);
      try {
        // What a start asks for is over, and it is known how often blocks come.
        for (let looks = 0; looks < 4; looks++) await nextLook(ethereum);
        ethereum.calls.clear();
        const calls = await perMinuteOfLooks(ethereum, WATCHED_S);
        expect(calls, JSON.stringify(Object.fromEntries(ethereum.calls))).toBeLessThanOrEqual(most);
      } finally {
        clearInterval(mining);
      }
      // All of them were followed.
      await world.agrees();
    },
  );
});
