import type { Logger } from 'pino';
import type { Config, Environment } from '../config.ts';
import { secretsOf } from '../desk/secrets-of.ts';

/** What is logged of an error. The rest of what PostgreSQL says of one holds whole rows. */
const TOLD = ['type', 'message', 'stack', 'code', 'constraint', 'table', 'column'] as const;

/**
 * The log of a process: a line of JSON each, on standard error. Synchronous, so that what is logged is out even if the process dies in the next
 * moment; and without any secret that it was given.
 */
export async function openLog(config: Config, env: Environment, level = config.logLevel): Promise<Logger> {
  const { pino } = await import('pino');
  const secrets = secretsOf(config, env);
  return pino(
    {
      level,
      serializers: { err: (error: Error) => told(pino.stdSerializers.err(error)) },
      hooks: { streamWrite: (line) => secrets.hide(line) },
    },
    pino.destination({ dest: 2, sync: true }),
  );
}

function told(error: object): object {
  const facts = error as Readonly<Record<string, unknown>>;
  // What was thrown may be no error at all.
  if (typeof error !== 'object' || error === null) return error;
  return Object.fromEntries(
    TOLD.filter((name) => facts[name] !== undefined).map((name) => [name, facts[name]]),
  );
}
