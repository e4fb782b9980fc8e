import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROGRAM = fileURLToPath(new URL('../../../packages/service/bin/swapdesk.mjs', import.meta.url));
const run = promisify(execFile);

/** What a command of the service prints; throws with what it says if it fails. */
export async function runCommand(databaseUrl: string, dataDir: string, words: string[]): Promise<string> {
  const env = {
    PATH: process.env.PATH ?? '',
    SWAPDESK_DATABASE_URL: databaseUrl,
    SWAPDESK_DATA_DIR: dataDir,
  };
  const { stdout } = await run(process.execPath, [PROGRAM, ...words], { env });
  return stdout;
}
