import { UNANSWERED } from '@swapdesk/contract';
import type { Catalogue } from '../catalog/catalogue.ts';
import { type AccountStoredEvent, readNumbered } from '../events/read-account.ts';
import { type Repeating, repeat } from '../repeat.ts';
import type { SecretBox } from '../secrets/sealed-secret.ts';
import type { Database } from '../store/database.ts';
import { type Claimed, claimDue, type Delivery, giveBack } from './claim.ts';
import { FullBacklogs } from './full-backlogs.ts';
import { messageOf, type WebhookMessage } from './message.ts';
import { isTaken, type Outcome } from './outcome.ts';
import type { WebhookPoster } from './post.ts';
import { nextTryAt } from './retry.ts';
import { signedHeaders } from './sign.ts';
import { dropDue, type Ended, pauseWithoutSecret, storeOutcomes } from './store-outcomes.ts';
import { takeUp } from './take-up.ts';
import { openSecrets } from './webhook-secrets.ts';

const POLL_MS = 250;
/** A round for each event or attempt would ask the store as often: so long is left for more to gather; less where more waits than may be under way. */
const GATHER_MS = 60;
const GATHER_BEHIND_MS = 20;
/**
 * Attempts of this node that are under way at once, and those to endpoints that struggle: each kind has room of its own, so that neither waits for the
 * other. One without an answer for so long holds no place any more: whoever hangs delays nobody, though nobody knows yet that they struggle.
 */
const MOST_OPEN = 256;
const MOST_STRUGGLING = 64;
const MOST_IN_ALL = 1_024;
const LONG_MS = 3_000;
/** How long a stop waits for what is under way. */
const STOP_MS = 3_000;

/** An attempt that has not ended, and since when. */
interface UnderWay {
  readonly isStruggling: boolean;
  readonly sending: Promise<void>;
  readonly since: number;
}

/** An event that this version cannot write. */
const UNWRITTEN = Symbol('unwritten');

/** What webhooks are sent with. */
export interface Delivering {
  readonly database: Database;
  readonly poster: WebhookPoster;
  readonly box: SecretBox;
  readonly catalogue: () => Catalogue;
  /** The time that all nodes share. */
  readonly clockMs: () => number;
  readonly random: () => number;
}

/**
 * Sends the events of accounts to where they want them. In rounds: store what became of attempts, take what waits and is to be sent now, take up what is
 * new, and send it, all at once. A round that found something is followed by another soon, and so is an attempt that ends; else they are 250 ms apart.
 */
export class Deliverer {
  private readonly rounds: Repeating;
  private readonly parts: Delivering;
  private readonly open = new Map<Delivery, UnderWay>();
  private ended: Ended[] = [];
  private readonly backlogs = new FullBacklogs();
  /** Rows are known to wait that had no room yet. Others are looked for now and then: most of what happens never has to wait in one. */
  private isLeft = true;
  private lookAt = 0;
  private isBehind = false;
  private readonly onError: (error: unknown) => void;

  constructor(parts: Delivering, onError: (error: unknown) => void) {
    this.parts = parts;
    this.onError = onError;
    const gatherMs = () => (this.isBehind ? GATHER_BEHIND_MS : GATHER_MS);
    this.rounds = repeat((stopping) => this.round(stopping), POLL_MS, onError, gatherMs);
  }

  /** Begins nothing more, waits a little for what is under way, and leaves the rest to others. */
  async stop(): Promise<void> {
    await this.rounds.stop();
    const waited = new Promise((done) => setTimeout(done, STOP_MS).unref());
    await Promise.race([Promise.all([...this.open.values()].map(({ sending }) => sending)), waited]);
    try {
      // Some end while others are stored.
      while (this.ended.length > 0) await this.storeEnded();
      if (this.open.size > 0) await giveBack(this.parts.database, [...this.open.keys()]);
    } catch (error) {
      // The store is away: what was taken is sent again once its lease is over.
      this.onError(error);
    }
  }

  private async round(stopping: AbortSignal): Promise<void> {
    const { database, clockMs } = this.parts;
    await this.storeEnded();
    if (stopping.aborted) return;
    if (this.open.size === 0 && !(await isAnyActive(database))) return;
    const isLooking = this.isLeft || performance.now() >= this.lookAt;
    const { claimed, isBehind } = isLooking ? await this.claimWaiting() : { claimed: 0, isBehind: false };
    const { looked, waiting, isFull, deliveries } = await takeUp(database, clockMs(), {
      most: this.room(false),
      backlogs: this.backlogs,
    });
    if (waiting > 0) this.isLeft = true;
    if (deliveries.length > 0) await this.begin(deliveries, false);
    this.isBehind = isBehind || waiting > 0 || isFull;
    if (looked + claimed > 0) this.rounds.hurry();
  }

  private async storeEnded(): Promise<void> {
    const { database, clockMs } = this.parts;
    const stored = this.ended.length;
    await storeOutcomes(database, this.ended.slice(0, stored), seconds(clockMs()));
    this.ended.splice(0, stored);
  }

  /** Whoever struggles has one attempt at a time: that more of theirs waits is no reason to hurry. */
  private async claimWaiting(): Promise<{ readonly claimed: number; readonly isBehind: boolean }> {
    this.lookAt = performance.now() + POLL_MS;
    const [healthy, struggling] = [await this.claim(false), await this.claim(true)];
    this.isLeft = healthy.isLeft || struggling.isLeft;
    return {
      claimed: healthy.deliveries.length + struggling.deliveries.length,
      isBehind: healthy.isLeft,
    };
  }

