import { StartupError } from '../startup-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A variable that is a whole number within bounds. */
export function wholeOf(
  env: Environment,
  name: string,
  [least, most]: readonly [number, number],
  otherwise: number,
): number {
  const text = env[name] ?? String(otherwise);
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= least && number <= most))
    throw new StartupError(`${name} must be a whole number from ${least} to ${most}, not "${text}".`);
  return number;
}
