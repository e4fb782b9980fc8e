import { fileURLToPath } from 'node:url';
import { SERVING_OPTIONS } from '@swapdesk/service/dist/workers/serving-options.js';
import { type Running, startProgram } from './child.ts';

const PROGRAM = fileURLToPath(new URL('../../../packages/service/bin/swapdesk.mjs', import.meta.url));

/** Starts the service as a user would, in open mode, on a free port: all of it, or a node that only serves requests; with one process unless more are asked for. */
export function startService(
  databaseUrl: string,
  dataDir: string,
  role: 'start' | 'api' = 'start',
  workers = 1,
  more: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const env = {
    PATH: process.env.PATH ?? '',
    SWAPDESK_PORT: '0',
    SWAPDESK_WORKERS: String(workers),
    SWAPDESK_DATABASE_URL: databaseUrl,
    SWAPDESK_DATA_DIR: dataDir,
    ...more,
  };
  return startProgram([...SERVING_OPTIONS, PROGRAM, role], env, /API\s+(http:\S+)\/openapi/);
}
