import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from './support/service.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

let dataDir: string;
let service: RunningService;
let queryCode = '';

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'swapdesk-readme-'));
  service = await startService({ SWAPDESK_DATA_DIR: dataDir });
});
afterAll(async () => {
  await service?.stop();
  await rm(dataDir, { recursive: true });
});

/** The shell blocks of the README that talk to a running service, as printed. */
async function blocks(): Promise<string[]> {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  return Array.from(readme.matchAll(/```sh\n(.*?)```/gs), ([, block]) => block as string).filter((block) =>
    block.includes('/openapi/'),
  );
}

/** Runs a block as a newcomer would paste it; only the port and the order's own query code are put in. */
async function paste(block: string): Promise<Record<string, unknown>[]> {
  const script = block
    .replaceAll('http://127.0.0.1:8080', service.url)
    .replaceAll('XXXX-XXXX-XXXX', queryCode)
    .replaceAll('npx swapdesk', `node ${JSON.stringify(join(ROOT, 'packages/service/bin/swapdesk.mjs'))}`);
  const env = { ...process.env, SWAPDESK_DATA_DIR: dataDir };
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { env });
  // Answers follow each other without a line break.
  const answers = stdout
    .replaceAll('}{', '}\n{')
    .split('\n')
    .filter((line) => line.startsWith('{'));
  return answers.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the README', () => {
  it('shows a quote, an order, a query, lists, a fixed order, the older variant and referrals that all work', async () => {
    const answers: Record<string, unknown>[] = [];
    for (const block of await blocks()) {
      for (const answer of await paste(block)) {
        expect(answer, block).toMatchObject({ code: 0, msg: 'success' });
        const data = answer.data as { query_code?: string };
        queryCode = data.query_code ?? queryCode;
        answers.push(answer);
      }
    }
    expect(answers).toHaveLength(8);
    expect(answers.at(-1)).toMatchObject({ total: 1, data: [{ ref_code: 'friend' }] });
  });
});
