/** Set by `npm run test:long`. */
const VARIABLE = 'SWAPDESK_TEST_VOLUME';

/** True in a run of the long volumes. */
export const IS_LONG = process.env[VARIABLE] === 'long';

/** How many rounds, seeds or requests a test has: few in `npm test`, so that it is quick, and many in `npm run test:long`. */
export function volume(usual: number, long: number): number {
  return IS_LONG ? long : usual;
}
