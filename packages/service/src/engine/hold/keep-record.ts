import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { Records } from '../../record/open-record.ts';
import type { SigningRecord } from '../../record/signing-record.ts';
import type { Database, Queryable } from '../../store/database.ts';
import { timelineOf } from '../../store/timeline.ts';
import { transaction } from '../../store/transaction.ts';
import { compareRecord } from './compare-record.ts';
import { beginHold, lastEnded, readHold } from './hold.ts';
import { type Marked, reasonsToHold } from './one-time.ts';
import { type CheckOurs, jumpAddresses, releaseAddresses } from './released-addresses.ts';
import { catchUpSwitch } from './signing-switch.ts';

/** What a record is kept in step with. */
export interface KeptRecord {
  readonly database: Database;
  readonly record: SigningRecord;
  readonly clock: Clock;
  /** Throws for a deposit address that is none of ours; absent where the one who derives them keeps the record. */
  readonly checkOurs?: CheckOurs;
  warn(facts: object, message: string): void;
}

/** Opens what was signed with these keys, and compares it with the store before anything is signed, given or followed. */
export async function openKept(
  { record, others }: Records,
  around: Omit<KeptRecord, 'record'>,
): Promise<RecordKeeper> {
  try {
    // Those of processes that do not run now: what they signed and could not store is found as well.
    for (const other of others) await new RecordKeeper({ ...around, record: other }).keep();
    const keeper = new RecordKeeper({ ...around, record });
    await keeper.start();
    return keeper;
  } catch (error) {
    await record.close();
    throw error;
  } finally {
    for (const other of others) await other.close();
  }
}

/** Between two comparisons. */
export const KEEP_MS = 2_000;
/** A record that was heard of within this time is still in use. */
const SILENT_S = 60;

/**
 * Keeps a record and the store in step, and notices when the store has gone back: at the start, before anything is signed
 * or given, and then every few seconds.
 */
export class RecordKeeper {
  private readonly kept: KeptRecord;
  /** The tick that the store has, as far as we know; null before the start. */
  private stored: number | null = null;

  constructor(kept: KeptRecord) {
    this.kept = kept;
  }

  /**
   * To be awaited before anything is signed, given or followed. It ticks twice: a store that is restored to what it was
   * before this start then lacks more than one.
   */
  async start(): Promise<void> {
    await this.keep();
    await this.keep();
  }

  /** One comparison, to be repeated from the start on. */
  async keep(): Promise<void> {
    const { database, record, clock } = this.kept;
    const timeline = await timelineOf(database);
    const isFirst = this.stored === null;
    this.stored = await transaction(database, async (client) => {
      const now = clock();
      const marked = await readMark(client, record.id);
      await this.keepSwitch(client);
      const reasons = reasonsToHold(marked, {
        folder: record.folder,
        count: record.count,
        tick: record.tick,
        timeline,
        least: this.stored ?? record.tick - 1,
        isHoldForgotten: await isForgotten(client, record.openHold),
        silent: marked === null ? await silentRecord(client, now) : null,
      });
      const isNew = marked === null && record.count === 0 && record.tick <= 1;
      if (reasons.length > 0) await this.hold(client, reasons.join('; '), now, !isNew);
      // Nothing is on its way to the store at the start, nor while it is held.
      const isCalm = isFirst || (await readHold(client)) !== null;
      const known = await compareRecord(client, record, marked?.known ?? 0, isCalm, now);
      // First here, then there, and never two ahead: a store that lacks more than one is older.
      const tick = record.tick > (marked?.tick ?? 0) ? record.tick : await record.nextTick();
      // What is known of its history is not forgotten because it cannot be asked now.
      const compared = timeline === '' ? (marked?.timeline ?? '') : timeline;
      await writeMark(client, { id: record.id, folder: record.folder, tick, known, timeline: compared, now });
      return tick;
    });
    await this.followHold();
    await this.releaseAddresses();
  }

  /** Lets addresses be given that were derived since; none while the desk is held. */
  async releaseAddresses(): Promise<void> {
    const { database, record, checkOurs } = this.kept;
    if ((await readHold(database)) === null) await releaseAddresses(database, record, checkOurs);
    else await jumpAddresses(database, record);
  }

  /** Stop means stop: a store that has forgotten it is told again. Before the hold, as whoever signs locks them. */
  private async keepSwitch(client: Queryable): Promise<void> {
    const { record, warn } = this.kept;
    const { turn, stop, wasForgotten } = await catchUpSwitch(client, record.killSwitch);
    await record.noteSwitch({ turn, stop });
    if (wasForgotten)
      warn({ stop }, 'signing is stopped, as it was before the store went back: npx swapdesk signing go');
  }

  private async hold(client: Queryable, why: string, now: number, waits: boolean): Promise<void> {
    const { record, warn } = this.kept;
    const hold = await beginHold(client, { id: randomUUID(), since: now, why }, waits);
    // Here first: should the store forget it again, the record does not.
    await record.noteHeld(hold.id, why, now);
    warn({ why }, 'the desk is held: nothing is signed. See: npx swapdesk hold show');
  }

  /** The record knows of every hold and of its end. */
  private async followHold(): Promise<void> {
    const { database, record, clock } = this.kept;
    const hold = await readHold(database);
    if (hold === null) await record.noteGoesOn(clock());
    else await record.noteHeld(hold.id, hold.why, hold.since);
  }
}

/** Whether the store knows neither the beginning nor the end of a hold. */
async function isForgotten(client: Queryable, openHold: string | null): Promise<boolean> {
  if (openHold === null) return false;
  return (await readHold(client)) === null && (await lastEnded(client)) !== openHold;
}

async function readMark(client: Queryable, id: string): Promise<Marked | null> {
  const { rows } = await client.query<Marked>({
    name: 'read-record-mark',
    text: 'SELECT tick, known, timeline FROM signing_record WHERE id = $1 FOR UPDATE',
    values: [id],
  });
  return rows[0] ?? null;
}

async function writeMark(
  client: Queryable,
  mark: Marked & { readonly id: string; readonly folder: string; readonly now: number },
): Promise<void> {
  await client.query({
    name: 'write-record-mark',
    text: `
      INSERT INTO signing_record (id, folder, tick, known, timeline, seen_at) VALUES ($1, $2, $3, $4, $5, $6)
          ON CONFLICT (id) DO UPDATE
         SET folder = excluded.folder, tick = excluded.tick, known = excluded.known, timeline = excluded.timeline,
             seen_at = excluded.seen_at, is_waited_for = false`,
    values: [mark.id, mark.folder, mark.tick, mark.known, mark.timeline, mark.now],
  });
}

/** The record that was used last, if none has been heard of for a while. */
async function silentRecord(
  client: Queryable,
  now: number,
): Promise<{ folder: string; seenAt: number } | null> {
  const { rows } = await client.query<{ folder: string; seenAt: number }>(
    'SELECT folder, seen_at AS "seenAt" FROM signing_record ORDER BY seen_at DESC LIMIT 1',
  );
  const [last] = rows;
  return last === undefined || last.seenAt > now - SILENT_S ? null : last;
}
