import { expect, it } from 'vitest';
import { IS_LONG, volume } from '../../support/volume.ts';
import { replay, tableOf } from './replay.ts';

/** How soon all coins are quoted again once a fault is over. */
const BACK_S = 12;

it.runIf(IS_LONG)(
  'ticks with twelve kinds of fault have no quote that nobody truly gave, and every coin comes back',
  () => {
    const options = volume({ coins: 4, slotS: 60, faultS: 36 }, { coins: 50, slotS: 300, faultS: 180 });
    const replayed = replay({ ...options, seed: 16 });
    process.stdout.write(`${tableOf(replayed)}\n`);
    expect(replayed.wrong.slice(0, 5)).toEqual([]);
    expect(replayed.reports).toHaveLength(12);
    for (const { name, backS, unstopped } of replayed.reports) {
      expect(backS, `${name} is over`).not.toBeNull();
      expect(backS, `${name} is over`).toBeLessThanOrEqual(BACK_S);
      expect(unstopped, `seconds of ${name} that should have stopped it`).toBe(0);
    }
    expect(replayed.quotes).toBeGreaterThan(1_000);
  },
);
