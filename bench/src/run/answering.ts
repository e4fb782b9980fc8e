import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Answer } from '../bare/answers.ts';
import { type Running, startProgram } from './child.ts';

const PROGRAM = fileURLToPath(new URL('../bare/answers.js', import.meta.url));

/** Starts a node that gives these answers. */
export async function startAnswering(dataDir: string, answers: readonly Answer[]): Promise<Running> {
  const file = join(dataDir, 'answers.json');
  await writeFile(file, JSON.stringify(answers));
  return startProgram([PROGRAM], { PATH: process.env.PATH ?? '', ANSWERS: file }, /answers (http:\S+)/);
}
