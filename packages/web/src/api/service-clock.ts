/**
 * The service's time. Clocks of devices are wrong by minutes, and some by a day: what ends at a moment of the service's ends by its
 * clock, as the head of its answers has it.
 */

/** Heads count whole seconds, and an answer takes a moment: below this a device's clock is right. */
const AS_GOOD_AS_NONE_MS = 5_000;

let aheadMs = 0;
const hearers = new Set<() => void>();

/** Now, in milliseconds, by the service's clock. */
export function serviceNow(): number {
  return Date.now() + aheadMs;
}

/** The same in seconds. */
export function serviceSeconds(): number {
  return Math.floor(serviceNow() / 1_000);
}

/** Takes the time from the head of an answer that comes at this moment. */
export function learnTime(head: string | null): void {
  const difference = Date.parse(head ?? '') - Date.now();
  if (Number.isNaN(difference) || Math.abs(difference - aheadMs) < AS_GOOD_AS_NONE_MS) return;
  aheadMs = Math.abs(difference) < AS_GOOD_AS_NONE_MS ? 0 : difference;
  for (const hear of hearers) hear();
}

/** Called when it turns out that it is another time. Gives what to call when that is no concern any more. */
export function onOtherTime(hear: () => void): () => void {
  hearers.add(hear);
  return () => hearers.delete(hear);
}
