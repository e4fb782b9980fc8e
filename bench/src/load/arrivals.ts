import { setImmediate as nextTurn } from 'node:timers/promises';
import { Connection, isSuccess, notSuccess } from './connection.ts';
import { BROKEN, BUSY, type Outcome, Records, SUCCESS } from './records.ts';
import { type Stretch, stretchOf } from './stretch.ts';

/** What is asked for, and how. */
export interface Kind {
  readonly name: string;
  readonly requests: readonly Buffer[];
}

/** Requests that come at their own pace, as strangers do: none waits for the answer to another. */
export interface Arrivals {
  readonly host: string;
  readonly port: number;
  /** Asked for in turn. */
  readonly kinds: readonly Kind[];
  /** One after the other, without a pause between them. */
  readonly stretches: readonly { readonly perSecond: number; readonly ms: number }[];
}

/**
 * Opened before the first request, as a proxy in front of a node keeps them. When all wait for an answer, what comes next waits for
 * one; that counts as waiting. Strangers who open one each are another matter: one process of Node takes one a round of its loop.
 */
const CONNECTIONS = 2_000;
const BUSY_STATUS = 'HTTP/1.1 500 ';
const BUSY_TEXT = '"server is busy';
/** Between attempts to open a connection that failed. */
const TRY_AGAIN_MS = 20;
/**
 * A client gives up on what has no answer by then, and it counts as broken: a system that was asked for too many connections
 * forgets some, and would leave those who wait over them for minutes.
 */
const PATIENCE_MS = 10_000;
/** So many in a row that fail, and there is no server. */
const MOST_FAILED = 10_000;

/**
 * Sends requests when they are due, at even distances. What an answer took is counted from that moment: a generator that is late
 * itself, or has no connection left, makes the figures worse, never better.
 */
export async function makeArrivals({ host, port, kinds, stretches }: Arrivals): Promise<Stretch[]> {
  const counts = stretches.map(({ perSecond, ms }) => Math.round((perSecond * ms) / 1_000));
  const records = new Records(counts.reduce((sum, many) => sum + many, 0));
  const senders = new Senders({ host, port }, kinds, records);
  await senders.open(CONNECTIONS);
  let began = performance.now();
  let number = 0;
  const ranges: [number, number][] = [];
  try {
    for (const [at, { perSecond, ms }] of stretches.entries()) {
      const many = counts[at] as number;
      for (let n = 0; n < many; ) {
        const now = performance.now();
        for (; n < many && began + (n * 1_000) / perSecond <= now; n++)
          senders.arrive(number + n, began + (n * 1_000) / perSecond);
        senders.lookAfter(now);
        await nextTurn();
      }
      ranges.push([number, number + many]);
      number += many;
      began += ms;
    }
    while (senders.underWay > 0) {
      senders.lookAfter(performance.now());
      await nextTurn();
    }
  } finally {
    senders.close();
  }
  const names = kinds.map(({ name }) => name);
  return stretches.map(({ ms }, at) => stretchOf(records, ranges[at] as [number, number], names, ms));
}

/** Connections, as many as it takes, and what is under way over them. */
class Senders {
  /** Requests that have come and have no answer yet. */
  underWay = 0;
  private readonly place: { readonly host: string; readonly port: number };
  private readonly kinds: readonly Kind[];
  private readonly records: Records;
  private readonly all = new Set<Connection>();
  private readonly idle: Connection[] = [];
  /** What is asked over each, the oldest first. */
  private readonly asked = new Map<Connection, number>();
  private readonly waiting: number[] = [];
  /** How many of these have gone on: what is taken from the front of a long list moves all of it. */
  private gone = 0;
  private failed = 0;
  private isClosed = false;
  private failure: Error | null = null;
  private readonly fail = (error: Error) => {
    this.failure ??= error;
  };

  constructor(place: Senders['place'], kinds: readonly Kind[], records: Records) {
    this.place = place;
    this.kinds = kinds;
    this.records = records;
  }

  async open(many: number): Promise<void> {
    await Promise.all(Array.from({ length: many }, () => this.openOne()));
    this.throwFailure();
  }

  arrive(number: number, dueMs: number): void {
    this.records.dueMs[number] = dueMs;
    this.underWay++;
    const connection = this.idle.pop();
    if (connection !== undefined) this.send(connection, number);
    else this.waiting.push(number);
  }

  /** Throws what went wrong, and gives up on what waits for too long. */
  lookAfter(nowMs: number): void {
    this.throwFailure();
    for (const [connection, number] of this.asked) {
      if (nowMs - (this.records.sentMs[number] as number) < PATIENCE_MS) break;
      connection.giveUp();
    }
  }

  close(): void {
    this.isClosed = true;
    for (const connection of this.all) connection.close();
  }

  private throwFailure(): void {
    if (this.failure !== null) throw this.failure;
  }

  private async openOne(): Promise<void> {
    try {
      const connection = await Connection.open(this.place.host, this.place.port);
      if (this.isClosed) {
        connection.close();
        return;
      }
      this.all.add(connection);
      this.next(connection);
      this.failed = 0;
    } catch (error) {
      if (++this.failed > MOST_FAILED) this.fail(error as Error);
      // A server that cannot take it may do so later; who waits for it goes on waiting.
      if (!this.isClosed) setTimeout(() => void this.openOne(), TRY_AGAIN_MS);
    }
  }

  private next(connection: Connection): void {
    const number = this.waiting[this.gone];
    if (number === undefined) this.idle.push(connection);
    else {
      this.gone++;
      this.send(connection, number);
    }
  }

  private send(connection: Connection, number: number): void {
    const { requests } = this.kinds[number % this.kinds.length] as Kind;
    const request = requests[Math.floor(number / this.kinds.length) % requests.length] as Buffer;
    this.records.sentMs[number] = performance.now();
    this.asked.set(connection, number);
    const answered = (answer: Buffer) => {
      this.asked.delete(connection);
      this.records.doneMs[number] = performance.now();
      this.records.outcome[number] = this.outcomeOf(answer);
      this.underWay--;
      this.next(connection);
    };
    const broken = () => {
      this.asked.delete(connection);
      this.records.doneMs[number] = performance.now();
      this.records.outcome[number] = BROKEN;
      this.underWay--;
      this.all.delete(connection);
      connection.close();
      void this.openOne();
    };
    connection.ask(request, answered, broken);
  }

  private outcomeOf(answer: Buffer): Outcome {
    if (isSuccess(answer)) return SUCCESS;
    if (answer.toString('latin1', 0, BUSY_STATUS.length) !== BUSY_STATUS || !answer.includes(BUSY_TEXT))
      this.fail(notSuccess(answer));
    return BUSY;
  }
}
