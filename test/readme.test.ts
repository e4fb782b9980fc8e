import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wantFewAddresses } from './support/desk-store.ts';
import { type RunningService, startService } from './support/service.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

let dataDir: string;
let service: RunningService;
/** What a newcomer's shell would remember from one block to the next. */
let queryCode = '';
let manageCode = '';

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'swapdesk-readme-'));
  // A first start without anything is seen in `first-start.test.ts`.
  await wantFewAddresses(dataDir);
  service = await startService({ SWAPDESK_DATA_DIR: dataDir });
});
afterAll(async () => {
  await service?.stop();
  await rm(dataDir, { recursive: true });
});

/** The shell blocks of the README, and of the page that goes on from there, that talk to a running service, as printed. */
async function blocks(): Promise<string[]> {
  const pages = await Promise.all(
    ['README.md', 'docs/first-orders.md'].map((path) => readFile(join(ROOT, path), 'utf8')),
  );
  return Array.from(pages.join('\n').matchAll(/```sh\n(.*?)```/gs), ([, block]) => block as string).filter(
    (block) => block.includes('127.0.0.1:8080'),
  );
}

/** Runs a block as a newcomer would paste it, in the shell that they have used so far; only the port is put in. */
async function paste(block: string): Promise<Record<string, unknown>[]> {
  const script = block
    .replaceAll('http://127.0.0.1:8080', service.url)
    .replaceAll('npx swapdesk', `node ${JSON.stringify(join(ROOT, 'packages/service/bin/swapdesk.mjs'))}`);
  const env = { ...process.env, SWAPDESK_DATA_DIR: dataDir, query_code: queryCode, manage_code: manageCode };
  const { stdout } = await run(
    'bash',
    [
      '-euo',
      'pipefail',
      '-c',
      `${script}\nprintf '\\nquery_code=%s\\nmanage_code=%s\\n' "$query_code" "$manage_code"`,
    ],
    { env },
  );
  queryCode = /^query_code=(.*)$/m.exec(stdout)?.[1] ?? '';
  manageCode = /^manage_code=(.*)$/m.exec(stdout)?.[1] ?? '';
  // Answers follow each other without a line break.
  const answers = stdout
    .replaceAll('}{', '}\n{')
    .split('\n')
    .filter((line) => line.startsWith('{'));
  return answers.map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** The statuses that a block promises: `# status 2, 3, 4`. */
function promised(block: string): number[] {
  const found = /# status ([\d, ]+)$/m.exec(block)?.[1] ?? '';
  return found.split(',').filter(Boolean).map(Number);
}

/** Follows the order until it is in the status; every status that it has been in on the way, once. */
async function statusesUntil(last: number): Promise<number[]> {
  const seen: number[] = [];
  while (seen.at(-1) !== last) {
    const answer = await fetch(`${service.url}/openapi/order/query?query_code=${queryCode}`);
    const { data } = (await answer.json()) as { data: { status: number } };
    if (seen.at(-1) !== data.status) seen.push(data.status);
    await setTimeout(50);
  }
  return seen;
}

describe('the README and the page on first orders', () => {
  it('show swaps, a fixed order paid short, a refund, lists, the older variant and referrals that all work', async () => {
    const answers: Record<string, unknown>[] = [];
    const promises: number[][] = [];
    for (const block of await blocks()) {
      for (const answer of await paste(block)) {
        expect(answer, block).toMatchObject({ code: 0, msg: 'success' });
        answers.push(answer);
      }
      const statuses = promised(block);
      if (statuses.length === 0) continue;
      promises.push(statuses);
      // Where it came from may be seen as well, and nothing else.
      const seen = await statusesUntil(statuses.at(-1) as number);
      expect([statuses, [1, ...statuses], [7, ...statuses]], block).toContainEqual(seen);
    }
    expect(promises).toEqual([[2, 3, 4], [2, 7], [5]]);
    expect(answers).toHaveLength(13);
    expect(answers.at(-1)).toMatchObject({ total: 1, data: [{ ref_code: 'friend' }] });
  }, 180_000);
});
