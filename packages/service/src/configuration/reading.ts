import { accessSync, constants, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { Decimal } from '@swapdesk/contract';
import { toExactUnits } from '../money/units.ts';
import { givenSecret } from '../secrets/given-secret.ts';
import { StartupError } from '../startup-error.ts';
import { isWithin, type Problem } from './problems.ts';
import type { ExactInFile, SecretInFile } from './schema.ts';

const LONGEST_SECRET = 16_384;

/**
 * Reads the values of a file that fits the schema, and gathers what is wrong with them: all of it, so that a person
 * mends the file once. What could not be read is something harmless in place of it; it is used for nothing.
 */
export class Reading {
  readonly problems: Problem[] = [];
  /** Where a secret stands in the file itself. */
  readonly literalSecrets: string[] = [];
  private readonly folder: string;
  private readonly env: Readonly<Record<string, string | undefined>>;

  constructor(folder: string, env: Readonly<Record<string, string | undefined>>) {
    this.folder = folder;
    this.env = env;
  }

  report(path: string, words: string): void {
    this.problems.push({ path, words });
  }

  /** Whether anything at or below a path is wrong, so that nothing more can be concluded from it. */
  isSound(path: string): boolean {
    return !this.problems.some((problem) => isWithin(problem.path, path));
  }

  /** A number in units of 10^-decimals. */
  units(path: string, value: ExactInFile, decimals: number): bigint {
    const number = typeof value === 'string' ? (Decimal.parse(value) as Decimal) : value;
    const units = toExactUnits(number, decimals);
    if (units === null) this.report(path, `${number} has more than ${decimals} decimals; write fewer`);
    return units ?? 0n;
  }

  /** A secret, from wherever it is. */
  secret(path: string, source: SecretInFile): string {
    if (typeof source === 'string') {
      this.literalSecrets.push(path);
      return source;
    }
    return 'env' in source ? this.fromEnvironment(path, source.env) : this.fromFile(path, source.file);
  }

  /** A URL that is one. */
  url(path: string, text: string, protocols: readonly string[] = ['http:', 'https:']): string {
    const isOne = URL.canParse(text) && protocols.includes(new URL(text).protocol);
    const beginnings = protocols.map((each) => `${each}//`).join(' or ');
    if (!isOne) this.report(path, `must be a URL that begins with ${beginnings}`);
    return text;
  }

  /** The path of a file that can be read now. */
  readable(path: string, given: string): string {
    const file = this.absolute(given);
    try {
      accessSync(file, constants.R_OK);
    } catch (error) {
      this.report(path, `cannot read ${file}: ${reason(error)}`);
    }
    return file;
  }

  /** The path of a file that somebody may make later: we have to see it then, and its folder has to be there for it. */
  place(path: string, given: string): string {
    const file = this.absolute(given);
    const folder = dirname(file);
    try {
      accessSync(`${folder}/.`);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const why =
        code === 'ENOENT' ? 'it is not there' : code === 'ENOTDIR' ? 'it is no folder' : reason(error);
      this.report(path, `the folder ${folder} cannot be used: ${why}; make it, or name another`);
    }
    return file;
  }

  /** A path as it is meant: from the folder of the configuration. */
  absolute(given: string): string {
    return isAbsolute(given) ? given : join(this.folder, given);
  }

  private fromEnvironment(path: string, name: string): string {
    try {
      const secret = givenSecret(this.env, name) ?? '';
      if (secret === '')
        this.report(path, `the environment variable ${name} is not set; set it, or ${name}_FILE`);
      return secret;
    } catch (error) {
      if (!(error instanceof StartupError)) throw error;
      this.report(path, error.message);
      return '';
    }
  }

  private fromFile(path: string, given: string): string {
    const file = this.absolute(given);
    try {
      const secret = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      if (secret === '') this.report(path, `${file} is empty; write the secret into it`);
      else if (secret.length > LONGEST_SECRET || /[\r\n\0]/.test(secret))
        this.report(path, `${file} must hold one line, the secret and nothing else`);
      return secret;
    } catch (error) {
      this.report(path, `cannot read ${file}: ${reason(error)}`);
      return '';
    }
  }
}

function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const words: Record<string, string> = {
    ENOENT: 'there is no such file',
    EACCES: 'this user may not read it',
    EISDIR: 'it is a folder',
  };
  return words[code ?? ''] ?? message;
}