  private async claim(areStruggling: boolean): Promise<Claimed> {
    const { database, clockMs } = this.parts;
    const most = this.room(areStruggling);
    const claimed = await claimDue(database, { nowMs: clockMs(), most, areStruggling });
    if (claimed.deliveries.length > 0) await this.begin(claimed.deliveries, areStruggling);
    return claimed;
  }

  private room(areStruggling: boolean): number {
    const now = performance.now();
    const under = [...this.open.values()];
    const held = areStruggling
      ? under.filter(({ isStruggling }) => isStruggling).length
      : under.filter(({ isStruggling, since }) => !isStruggling && now - since < LONG_MS).length +
        this.ended.length;
    const most = areStruggling ? MOST_STRUGGLING : MOST_OPEN;
    return Math.min(most - held, MOST_IN_ALL - under.length);
  }

  private async begin(deliveries: readonly Delivery[], isStruggling: boolean): Promise<void> {
    const { database, clockMs } = this.parts;
    const messages = await this.messagesOf(deliveries);
    const keysOf = this.keysOf(deliveries);
    const [gone, locked]: [Delivery[], Delivery[]] = [[], []];
    for (const delivery of deliveries) {
      const message = messages.get(nameOf(delivery));
      const keys = keysOf.get(delivery.endpoint_id) ?? [];
      if (message === undefined) gone.push(delivery);
      else if (keys.length === 0) locked.push(delivery);
      else if (message === UNWRITTEN) this.endUnwritten(delivery);
      else {
        const sending = this.send(delivery, keys, message);
        this.open.set(delivery, { isStruggling, sending, since: performance.now() });
      }
    }
    if (gone.length > 0) await dropDue(database, gone);
    if (locked.length === 0) return;
    const ids = locked.map(({ endpoint_id }) => endpoint_id);
    await pauseWithoutSecret(database, ids, seconds(clockMs()));
    await giveBack(database, locked);
  }

  /** Each event is read and written once, however many endpoints of its account are sent it. What has left the store is not there. */
  private async messagesOf(
    deliveries: readonly Delivery[],
  ): Promise<Map<string, WebhookMessage | typeof UNWRITTEN>> {
    const named = new Map(deliveries.map((delivery) => [nameOf(delivery), delivery]));
    const wanted = [...named.values()].map(({ account_id, number }) => ({ accountId: account_id, number }));
    const events = await readNumbered(this.parts.database, wanted);
    const messages = new Map<string, WebhookMessage | typeof UNWRITTEN>();
    for (const [nth, [name, { account_id }]] of [...named].entries()) {
      const event = events[nth];
      if (event !== null && event !== undefined) messages.set(name, this.written(account_id, event));
    }
    return messages;
  }

  /** By endpoint. */
  private keysOf(deliveries: readonly Delivery[]): Map<number, readonly Buffer[]> {
    const keys = new Map<number, readonly Buffer[]>();
    for (const { endpoint_id: id, account_id, sealed } of deliveries)
      if (!keys.has(id)) keys.set(id, openSecrets(this.parts.box, { id, account_id }, sealed));
    return keys;
  }

  private written(accountId: number, event: AccountStoredEvent): WebhookMessage | typeof UNWRITTEN {
    try {
      return messageOf(accountId, event, this.parts.catalogue());
    } catch (error) {
      this.onError(error);
      return UNWRITTEN;
    }
  }

  /** It is tried later as what was not taken is, and holds up nothing else. */
  private endUnwritten(delivery: Delivery): void {
    const outcome = { status: null, error: UNANSWERED.unwritten, retryAfterMs: null, tookMs: 0 };
    this.end(delivery, outcome, this.parts.clockMs());
  }

  /** Never throws. */
  private async send(
    delivery: Delivery,
    keys: readonly Buffer[],
    { id, body }: WebhookMessage,
  ): Promise<void> {
    const { poster, clockMs } = this.parts;
    const atMs = clockMs();
    const outcome = await poster.post(delivery.url, signedHeaders(keys, id, seconds(atMs), body), body);
    this.end(delivery, outcome, atMs);
    this.open.delete(delivery);
    this.rounds.hurry();
  }

  private end(delivery: Delivery, outcome: Outcome, atMs: number): void {
    const { clockMs, random } = this.parts;
    const { tries, first_at_ms: firstAtMs } = delivery;
    const failed = {
      tries,
      firstAtMs,
      nowMs: clockMs(),
      retryAfterMs: outcome.retryAfterMs,
      chance: random(),
    };
    this.ended.push({ delivery, outcome, atMs, nextAtMs: isTaken(outcome) ? null : nextTryAt(failed) });
  }
}

/** Most desks have none: then nothing more is asked. */
async function isAnyActive(database: Database): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'any-webhook',
    text: 'SELECT 1 FROM webhook_endpoint WHERE paused_at IS NULL LIMIT 1',
  });
  return rowCount !== 0;
}

/** The event of a delivery. */
function nameOf({ account_id, number }: Delivery): string {
  return `${account_id}:${number}`;
}

function seconds(ms: number): number {
  return Math.floor(ms / 1_000);
}
