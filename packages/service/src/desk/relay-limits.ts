import type { Logger } from 'pino';
import { noticeTexts, readNoticeText } from '../access/notice-text.ts';
import { type CallerNotice, TELL_MS } from '../access/shared-limits.ts';
import { MOST_BYTES, openAnnouncements } from '../store/announcements.ts';
import type { Database } from '../store/database.ts';

const CHANNEL = 'swapdesk_limits';

/** What is told to other nodes on the same store, and heard from them. */
export interface Relay {
  /** Tells it: at once, or with what else there is to tell when others were told a moment ago. */
  readonly tell: (notice: CallerNotice) => void;
  readonly stop: () => Promise<void>;
}

/** Opens the way to other nodes: what this one has said itself is not heard again. */
export async function relayLimits(
  database: Database,
  log: Logger,
  hear: (notices: CallerNotice[]) => void,
): Promise<Relay> {
  /** The processes of this node. */
  const ours = new Set<string>();
  let untold: CallerNotice[] = [];
  const nodes = await openAnnouncements(
    database,
    CHANNEL,
    (text) => {
      const others = readNoticeText(text).filter(({ from }) => !ours.has(from));
      if (others.length > 0) hear(others);
    },
    (error) => log.warn({ err: error }, 'cannot hear what callers spend on other nodes: limits are per node'),
  );
  let telling: NodeJS.Timeout | null = null;
  let toldAt = Number.NEGATIVE_INFINITY;
  const tellNow = () => {
    telling = null;
    toldAt = performance.now();
    for (const text of noticeTexts(untold, MOST_BYTES)) nodes.tell(text);
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
