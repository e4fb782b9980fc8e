/** What a command prints behind a label. */
export function wordAfter(told: string, label: string): string {
  const found = new RegExp(`^${label} +(\\S+)$`, 'm').exec(told)?.[1];
  if (found === undefined) throw new Error(`no ${label} in: ${told}`);
  return found;
}
