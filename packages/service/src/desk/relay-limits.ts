import { mostToSeal, NoticeSeal } from '../access/notice-seal.ts';
import { noticeTexts, readNoticeText } from '../access/notice-text.ts';
import { type CallerNotice, TELL_MS } from '../access/shared-limits.ts';
import type { DeskKey } from '../secrets/desk-key.ts';
import { MOST_BYTES, openAnnouncements } from '../store/announcements.ts';
import type { DeskParts } from './parts.ts';

const CHANNEL = 'swapdesk_limits';

/** What is told to other nodes on the same store, and heard from them. */
export interface Relay {
  /** Tells it: at once, or with what else there is to tell when others were told a moment ago. */
  readonly tell: (notice: CallerNotice) => void;
  readonly stop: () => Promise<void>;
}

type RelayParts = Pick<DeskParts, 'database' | 'time'> & {
  readonly options: Pick<DeskParts['options'], 'log'>;
};

/** Opens the way to other nodes: what this one has said itself is not heard again. */
export async function relayLimits(
  { database, time, options }: RelayParts,
  key: DeskKey,
  hear: (notices: CallerNotice[]) => void,
): Promise<Relay> {
  const seal = new NoticeSeal(key.keyFor('notices'), time.clockMs);
  /** The processes of this node. */
  const ours = new Set<string>();
  let untold: CallerNotice[] = [];
  const nodes = await openAnnouncements(
    database,
    CHANNEL,
    (text) => {
      const others = readNoticeText(seal.open(text) ?? '').filter(({ from }) => !ours.has(from));
      if (others.length > 0) hear(others);
    },
    (error) =>
      options.log.warn({ err: error }, 'cannot hear what callers spend on other nodes: limits are per node'),
  );
  let telling: NodeJS.Timeout | null = null;
  let toldAt = Number.NEGATIVE_INFINITY;
  const tellNow = () => {
    telling = null;
    toldAt = performance.now();
    for (const text of noticeTexts(untold, mostToSeal(MOST_BYTES))) nodes.tell(seal.seal(text));
    untold = [];
  };
  return {
    tell: (notice) => {
      ours.add(notice.from);
      untold.push(notice);
      telling ??= setTimeout(tellNow, Math.max(0, toldAt + TELL_MS - performance.now())).unref();
    },
    stop: () => {
      if (telling !== null) clearTimeout(telling);
      return nodes.stop();
    },
  };
}
