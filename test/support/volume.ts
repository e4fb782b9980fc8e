/** Set by `npm run test:long`. */
const VARIABLE = 'SWAPDESK_TEST_VOLUME';

/** As far as it is needed here: the tests of pages read this too, and pages have no types of Node. */
const { process } = globalThis as unknown as {
  readonly process: { readonly env: Readonly<Record<string, string | undefined>> };
};

/** True in a run of the long volumes. */
export const IS_LONG = process.env[VARIABLE] === 'long';

/** How many rounds, seeds or requests a test has, or which cases: few in `npm test`, so that it is quick, and many in `npm run test:long`. */
export function volume<T>(usual: T, long: T): T {
  return IS_LONG ? long : usual;
}

/** The first few cases of a kind in `npm test`, one for each class of them; all in `npm run test:long`. */
export function few<T>(count: number, cases: readonly T[]): readonly T[] {
  return cases.slice(0, volume(count, cases.length));
}
