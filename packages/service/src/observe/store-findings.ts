import type { Finding } from './finding.ts';
import { type Disk, diskOf, type StoreHealth } from './store-health.ts';

const LONG_S = 600;
const MOST_DEAD = 100_000;
/** The server itself begins to look at old rows at 200 million: so much more means that it does not come to an end. */
const OLD = 1_000_000_000;
const GB = 1024 ** 3;
const FAR_BEHIND = GB;
const MUCH_HELD = 4 * GB;
export const LEAST_FREE_BYTES = 10 * GB;
/** One part in so many. */
const LEAST_FREE_PART = 10;

/** What makes a store that grows slow, or stops it, before it does. */
export function storeFindings(health: StoreHealth): Finding[] {
  return [
    ...health.disks.map(diskFinding),
    room(health),
    transactions(health),
    deadRows(health),
    age(health),
    ...followers(health),
    ...slots(health),
  ];
}

const ADVICE: Readonly<Record<Disk['what'], string>> = {
  store:
    'A full disk stops the desk. Make it larger, or let what is old leave: npx swapdesk archive run --dry-run. See docs/operators.md, "Growth"',
  archive:
    'Make it larger, or move the older files elsewhere and keep them: npx swapdesk archive show --check',
  'signing record':
    'On a full disk nothing is signed: payouts wait. Make it larger, or take away what else is there; never the record itself, nor begin an empty one in its place',
};

export function diskFinding({ what, folder, freeBytes, bytes }: Disk): Finding {
  const isWell = freeBytes >= LEAST_FREE_BYTES || freeBytes * LEAST_FREE_PART >= bytes;
  return {
    what: `disk of the ${what}`,
    isWell,
    isCritical: freeBytes < GB,
    facts: `${gigabytes(freeBytes)} GB free of ${gigabytes(bytes)} GB, ${folder}`,
    advice: ADVICE[what],
  };
}

/** The disk that whoever holds the keys here writes down on what is signed; nothing: another machine signs. */
export async function recordFindings(config: {
  readonly recordDir: string;
  readonly signer: unknown;
}): Promise<Finding[]> {
  const disk = config.signer === null ? await diskOf('signing record', config.recordDir) : null;
  return disk === null ? [] : [diskFinding(disk)];
}

function room({ room: found }: StoreHealth): Finding {
  const short = found.filter(({ ranges }) => ranges < 1);
  return {
    what: 'room for what grows',
    isCritical: true,
    isWell: short.length === 0,
    facts:
      short.length === 0
        ? 'the next ranges are made'
        : `no range is made in advance for ${short.map(({ name }) => name).join(', ')}`,
    advice:
      'At the end of the last range nothing can be booked. An engine makes them: its log says what is in the way. With roles: npx swapdesk database roles',
  };
}

function transactions({ oldest, unseen }: StoreHealth): Finding {
  const isWell = oldest === null || oldest.seconds < LONG_S;
  const others = unseen === 0 ? '' : `; ${unseen} sessions of other users cannot be seen`;
  return {
    what: 'long transactions',
    isWell,
    facts:
      oldest === null
        ? `none is open${others}`
        : `${oldest.who}, process ${oldest.pid}, is in one for ${oldest.seconds} s${others}`,
    advice: `While it lasts dead rows stay and migrations wait. If nobody knows it: SELECT pg_terminate_backend(${oldest?.pid ?? 0})`,
  };
}

function deadRows({ bloated }: StoreHealth): Finding {
  const isWell = bloated === null || bloated.dead < MOST_DEAD || bloated.dead < bloated.live;
  return {
    what: 'dead rows',
    isWell,
    facts:
      bloated === null
        ? 'none'
        : `most in ${bloated.name}: ${bloated.dead.toLocaleString('en')} beside ${bloated.live.toLocaleString('en')} that live`,
    advice: `Is autovacuum on, and does no long transaction hold it back? Once: VACUUM (ANALYZE) ${bloated?.name ?? ''}`,
  };
}

function age({ age: transactionsAgo }: StoreHealth): Finding {
  return {
    what: 'age of rows',
    isWell: transactionsAgo < OLD,
    isCritical: true,
    facts: `the oldest were looked at ${Math.floor(transactionsAgo / 1e6).toLocaleString('en')} million transactions ago`,
    advice:
      'At 2,000 million PostgreSQL stops writing. Let vacuum come to an end: VACUUM (FREEZE), and what holds it back',
  };
}

function followers({ behind }: StoreHealth): Finding[] {
  if (behind === null) return [];
  return [
    {
      what: 'replication lag',
      isWell: behind.bytes < FAR_BEHIND,
      facts: `${behind.name} is ${megabytes(behind.bytes)} MB behind`,
      advice:
        'Is its disk or its network too slow, or does a long query there hold it up? What it reads is old, and a promotion takes long',
    },
  ];
}

function slots({ slot }: StoreHealth): Finding[] {
  if (slot === null) return [];
  return [
    {
      what: 'replication slots',
      isWell: slot.bytes < MUCH_HELD && !slot.is_lost,
      facts: slot.is_lost
        ? `${slot.name} has lost what it had to follow`
        : `${slot.name} keeps ${megabytes(slot.bytes)} MB of the log`,
      advice: `What it keeps fills the disk. If nobody follows by it any more: SELECT pg_drop_replication_slot('${slot.name}')`,
    },
  ];
}

const gigabytes = (bytes: number) => Math.floor(bytes / GB).toLocaleString('en');
const megabytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2).toLocaleString('en');
