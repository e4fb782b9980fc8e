import { readFileSync } from 'node:fs';
import { closest } from './did-you-mean.ts';

const PREFIX = 'SWAPDESK_';

/** Every variable of ours that a node or a command reads, without what all begin with. */
export const KNOWN = [
  'PORT',
  'HOST',
  'WORKERS',
  'WORKER',
  'DATA_DIR',
  'CONFIG',
  'SIGNER_CONFIG',
  'DATABASE_URL',
  'DATABASE_URL_FILE',
  'REPLICA_URL',
  'REPLICA_URL_FILE',
  'LOG_ARCHIVE',
  'PASSPHRASE',
  'PASSPHRASE_FILE',
  'PRICES_FILE',
  'KEY',
  'KEY_FILE',
  'PUBLIC_URL',
  'TRUST_PROXY',
  'DRAIN_S',
  'DENY_LIST',
  'SCREENING_URL',
  'SCREENING_URL_FILE',
  'CONSOLE_LISTEN',
  'METRICS',
  'METRICS_TOKEN',
  'METRICS_TOKEN_FILE',
  'BACKUP_PASSPHRASE',
  'BACKUP_PASSPHRASE_FILE',
  'RECORD',
  'NETWORK',
  'PRICE_FEED',
  'TEST_SEED',
  'LOG_LEVEL',
] as const;

/** What stands in the same shell for others: integrators' servers and clients, and the tests of this project. */
const OF_OTHERS = /^(URL|SECRET|API_(KEY|SECRET)(_FILE)?|(TEST|HA|SCREENS|STEPS|SEEDED|REFERRAL)(_.*)?)$/;

/** A line for each variable that has our name and that nobody reads: most often one with a letter too few, which counts for nothing. */
export function unknownVariables(
  env: Readonly<Record<string, string | undefined>>,
  configFile: string | null,
): string[] {
  const ours = Object.keys(env).filter((name) => name.startsWith(PREFIX) && env[name] !== undefined);
  const unknown = ours
    .map((name) => name.slice(PREFIX.length))
    .filter((name) => !(KNOWN as readonly string[]).includes(name) && !OF_OTHERS.test(name));
  if (unknown.length === 0) return [];
  const named = configFile === null ? new Set<string>() : variablesIn(readFileSync(configFile, 'utf8'));
  return unknown
    .filter((name) => !named.has(`${PREFIX}${name}`))
    .sort()
    .map((name) => {
      const meant = closest(name, KNOWN);
      const hint = meant === undefined ? 'See npx swapdesk help' : `Did you mean ${PREFIX}${meant}?`;
      return `nobody reads the variable ${PREFIX}${name}. ${hint}`;
    });
}

/** Those that a configuration takes something from, by themselves or from a file. */
function variablesIn(text: string): Set<string> {
  const names = [...text.matchAll(/"env"\s*:\s*"([^"]+)"/g)].map(([, name]) => name as string);
  return new Set(names.flatMap((name) => [name, `${name}_FILE`]));
}
