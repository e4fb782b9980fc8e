import { UsageError, WrongArguments } from './cli/command.ts';
import { COMMANDS } from './cli/commands.ts';
import { findCommand, noCommand } from './cli/find-command.ts';
import { help, usageOf } from './cli/help.ts';
import { withSecrets } from './secrets/given-secret.ts';
import { StartupError } from './startup-error.ts';
import { inWords } from './store/not-allowed.ts';

/** The command line: finds the command by its words, runs it, and turns what goes wrong into one line. */
async function main(args: string[]): Promise<void> {
  const { command, group, wantsHelp } = findCommand(COMMANDS, args);
  if (wantsHelp || args.length === 0) {
    console.log(help(COMMANDS, command === null ? group : [command]));
    return;
  }
  if (command === null) throw new UsageError(noCommand(args, group));
  await command
    .run(args.slice(command.name.split(' ').length), withSecrets(process.env))
    .catch((error: unknown) => {
      if (!(error instanceof WrongArguments)) throw error;
      throw new UsageError(`${error.message} Usage: ${usageOf(command)}`);
    });
}

try {
  await main(process.argv.slice(2));
} catch (thrown) {
  const error = inWords(thrown);
  const isExpected = error instanceof StartupError || error instanceof UsageError;
  console.error(isExpected ? (error as Error).message : error);
  process.exitCode = error instanceof StartupError ? error.exitCode : 1;
}
