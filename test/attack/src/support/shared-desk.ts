import { afterAll, beforeAll, describe } from 'vitest';
import { openTarget, type Target } from './target.ts';

/** Tests of one thing, on a desk that others use before and after them. */
export type Suite = readonly [title: string, tests: (desk: () => Target) => void];

/** Starting a service takes longer than most of its tests: these share one, in this order. */
export function describeOnOneDesk(suites: readonly Suite[]): void {
  let target: Target;
  beforeAll(async () => {
    target = await openTarget();
  });
  afterAll(() => target?.stop());
  for (const [title, tests] of suites) describe(title, () => tests(() => target));
}
