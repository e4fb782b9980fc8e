import type { Facts } from '../traces/span.ts';
import type { Engine } from './context.ts';

type Told = Pick<Engine, 'steps'>;

/** Does a step of a job. The orders that it moves have it in their traces. */
export function step<T>({ steps }: Told, name: string, facts: Facts, work: () => Promise<T>): Promise<T> {
  return steps === undefined ? work() : steps.step(name, facts, work);
}

/** Does what is of one payment, within a step. */
export function part<T>({ steps }: Told, name: string, facts: Facts, work: () => Promise<T>): Promise<T> {
  return steps === undefined ? work() : steps.part(name, facts, work);
}
