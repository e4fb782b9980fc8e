import { describe, expect, it } from 'vitest';
import { AskedLater, patientScreen } from './patient-screen.ts';
import { CLEAR, type Subject } from './screen.ts';

const about = (address: string): Subject => ({ chainId: 1, chain: 'Bitcoin', address });

/** A provider that is down until it is said to be up, asked twice a second about these, as orders that wait do. */
function provider() {
  let now = 0;
  let isUp = false;
  const asked: string[] = [];
  const told: string[] = [];
  const over: string[] = [];
  const screen = patientScreen(
    async ({ address }) => {
      asked.push(address);
      if (!isUp) throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
      return CLEAR;
    },
    () => Math.floor(now),
    (was) => over.push(was),
  );
  return {
    asked,
    told,
    over,
    goUp: () => (isUp = true),
    async pass(seconds: number, ...addresses: string[]) {
      for (const end = now + seconds; now < end; now += 0.5) {
        for (const address of addresses)
          await screen(about(address)).catch((error: Error) => {
            if (!(error instanceof AskedLater)) told.push(error.message);
          });
      }
    },
  };
}

describe('a provider that does not answer', () => {
  it('is asked about an address later and later, up to once a minute', async () => {
    const { asked, pass } = provider();
    await pass(10, 'one');
    expect(asked.length).toBe(3);
    await pass(590, 'one');
    expect(asked.length).toBeLessThan(16);
    expect(asked.length).toBeGreaterThan(11);
  });

  it('is told of once, then once a minute in numbers, and once that it is over', async () => {
    const { told, over, pass, goUp } = provider();
    await pass(10, 'one', 'two', 'three');
    expect(told).toEqual(['fetch failed: ECONNREFUSED']);
    await pass(100, 'one', 'two', 'three');
    expect(told.length).toBe(2);
    expect(told[1]).toMatch(
      /^fetch failed: ECONNREFUSED; \d+ questions about 3 addresses without an answer since$/,
    );
    goUp();
    await pass(61, 'one', 'two', 'three');
    expect(over).toEqual(['fetch failed: ECONNREFUSED']);
  });

  it('is asked about few at a time, however many wait, and about all as soon as it answers', async () => {
    const { asked, pass, goUp } = provider();
    const many = Array.from({ length: 200 }, (_, n) => `a${n}`);
    await pass(30, ...many);
    expect(asked.length).toBeLessThan(60);
    goUp();
    asked.length = 0;
    await pass(6, ...many);
    expect(new Set(asked).size).toBe(200);
  });
});

it("an address that a provider cannot answer about is in nobody else's way", async () => {
  const asked: string[] = [];
  const screen = patientScreen(
    async ({ address }) => {
      asked.push(address);
      if (address === 'odd') throw new Error('the screening provider answered 500');
      return CLEAR;
    },
    () => 0,
    () => {},
  );
  for (let n = 0; n < 20; n++) {
    await screen(about('odd')).catch(() => {});
    expect(await screen(about(`other ${n}`))).toEqual(CLEAR);
  }
  expect(asked.filter((each) => each === 'odd').length).toBe(1);
});
