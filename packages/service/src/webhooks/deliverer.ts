import { UNANSWERED } from '@swapdesk/contract';
import type { Catalogue } from '../catalog/catalogue.ts';
import { type AccountStoredEvent, readNumbered } from '../events/read-account.ts';
import { type Repeating, repeat } from '../repeat.ts';
import type { SecretBox } from '../secrets/sealed-secret.ts';
import type { Database } from '../store/database.ts';
import { claimDue, type Delivery, giveBack } from './claim.ts';
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
/** Where much ends at once: a round for each attempt would ask the store as often. */
const GATHER_MS = 20;
/** Attempts of this node that are under way at once; of these a part for endpoints that struggle, so that they leave room. */
const MOST_OPEN = 256;
const MOST_STRUGGLING = 64;
/** How long a stop waits for what is under way. */
const STOP_MS = 3_000;

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
 * Sends the events of accounts to where they want them. In rounds: store what became of attempts, take up what is new, take what is to be sent
 * now, and send it, all at once. A round that found something is followed by another after 20 ms, and so is an attempt that ends; else they are 250 ms apart.
 */
export class Deliverer {
  private readonly rounds: Repeating;
  private readonly parts: Delivering;
  /** What is under way, and whether its endpoint struggles. */
  private readonly open = new Map<
    Delivery,
    { readonly isStruggling: boolean; readonly sending: Promise<void> }
  >();
  private ended: Ended[] = [];
  private readonly backlogs = new FullBacklogs();
  private readonly onError: (error: unknown) => void;

  constructor(parts: Delivering, onError: (error: unknown) => void) {
    this.parts = parts;
    this.onError = onError;
    this.rounds = repeat((stopping) => this.round(stopping), POLL_MS, onError, GATHER_MS);
  }

  /** Begins nothing more, waits a little for what is under way, and leaves the rest to others. */
  async stop(): Promise<void> {
    await this.rounds.stop();
    const waited = new Promise((done) => setTimeout(done, STOP_MS).unref());
    await Promise.race([Promise.all([...this.open.values()].map(({ sending }) => sending)), waited]);
    const { database, clockMs } = this.parts;
    await storeOutcomes(database, this.ended, seconds(clockMs()));
    if (this.open.size > 0) await giveBack(database, [...this.open.keys()]);
  }

  private async round(stopping: AbortSignal): Promise<void> {
    const { database, clockMs } = this.parts;
    const stored = this.ended.length;
    await storeOutcomes(database, this.ended.slice(0, stored), seconds(clockMs()));
    this.ended.splice(0, stored);
    if (!(await isAnyActive(database))) return;
    const found = await takeUp(database, clockMs(), this.backlogs);
    const claimed = stopping.aborted ? 0 : (await this.claim(false)) + (await this.claim(true));
    if (found + claimed > 0) this.rounds.hurry();
  }

  private async claim(areStruggling: boolean): Promise<number> {
    const { database, clockMs } = this.parts;
    const struggling = [...this.open.values()].filter(({ isStruggling }) => isStruggling).length;
    const room = MOST_OPEN - this.open.size - this.ended.length;
    const most = areStruggling ? Math.min(room, MOST_STRUGGLING - struggling) : room;
    const deliveries = await claimDue(database, { nowMs: clockMs(), most, areStruggling });
    if (deliveries.length > 0) await this.begin(deliveries, areStruggling);
    return deliveries.length;
  }

  private async begin(deliveries: readonly Delivery[], isStruggling: boolean): Promise<void> {
    const { database, box, clockMs } = this.parts;
    const events = await readNumbered(
      database,
      deliveries.map(({ account_id, number }) => ({ accountId: account_id, number })),
    );
    const [gone, locked]: [Delivery[], Delivery[]] = [[], []];
    for (const [nth, delivery] of deliveries.entries()) {
      const event = events[nth];
      const keys = openSecrets(
        box,
        { id: delivery.endpoint_id, account_id: delivery.account_id },
        delivery.sealed,
      );
      if (event === null || event === undefined) gone.push(delivery);
      else if (keys.length === 0) locked.push(delivery);
      else {
        const message = this.written(delivery, event);
        if (message === null) continue;
        const sending = this.send(delivery, keys, message);
        this.open.set(delivery, { isStruggling, sending });
      }
    }
    if (gone.length > 0) await dropDue(database, gone);
    if (locked.length === 0) return;
    const ids = locked.map(({ endpoint_id }) => endpoint_id);
    await pauseWithoutSecret(database, ids, seconds(clockMs()));
    await giveBack(database, locked);
  }

  /** Null: this version cannot write it. It is tried later as what was not taken is, and holds up nothing else. */
  private written(delivery: Delivery, event: AccountStoredEvent): WebhookMessage | null {
    try {
      return messageOf(delivery.account_id, event, this.parts.catalogue());
    } catch (error) {
      this.onError(error);
      const outcome = { status: null, error: UNANSWERED.unwritten, retryAfterMs: null, tookMs: 0 };
      this.end(delivery, outcome, this.parts.clockMs());
      return null;
    }
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

function seconds(ms: number): number {
  return Math.floor(ms / 1_000);
}
