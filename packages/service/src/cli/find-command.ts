import type { Command } from './command.ts';

/** What somebody has asked for: a command, or a group of commands by their first word, such as `hold`. */
export interface FoundCommand {
  readonly command: Command | null;
  /** Those that begin with the same word; none if no command does. */
  readonly group: readonly Command[];
  readonly wantsHelp: boolean;
}

export function findCommand(commands: readonly Command[], args: readonly string[]): FoundCommand {
  const wantsHelp = args.includes('--help') || args.includes('-h') || args[0] === 'help';
  const words = args[0] === 'help' ? args.slice(1) : args;
  const command = commands.find(({ name }) => name.split(' ').every((word, n) => words[n] === word)) ?? null;
  return { command, group: commands.filter(({ name }) => name.split(' ')[0] === words[0]), wantsHelp };
}

/** Why nothing can be run, and which words would do. */
export function noCommand(args: readonly string[], group: readonly Command[]): string {
  const said = `There is no command "${args.slice(0, 2).join(' ')}".`;
  if (group.length === 0) return `${said} See: npx swapdesk help`;
  return `${said} There is: ${group.map(({ name }) => name).join(', ')}. See: npx swapdesk ${args[0]} --help`;
}
