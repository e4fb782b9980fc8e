import { loadOpenAlarms } from '../alarms/alarm-store.ts';
import { inTime } from '../alarms/in-time.ts';
import { isSnoozed } from '../alarms/life.ts';
import type { Engine } from '../engine/context.ts';
import type { Job } from '../engine/job.ts';
import { type Lease, underLease } from '../engine/lease.ts';
import { type Alarm, type Channel, channelFinding, NOTICE, type Notice, NotTold } from './alert.ts';
import {
  type ChannelStanding,
  loadAlerts,
  loadChannel,
  noteNotTold,
  noteTold,
  storeAlerts,
} from './alert-store.ts';
import { afterLook, dueNotices } from './remember.ts';
import { withoutSecrets } from './without-secrets.ts';

export const LOOK_S = 30;
const PAUSE_MS = 5_000;
/** After a failure, twice as long each time. */
const FIRST_WAIT_S = 15;
const LONGEST_WAIT_S = 900;
/** So that a look is never far behind. */
const MOST_MESSAGES = 20;

export interface AlertJobOptions {
  /** What is wrong now. */
  readonly look: () => Promise<readonly Alarm[]>;
  /** What still lasts is told again after so long. */
  readonly againS: number;
  /** A look that takes longer is given up; `PATIENCE_MS` unless it is said. */
  readonly patienceMs?: number;
  /** Hides the secrets that this process was given, should others quote them. */
  readonly hide: (text: string) => string;
}

/**
 * Tells by one channel what is wrong: one node at a time, under its lease. Each channel is a job by itself, so that one which does not answer
 * holds up nobody. What was told is stored after it was: whoever is cut off in between tells it again, under the same id.
 */
export function alertJob(channel: Channel, options: AlertJobOptions): Job {
  const stopping = new AbortController();
  let lookedAt = 0;
  return {
    name: `alerts ${channel.name}`,
    pauseMs: PAUSE_MS,
    async round(engine, lease) {
      let failure: unknown = null;
      if (engine.clock() - lookedAt >= LOOK_S) {
        lookedAt = engine.clock();
        const found = await inTime(options.look(), options.patienceMs).catch((error: unknown) => {
          failure = error;
          return null;
        });
        await noteLook(engine, lease, channel.name, found?.map((each) => hidden(each, options.hide)) ?? null);
      }
      await tell(engine, lease, channel, options.againS, stopping.signal);
      if (failure !== null) throw failure;
    },
    end: () => stopping.abort(),
  };
}

function hidden({ what, facts, advice }: Alarm, hide: (text: string) => string): Alarm {
  return { what: hide(what), facts: hide(facts), advice: hide(advice) };
}

const BLIND: Alarm = {
  what: 'examination',
  facts: 'it cannot be seen what is wrong and what is well',
  advice: 'The log of the engine says why. Look yourself: npx swapdesk doctor',
};

/** Who cannot see takes nothing for being over. */
async function noteLook(
  { database, clock }: Engine,
  lease: Lease,
  channel: string,
  found: readonly Alarm[] | null,
): Promise<void> {
  const now = clock();
  await underLease(database, lease, async (client) => {
    const stored = await loadAlerts(client, channel);
    const alarms = found ?? [...stored.filter(({ endedAt }) => endedAt === 0), BLIND];
    const told = alarms.filter(({ what }) => what !== channelFinding(channel)).map(withoutSecrets);
    await storeAlerts(client, channel, afterLook(stored, told, now), now);
  });
}

async function tell(
  { database, clock }: Engine,
  lease: Lease,
  channel: Channel,
  againS: number,
  stopping: AbortSignal,
): Promise<void> {
  const { name, most } = channel;
  const standing = await loadChannel(database, name);
  if (standing === null || standing.tryAt > clock()) return;
  const putOff = (await loadOpenAlarms(database)).filter((alarm) => isSnoozed(alarm, clock()));
  const isPutOff = new Set(putOff.map(({ what }) => what));
  const due = dueNotices(await loadAlerts(database, name), clock(), againS).filter(
    ({ kind, what }) => kind !== NOTICE.lasts || !isPutOff.has(what),
  );
  for (let sent = 0; sent < Math.min(due.length, most * MOST_MESSAGES); sent += most) {
    const notices = due.slice(sent, sent + most);
    const failure = await channel.send(notices, stopping).then(
      () => null,
      (error: unknown) => error,
    );
    if (stopping.aborted && failure !== null) return;
    await underLease(database, lease, (client) =>
      failure === null
        ? noteTold(client, name, split(notices), clock())
        : noteNotTold(client, name, nextTry(standing, failure, clock()), clock()),
    );
    if (failure !== null && !(failure instanceof NotTold)) throw failure;
    if (failure !== null) return;
  }
}

function split(notices: readonly Notice[]): { lasting: Notice[]; over: Notice[] } {
  return {
    lasting: notices.filter(({ kind }) => kind !== NOTICE.over),
    over: notices.filter(({ kind }) => kind === NOTICE.over),
  };
}

/** Only our own words are stored: a fault of ours may hold anything. */
function nextTry({ failures }: ChannelStanding, failure: unknown, now: number) {
  const waitS = Math.min(FIRST_WAIT_S * 2 ** failures, LONGEST_WAIT_S);
  return { why: failure instanceof NotTold ? failure.message : 'a fault of ours', tryAt: now + waitS };
}
