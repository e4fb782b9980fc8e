import type { Actor } from './audit.ts';

/** Who wants to confirm something. */
export type Party = Pick<Actor, 'name' | 'via'>;

/** Who asked for it. A schedule is nobody. */
export interface Asked {
  readonly name: string;
  readonly via: Party['via'] | 'schedule';
  readonly at: number;
}

/**
 * From when somebody may confirm what was asked for; null: another has to. Another is an operator who is signed in at the
 * console under another name. Where nobody else could, it takes a while instead, in which whoever asked can think again
 * and an intruder is noticed. On the command line anybody may be anybody: whoever asks there may be one of the operators,
 * and nobody confirms there what an operator could.
 */
export function confirmableFrom(
  asked: Asked,
  who: Party,
  /** The names of all operators who could confirm it. */
  able: readonly string[],
  waitS: number,
): number | null {
  const isAsker = (name: string) => asked.via === 'console' && asked.name === name;
  const unknown = asked.via === 'console' || asked.via === 'schedule' ? 0 : 1;
  const others = able.filter((name) => !isAsker(name)).length - unknown;
  if (others <= 0) return asked.at + waitS;
  return who.via === 'console' && !isAsker(who.name) ? asked.at : null;
}
