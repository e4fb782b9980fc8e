import { ALARM_LOOK_S, alarmJob } from '../alarms/alarm-job.ts';
import { alertJob } from '../alerts/alert-job.ts';
import { openChannels } from '../alerts/open-channels.ts';
import type { Job } from '../engine/job.ts';
import { examine } from '../observe/doctor.ts';
import { withPage } from '../observe/finding-page.ts';
import { aheadOf } from '../observe/health.ts';
import { keepFor } from '../observe/keep-for.ts';
import { signerFinding } from '../observe/signer-finding.ts';
import { recordFindings } from '../observe/store-findings.ts';
import type { DeskParts } from './parts.ts';
import { secretsOf } from './secrets-of.ts';

/** Alarms and channels look at about the same time: one look is enough for all. */
const FRESH_MS = (ALARM_LOOK_S * 1_000) / 3;

/** What keeps the alarms, and what tells people of them, a job for each way to do so; none of these where nobody is to be told. */
export function alertsOf(parts: DeskParts): Job[] {
  const { config, env } = parts.options;
  const look = keepFor(FRESH_MS, () => wrongNow(parts));
  if (config.alerts === null) return [alarmJob(look)];
  const channels = openChannels(config.alerts, { ...config, clock: parts.time.clock });
  const secrets = secretsOf(config, env);
  const options = { look, againS: config.alerts.againS, hide: (text: string) => secrets.hide(text) };
  return [alarmJob(look), ...channels.map((channel) => alertJob(channel, options))];
}

/** As doctor and the console's overview have it. */
async function wrongNow({ database, memory, chains, time: { clock }, options: { config } }: DeskParts) {
  const aheadMs = await aheadOf(database);
  const findings = await examine({ database, catalogue: memory.catalogue(), chains, aheadMs, now: clock() });
  const ofSigner = config.signer === null ? [] : [await signerFinding(config.signer)];
  return [...ofSigner, ...(await recordFindings(config)), ...findings]
    .filter(({ isWell }) => !isWell)
    .map(withPage);
}
