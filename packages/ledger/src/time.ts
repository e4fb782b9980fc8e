/** Times as Ledger's examples write them, to the second. */

/** 2022-04-04T09:10:51 */
export function timeOf(ms: number): string {
  return new Date(ms).toISOString().replace(/\..*$/, '');
}
