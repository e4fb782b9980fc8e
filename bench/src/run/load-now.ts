import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

const SAMPLE_MS = 2_000;
const MOST_SAMPLES = 60;
/** Above this share of the processors, what else runs on the machine shows in the ratios. */
const QUIET = 0.1;

/** How busy the processors are with other things, from 0 to 1, while the bench itself does nothing. */
export async function otherLoad(): Promise<number> {
  const before = times();
  await pause(SAMPLE_MS);
  const after = times();
  return 1 - (after.idle - before.idle) / (after.all - before.all);
}

/** Waits until what the bench itself has started is done with its first work, such as deriving addresses. */
export async function untilQuiet(before: number): Promise<void> {
  for (let n = 0; n < MOST_SAMPLES; n++) if ((await otherLoad()) <= before + QUIET) return;
}

export function isQuiet(load: number): boolean {
  return load <= QUIET;
}

function times(): { idle: number; all: number } {
  const each = cpus().map(({ times }) => times);
  const idle = each.reduce((sum, time) => sum + time.idle, 0);
  const all = each.reduce((sum, time) => sum + time.user + time.nice + time.sys + time.irq + time.idle, 0);
  return { idle, all };
}
