import { channelFinding } from '../alerts/alert.ts';
import { type ChannelStanding, loadChannels } from '../alerts/alert-store.ts';
import type { Queryable } from '../store/database.ts';
import type { Finding } from './finding.ts';

/** A channel on whose behalf nobody has looked for so long is not configured any more. */
const FORGOTTEN_S = 3_600;
/** Whoever is to be told has not been for so long. */
const SILENT_S = 3_600;

export function isForgotten({ lookedAt }: ChannelStanding, now: number): boolean {
  return now - lookedAt >= FORGOTTEN_S;
}

/** Whether those who are to be told can be. Nothing where nobody is. */
export async function alertFindings(database: Queryable, now: number): Promise<Finding[]> {
  const channels = await loadChannels(database);
  return channels
    .filter((channel) => !isForgotten(channel, now))
    .map(({ name, failures, failingSince, why, toldAt }) => ({
      what: channelFinding(name),
      isWell: failures === 0,
      isCritical: failures > 0 && now - failingSince > SILENT_S,
      facts:
        failures > 0
          ? `nobody is told since ${timeText(failingSince)}: ${why}`
          : toldAt === 0
            ? 'there was nothing to tell yet'
            : `last told something at ${timeText(toldAt)}`,
      advice: 'It is tried again by itself. To try it now: npx swapdesk alerts test',
    }));
}

function timeText(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}
