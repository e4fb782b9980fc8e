import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Ended } from './service.ts';

export interface WrittenDown extends Ended {
  /** As they were shown, in the order of their numbers. */
  readonly words: readonly string[];
}

/** Does what somebody does whom a command shows the words of a seed: writes them down, and types those that are asked for. */
export async function writeDown(child: ChildProcess, isRight = true): Promise<WrittenDown> {
  let output = '';
  let read = 0;
  const paper = new Map<number, string>();
  const type = (line: string) => child.stdin?.write(`${line}\n`);
  const look = (chunk: Buffer) => {
    output += chunk;
    for (;;) {
      const asked = /Word (\d+): |on paper\. They .*then\. /.exec(output.slice(read));
      if (asked === null) return;
      if (asked[1] === undefined) {
        const shown = output.slice(read, read + asked.index);
        for (const [, n, word] of shown.matchAll(/ {2}(\d{1,2}) ([a-z]{3,8})(?= |\r?\n)/g))
          paper.set(Number(n), word as string);
        type('');
      } else type(isRight ? (paper.get(Number(asked[1])) ?? '') : 'wrong');
      read += asked.index + asked[0].length;
    }
  };
  child.stdout?.on('data', look);
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  const words = [...paper].sort(([a], [b]) => a - b).map(([, word]) => word);
  return { code: code as number | null, output, words };
}
