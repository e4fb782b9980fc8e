import type { Catalogue } from '../catalog/catalogue.ts';
import { type Environment, readConfig } from '../config.ts';
import { fromUnits } from '../money/units.ts';
import { resumeSigning, stopSigning } from '../signer/kill-switch.ts';
import type { Rules } from '../signer/rules.ts';
import { act } from './act.ts';
import { readArguments } from './arguments.ts';
import { type Command, UsageError, withStore } from './command.ts';
import { watchSignals } from './signals.ts';

export const signerStop: Command = {
  name: 'signing stop',
  usage: '[--reason R]',
  summary: 'Sign nothing more from now on. Orders and deposits go on; payouts wait',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { options } = readArguments(args, { words: [], options: ['reason'] });
      const reason = options.reason ?? 'by an operator';
      await act(database, async (client, now) => {
        await stopSigning(client, reason, now);
        const changes = [{ what: 'stopped', before: null, after: reason }];
        return { act: 'signing stop', subject: 'signing', changes, result: undefined };
      });
      console.log('Nothing is signed any more. Go on with: npx swapdesk signing go');
    }),
};

export const signerGo: Command = {
  name: 'signing go',
  usage: '',
  summary: 'Sign again after `signing stop`',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      await act(database, async (client) => {
        if (!(await resumeSigning(client))) throw new UsageError('The signer was not stopped.');
        const changes = [{ what: 'stopped', before: 'stopped', after: null }];
        return { act: 'signing go', subject: 'signing', changes, result: undefined };
      });
      console.log('The signer signs again, unless its stop file is there.');
    }),
};

export const signer: Command = {
  name: 'signer',
  usage: '',
  summary:
    'Hold the keys and sign, in a process of its own: what orders ask for, within its limits. See docs/operators.md, ' +
    '"Keys in a process of their own"',
  run: serve,
};

async function serve(args: string[], env: Environment): Promise<void> {
  readArguments(args, { words: [], options: [] });
  const config = readConfig(env);
  const [{ pino }, { openSigner }, { readSignerFile }] = await Promise.all([
    import('pino'),
    import('../signer/open-signer.ts'),
    import('../signer/signer-file.ts'),
  ]);
  const file = readSignerFile(env, [config.dataDir, process.cwd()], config.signer);
  // Every decision is told, unless the operator wants it otherwise.
  const level = (env.SWAPDESK_LOG_LEVEL ?? '') === '' ? 'info' : config.logLevel;
  const log = pino({ level }, pino.destination({ dest: 2, sync: true }));
  const signals = watchSignals();
  const running = await openSigner({ config, file, env, log });
  // In place of what Node does with it: to let a debugger in.
  process.on('SIGUSR1', () => running.desk.stopBySignal('SIGUSR1'));
  if (!signals.received) {
    console.log(`Swapdesk signer is up: ${running.place}. Ctrl-C stops it.`);
    console.log(limitLines(running.rules, running.catalogue).join('\n'));
  }
  void running.died.then((reason) => {
    console.error(`The database server has stopped: ${reason}. Stopping as well.`);
    process.exit(1);
  });
  await signals.first;
  await running.stop();
  console.log('Stopped.');
  process.exit(0);
}

/** What it may sign away, a line for each asset that has a limit. */
function limitLines({ limits }: Rules, catalogue: Catalogue): string[] {
  if (limits.size === 0) return ['No limits are set: swapdesk.signer.json names none.'];
  return Array.from(limits, ([assetId, { name, perTransaction, perHour }]) => {
    const { decimals } = catalogue.get(assetId);
    const amount = (units: bigint | null) => (units === null ? 'no limit' : fromUnits(units, decimals));
    return `  ${name}: ${amount(perTransaction)} per transaction, ${amount(perHour)} per hour`;
  });
}
