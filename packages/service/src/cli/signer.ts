import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { type Environment, readConfig } from '../config.ts';
import type { SignerConfig } from '../configuration/chains-config.ts';
import { resumeSigning, stopSigning } from '../engine/hold/signing-switch.ts';
import { fromUnits } from '../money/units.ts';
import { adaptation } from '../networks/all-chains.ts';
import type { Rules } from '../signer/rules.ts';
import { StoreOutgrown } from '../store/applied.ts';
import { act } from './act.ts';
import { readArguments } from './arguments.ts';
import { type Command, UsageError, withStore } from './command.ts';
import { openLog } from './open-log.ts';
import { watchSignals } from './signals.ts';

export const signerStop: Command = {
  name: 'signing stop',
  usage: '[--why TEXT]',
  summary: 'Sign nothing more from now on, on every node. Orders and deposits go on; payouts wait',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { options } = readArguments(args, { words: [], options: ['why'] });
      const reason = options.why ?? 'by an operator';
      await act(database, async (client, now) => {
        await stopSigning(client, reason, now);
        const changes = [{ what: 'stopped', before: null, after: reason }];
        return { act: 'signing stop', subject: 'signing', changes, result: undefined };
      });
      console.log(
        'Nothing is signed any more, on any node, and what was signed but not sent stays here. What networks have\n' +
          'already may still get into blocks. Go on with: npx swapdesk signing go',
      );
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
        if (!(await resumeSigning(client))) throw new UsageError(await whatElseStops(readConfig(env).signer));
        const changes = [{ what: 'stopped', before: 'stopped', after: null }];
        return { act: 'signing go', subject: 'signing', changes, result: undefined };
      });
      console.log(`Payments are signed again. ${await stillStopped(readConfig(env).signer)}`.trimEnd());
    }),
};

/** A signer in its own process can be stopped by more than the switch. */
async function otherStop(config: SignerConfig | null): Promise<string | null> {
  if (config === null) return null;
  const { RemoteSigner } = await import('../signer/remote-signer.ts');
  return new RemoteSigner(config).whyStopped().catch((error: Error) => error.message);
}

async function whatElseStops(config: SignerConfig | null): Promise<string> {
  const why = await otherStop(config);
  if (why === null) return 'Signing was not stopped.';
  return `Signing was not stopped by \`signing stop\`, but the signer signs nothing: ${why}. ${howToGoOn(why)}`;
}

async function stillStopped(config: SignerConfig | null): Promise<string> {
  const why = await otherStop(config);
  return why === null ? '' : `But the signer signs nothing: ${why}. ${howToGoOn(why)}`;
}

function howToGoOn(why: string): string {
  if (why.startsWith('SIG')) return 'Start the signer anew: a signal holds until then.';
  return why.startsWith('the file') ? 'Remove the file.' : 'Start it: npx swapdesk signer';
}

export const signer: Command = {
  name: 'signer',
  usage: '',
  summary:
    'Hold the keys and sign, in a process of its own: what orders ask for, within its limits. See docs/operators.md, ' +
    '"Keys in a process of their own"',
  run: serve,
};

export const signerAssets: Command = {
  name: 'signing assets',
  usage: '',
  summary:
    'Print the "assets" of swapdesk.signer.json as the database has them: check them before you pin them',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const { assets } = adaptation(readConfig(env).chains)(await loadCatalogue(database));
      const pins = assets
        .filter(({ isAbsent }) => !isAbsent)
        .map(({ chain, abbr, decimals, contract }) => {
          const pin = contract === null ? { decimals } : { decimals, contract };
          return [`${chain.name}:${abbr}`, pin] as const;
        });
      console.log(JSON.stringify({ assets: Object.fromEntries(pins) }, null, 2));
      console.error(
        'Hold contracts and decimals against an explorer of each chain: what stands in that file is signed for.',
      );
    }),
};

async function serve(args: string[], env: Environment): Promise<void> {
  readArguments(args, { words: [], options: [] });
  const config = readConfig(env);
  const [{ openSigner }, { readSignerFile }] = await Promise.all([
    import('../signer/open-signer.ts'),
    import('../signer/signer-file.ts'),
  ]);
  const file = readSignerFile(env, [config.dataDir, process.cwd()], config.signer);
  // Every decision is told, unless the operator wants it otherwise.
  const level = (env.SWAPDESK_LOG_LEVEL ?? '') === '' ? 'info' : config.logLevel;
  const log = await openLog(config, env, level);
  const signals = watchSignals();
  const running = await openSigner({ config, file, env, log });
  // In place of what Node does with it: to let a debugger in.
  process.on('SIGUSR1', () => running.desk.stopBySignal('SIGUSR1'));
  if (!signals.received) {
    console.log(`Swapdesk signer is up: ${running.place}. Ctrl-C stops it.`);
    console.log(limitLines(running.rules).join('\n'));
  }
  void running.died.then((reason) => {
    console.error(
      `The database server has stopped: ${reason}. It is the one inside the desk, which ends with it: start that, then the signer ` +
        'again. With a PostgreSQL of your own (SWAPDESK_DATABASE_URL) neither stops the other. Stopping.',
    );
    process.exit(1);
  });
  const outgrown = await Promise.race([signals.wait(), running.outgrown]);
  if (outgrown !== undefined) console.error(`${outgrown} Stopping.`);
  await running.stop();
  console.log('Stopped.');
  process.exit(outgrown === undefined ? 0 : new StoreOutgrown(outgrown).exitCode);
}

/** What it may sign away, a line for each asset. Nothing else is signed for. */
function limitLines({ limits }: Rules): string[] {
  return Array.from(limits.values(), ({ name, decimals, perTransaction, perHour }) => {
    const amount = (units: bigint | null) => (units === null ? 'no limit' : fromUnits(units, decimals));
    return `  ${name}: ${amount(perTransaction)} per transaction, ${amount(perHour)} per hour`;
  });
}
