import { randomUUID } from 'node:crypto';
import { NOTICE, type Notice, NotTold } from '../alerts/alert.ts';
import { openChannels } from '../alerts/open-channels.ts';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { CONFIG_FILE_NAME } from '../configuration/config-file.ts';
import { readArguments } from './arguments.ts';
import { type Command, UsageError } from './command.ts';

export const alertsTest: Command = {
  name: 'alerts test',
  usage: '',
  summary: 'Send a trial to everybody who is told when something is wrong, and say what happened',
  async run(args, env) {
    readArguments(args, { words: [], options: [] });
    const config = readConfig(env);
    if (config.alerts === null)
      throw new UsageError(
        `Nobody is told when something is wrong: write "alerts" into ${CONFIG_FILE_NAME}. See docs/operators.md, "Alerts".`,
      );
    const channels = openChannels(config.alerts, { ...config, clock: systemClock });
    const outcomes = await Promise.all(
      channels.map(async (channel) => {
        const began = performance.now();
        const outcome = await channel.send([trial(systemClock())]).then(
          (words) => ({ words, isTold: true }),
          (error: unknown) => {
            if (error instanceof NotTold) return { words: error.message, isTold: false };
            throw error;
          },
        );
        return { name: channel.name, ms: Math.round(performance.now() - began), ...outcome };
      }),
    );
    for (const { name, words, isTold, ms } of outcomes)
      console.log(`${isTold ? 'ok   ' : 'WRONG'}  ${name}  ${words}, after ${ms} ms`);
    if (outcomes.some(({ isTold }) => !isTold)) process.exitCode = 1;
  },
};

/** Of nothing that is wrong, and never the same. */
function trial(now: number): Notice {
  return {
    id: `alert_${randomUUID().replaceAll('-', '').slice(0, 24)}`,
    kind: NOTICE.trial,
    what: 'trial',
    facts: 'nothing is wrong: somebody tries whether alerts arrive',
    advice: '',
    since: now,
    at: now,
  };
}
