/** One instruction of a Containerfile. */
export interface Instruction {
  readonly word: string;
  /** Flags such as `--from=build`. */
  readonly flags: readonly string[];
  /** What follows, as a list where it is written as one. */
  readonly rest: string;
}

/** The instructions in order, lines that go on put together. */
export function readContainerfile(text: string): Instruction[] {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replace(/\\\n\s*/g, ' ')
    .split('\n');
  return lines.map((line) => {
    const [, word = '', flags = '', rest = ''] = /^([A-Z]+) ((?:--\S+ )*)(.*)$/.exec(line) ?? [];
    if (word === '') throw new Error(`no instruction: ${line}`);
    return { word, flags: flags.trim() === '' ? [] : flags.trim().split(' '), rest };
  });
}

/** What is written as a list; null for what a shell would read. */
export function listOf({ rest }: Pick<Instruction, 'rest'>): string[] | null {
  return rest.startsWith('[') ? (JSON.parse(rest) as string[]) : null;
}
