import { fileURLToPath } from 'node:url';
import { type Running, startProgram } from './child.ts';

const PROGRAM = fileURLToPath(new URL('../bare/server.js', import.meta.url));
/** As many as a node of the service has. */
const CONNECTIONS = 12;

/** Starts the bare server to compare with. */
export function startBare(answers: Readonly<Record<string, unknown>>, databaseUrl: string): Promise<Running> {
  const env = {
    PATH: process.env.PATH ?? '',
    BARE: JSON.stringify({ answers, databaseUrl, connections: CONNECTIONS }),
  };
  return startProgram([PROGRAM], env, /bare (http:\S+)/);
}
