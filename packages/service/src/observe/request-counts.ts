import { TimeCountsBy } from './time-counts.ts';

/** How many requests were answered, by endpoint and HTTP status, and how soon. Counting costs next to nothing: it is on every path. */
export class RequestCounts {
  /** From the head of a request to its answer, by endpoint. Streams have no end. */
  readonly times = new TimeCountsBy();
  private readonly counts = new Map<string, Map<number, number>>();

  count(endpoint: string, status: number): void {
    const statuses = this.counts.get(endpoint);
    if (statuses === undefined) this.counts.set(endpoint, new Map([[status, 1]]));
    else statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }

  all(): { endpoint: string; status: number; requests: number }[] {
    return [...this.counts].flatMap(([endpoint, statuses]) =>
      [...statuses].map(([status, requests]) => ({ endpoint, status, requests })),
    );
  }
}
