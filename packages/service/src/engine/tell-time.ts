import { type Repeating, repeat } from '../repeat.ts';
import type { Engine } from './context.ts';

const LOOK_MS = 1_000;

/** Says once that the clocks disagree, and once that they agree again. */
export function tellTime({ isTimeSettled, warn }: Pick<Engine, 'isTimeSettled' | 'warn'>): Repeating {
  let wasSettled = true;
  return repeat(
    async () => {
      const isSettled = isTimeSettled?.() ?? true;
      if (isSettled === wasSettled) return;
      wasSettled = isSettled;
      if (isSettled) warn({}, 'the clocks agree again: orders expire and are judged as usual');
      else
        warn(
          {},
          "the database's clock has jumped: nothing expires and no deposit is judged until it is back",
        );
    },
    LOOK_MS,
    () => {},
  );
}
