import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Json, parseJson } from '@swapdesk/contract';
import { StartupError } from '../startup-error.ts';
import type { Problem } from './problems.ts';

/** How a file of settings is found: by a variable that names it, or under its usual name. */
export interface FileName {
  readonly variable: string;
  readonly name: string;
}

/** Where a file is: where its variable says, or else in one of these folders; null if there is none. */
export function findFile(
  { variable, name }: FileName,
  env: Readonly<Record<string, string | undefined>>,
  folders: readonly string[],
): string | null {
  const given = env[variable];
  if (given !== undefined && given !== '') return resolve(given);
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null;
}

/** The JSON in a file, or a StartupError that says why there is none. */
export function readJsonFile(file: string, { variable }: FileName): Json {
  const text = readText(file, variable);
  try {
    return parseJson(text);
  } catch (error) {
    throw new StartupError(`${file}: is not JSON: ${(error as Error).message}${lineOf(text, error)}`);
  }
}

/** All that is wrong in a file, a line each. */
export function faultsIn(file: string, problems: readonly Problem[]): StartupError {
  const lines = problems.map(({ path, words }) => `${file}: ${path === '' ? '' : `${path}: `}${words}`);
  return new StartupError(lines.join('\n'));
}

function readText(file: string, variable: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? `there is no such file; name another with ${variable}` : message;
    throw new StartupError(`${file}: ${why}`, { cause });
  }
}

/** The parser counts characters, a person lines. */
function lineOf(text: string, error: unknown): string {
  const at = / at (\d+)$/.exec((error as Error).message)?.[1];
  return at === undefined ? '' : `, in line ${text.slice(0, Number(at)).split('\n').length}`;
}
