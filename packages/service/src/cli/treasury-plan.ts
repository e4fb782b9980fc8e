import { readPlan } from '../treasury/read-plan.ts';
import type { ShownStep } from '../treasury/shown-step.ts';
import { actContext } from './act-context.ts';
import { readArguments } from './arguments.ts';
import { type Command, withStore } from './command.ts';

export const treasuryPlan: Command = {
  name: 'treasury plan',
  usage: '[--json]',
  summary: 'Say what to move, to trade and to send to the treasury, and why. Changes nothing',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { flags } = readArguments(args, { words: [], options: [], flags: ['json'] });
      const { market } = await actContext(database, env);
      const steps = await readPlan(database, market);
      if (flags.json) console.log(JSON.stringify(steps, null, 2));
      else console.log(steps.length === 0 ? NOTHING : steps.map(asText).join('\n\n'));
    }),
};

const NOTHING =
  'Nothing is to be done. What should be free, and what is too much: npx swapdesk treasury target CHAIN COIN --target N --hot-limit N';

function asText(step: ShownStep): string {
  return [doing(step), `  because ${step.why}`, ...(step.waits === '' ? [] : [`  waits ${step.waits}`])].join(
    '\n',
  );
}

function doing({ kind, chain, abbr, amount, address, payment_uri, wanted }: ShownStep): string {
  const what = `${amount} ${abbr} (${chain})`;
  if (kind === 'cold') return `Goes to the cold address: ${what}${address === '' ? '' : ` to ${address}`}`;
  if (wanted !== null) return `Trade ${what} for ${wanted.amount} ${wanted.abbr} (${wanted.chain})`;
  return `Send ${what} to the treasury at ${address || 'its address, once an engine has made it'}${payment_uri === '' ? '' : `\n  ${payment_uri}`}`;
}
