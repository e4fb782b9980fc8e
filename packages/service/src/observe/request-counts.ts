import type { Message } from '@swapdesk/contract';
import { TimeCountsBy } from './time-counts.ts';

/** How many requests were answered, by endpoint and HTTP status, and how soon. Counting costs next to nothing: it is on every path. */
export class RequestCounts {
  /** From the head of a request to its answer, by endpoint. Streams have no end. */
  readonly times = new TimeCountsBy();
  private readonly counts = new Map<string, Map<number, number>>();
  private readonly refused = new Map<string, Map<Message, number>>();

  count(endpoint: string, status: number): void {
    countIn(this.counts, endpoint, status);
  }

  /** One that was refused, which is counted by its status as well. */
  refuse(endpoint: string, why: Message): void {
    countIn(this.refused, endpoint, why);
  }

  all(): { endpoint: string; status: number; requests: number }[] {
    return [...this.counts].flatMap(([endpoint, statuses]) =>
      [...statuses].map(([status, requests]) => ({ endpoint, status, requests })),
    );
  }
  refusals(): { endpoint: string; why: Message; requests: number }[] {
    return [...this.refused].flatMap(([endpoint, whys]) =>
      [...whys].map(([why, requests]) => ({ endpoint, why, requests })),
    );
  }
}

function countIn<Kind>(counts: Map<string, Map<Kind, number>>, endpoint: string, kind: Kind): void {
  const kinds = counts.get(endpoint);
  if (kinds === undefined) counts.set(endpoint, new Map([[kind, 1]]));
  else kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
}
