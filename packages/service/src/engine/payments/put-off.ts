const FIRST_PAUSE_S = 30;
const LONGEST_PAUSE_S = 600;
/** A limit ends by itself, with the hour, or when somebody raises it. */
export const LIMIT_PAUSE_S = 60;
const TELL_AGAIN_S = 60;

/**
 * Payouts that cannot be paid as they are: a contract refuses its coins, a token its receiver, a signer its limit. Each is
 * tried again later and later, so that however many there are, they are in nobody's way. A node remembers this for itself:
 * who starts anew tries each once more.
 */
export class PutOff {
  private readonly pauses = new Map<number, { readonly until: number; readonly lengthS: number }>();
  private readonly told = new Map<string, number>();

  /** Those that are not to be tried now. */
  idsAt(now: number): number[] {
    for (const [id, { until }] of this.pauses) if (now - until > LONGEST_PAUSE_S) this.pauses.delete(id);
    return [...this.pauses].filter(([, { until }]) => until > now).map(([id]) => id);
  }

  /** Notes that one could not be paid. */
  add(id: number, now: number, longestS = LONGEST_PAUSE_S): void {
    const before = this.pauses.get(id)?.lengthS;
    const lengthS = before === undefined ? FIRST_PAUSE_S : Math.min(2 * before, longestS);
    this.pauses.set(id, { until: now + lengthS, lengthS });
  }

  /** True if this has not been told for a while. */
  isNews(what: string, now: number): boolean {
    if (now - (this.told.get(what) ?? Number.NEGATIVE_INFINITY) < TELL_AGAIN_S) return false;
    this.told.set(what, now);
    return true;
  }
}
