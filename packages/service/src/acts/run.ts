import type { Done } from '../operators/audit.ts';
import type { Queryable } from '../store/database.ts';

/** Does work in one transaction and writes down who did it; or rehearses it, and nothing of it stays. */
export type Run = <Result>(
  work: (client: Queryable, now: number) => Promise<Done<Result>>,
) => Promise<Result>;
