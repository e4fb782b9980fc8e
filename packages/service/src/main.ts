import { UsageError } from './cli/command.ts';
import { COMMANDS } from './cli/commands.ts';
import { help } from './cli/help.ts';
import { StartupError } from './startup-error.ts';

/** The command line: finds the command by its words, runs it, and turns what goes wrong into one line. */
async function main(args: string[]): Promise<void> {
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, n) => args[n] === word));
  const wantsHelp = args.includes('--help') || args.includes('-h') || args[0] === 'help';
  if (command === undefined || wantsHelp) {
    if (command === undefined && args.length > 0 && !wantsHelp) {
      throw new UsageError(`There is no command "${args.slice(0, 2).join(' ')}". See: npx swapdesk help`);
    }
    console.log(help(COMMANDS, command));
    return;
  }
  await command.run(args.slice(command.name.split(' ').length), process.env);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isExpected = error instanceof StartupError || error instanceof UsageError;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}
