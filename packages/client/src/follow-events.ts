import { answerOf } from './answer.ts';
import { Deadline } from './deadline.ts';
import { eventData } from './event-data.ts';
import { NetworkError } from './network-error.ts';
import type { CallOptions } from './options.ts';
import { readJson } from './read-json.ts';
import { pauseBefore } from './retry.ts';
import type { Transport } from './transport.ts';
import { wait } from './wait.ts';

/** Three signs of life: who says nothing for so long is gone. */
const SILENCE_MS = 45_000;
/** How often it is tried in vain, which takes about a minute: then the service is away for good. */
const RETRIES = 10;

export interface EventsOptions extends CallOptions {
  /** The number of the last event that is known; 0, the default, for all from the first. */
  readonly after?: number | undefined;
}

/** A log that the service sends as a stream. */
export interface EventLog<Event> {
  readonly path: string;
  readonly params: object;
  /** By which its events are counted. */
  readonly numberOf: (event: Event) => number;
}

/** What happened, then what happens, until its reader goes. After a break it goes on where it was. */
export async function* followEvents<Event>(
  transport: Transport,
  log: EventLog<Event>,
  options: EventsOptions = {},
): AsyncGenerator<Event, void, undefined> {
  const { signal, retries = RETRIES } = options;
  let last = options.after ?? 0;
  let attempt = 0;
  const heard = () => {
    attempt = 0;
  };
  for (;;) {
    try {
      for await (const event of connection(transport, log, last, options, heard)) {
        const number = log.numberOf(event);
        if (number <= last) continue;
        last = number;
        yield event;
      }
      throw new NetworkError('the stream of events has ended');
    } catch (error) {
      const pause = pauseBefore(error, { attempt, isRepeatable: true, chance: Math.random() });
      if (attempt >= retries || pause === null || signal?.aborted) throw error;
      await wait(pause, signal);
      attempt++;
    }
  }
}

/** What comes through one connection. */
async function* connection<Event>(
  transport: Transport,
  log: EventLog<Event>,
  after: number,
  options: EventsOptions,
  heard: () => void,
): AsyncGenerator<Event> {
  const deadline = new Deadline(transport.timeoutOf(options), options.signal);
  try {
    const asked = {
      method: 'GET',
      path: log.path,
      params: { ...log.params, after },
      isRepeatable: true,
    } as const;
    const response = await transport.send(asked, deadline);
    const { body, headers } = response;
    if (body === null || !headers.get('content-type')?.startsWith('text/event-stream')) {
      await answerOf(response, deadline);
      throw new NetworkError('the answer is no stream of events', { status: response.status });
    }
    const reader = body.getReader();
    const read = async () => {
      const { value } = await deadline.guard(() => reader.read());
      if (value === undefined) return null;
      deadline.renew(SILENCE_MS);
      heard();
      return value;
    };
    for await (const text of eventData(read)) yield readJson(text) as Event;
  } finally {
    // Whoever still reads is let go, and the connection with it.
    deadline.end();
  }
}
