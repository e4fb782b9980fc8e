import { BeyondLimit, NotEnough, Unpayable } from '../../chains/chain.ts';
import { NotOurs } from '../../wallet/key-ring.ts';

/** Whether what takes from several addresses may be refused for what is wrong with one of them: then each is tried by itself. */
export function mayBeOfOne(error: unknown): boolean {
  // Of all together, a sweep lets go of a fee alone: taken apart it costs more.
  if (error instanceof BeyondLimit) return false;
  return error instanceof NotEnough || error instanceof Unpayable || error instanceof NotOurs;
}
