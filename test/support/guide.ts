import { readFile } from 'node:fs/promises';

/** What the fence of a command says that does not return. In the command itself, some shells would take it for more of it. */
const OWN_TERMINAL = ' in a terminal of its own';

/** What a guide has one type, as printed. */
export interface Step {
  readonly lines: string;
  /** True if it runs on in a terminal of its own. */
  readonly runsOn: boolean;
}

/** The shell blocks of one section of a guide, in their order. */
export async function stepsOf(file: string, section: string): Promise<Step[]> {
  const text = await readFile(file, 'utf8');
  const [, after = ''] = text.split(`\n## ${section}\n`);
  const [body = ''] = after.split('\n## ');
  return Array.from(body.matchAll(/```sh(.*?)\n(.*?)```/gs), ([, fence, lines = '']) => ({
    lines: lines.trim(),
    runsOn: fence === OWN_TERMINAL,
  }));
}
