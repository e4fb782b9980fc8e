import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../startup-error.ts';
import { readSecretNow } from './secret-file.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the environment gives that nobody else should see: whoever may look at a process sees its variables. */
export const SECRET_VARIABLES = [
  'SWAPDESK_DATABASE_URL',
  'SWAPDESK_REPLICA_URL',
  'SWAPDESK_METRICS_TOKEN',
  'SWAPDESK_SCREENING_URL',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
] as const;

/** These have a variable for their file that is older, and read by whoever needs it. */
const PASSPHRASE = 'SWAPDESK_PASSPHRASE';
const KEY = 'SWAPDESK_KEY';

/** One way in which a secret was given. */
interface Way {
  readonly name: string;
  read(): string;
}

/** A secret: of its variable, of the file that NAME_FILE names, or of the credential NAME that systemd hands over. Undefined: of none. */
export function givenSecret(env: Environment, name: string): string | undefined {
  return onlyOne(name, [...ofVariable(env, name), ...ofFile(env, name), ...ofCredential(env, name)])?.read();
}

/** The environment with every secret in its variable, wherever it was given. */
export function withSecrets(env: Environment): Environment {
  const found = SECRET_VARIABLES.flatMap((name) => {
    const secret = givenSecret(env, name);
    return secret === undefined ? [] : [[name, secret] as const, [`${name}_FILE`, undefined] as const];
  });
  return { ...env, ...Object.fromEntries(found), ...passphraseOf(env), ...keyOf(env) };
}

/** In which other file it may be, and who may read that, the wallet decides: a test network is less strict. */
function passphraseOf(env: Environment): Environment {
  const [credential] = ofCredential(env, PASSPHRASE);
  if (credential === undefined) return {};
  onlyOne(PASSPHRASE, [credential, ...ofVariable(env, PASSPHRASE), ...ofVariable(env, `${PASSPHRASE}_FILE`)]);
  return { [PASSPHRASE]: credential.read() };
}

/** The key of the service is read from its file alone. */
function keyOf(env: Environment): Environment {
  const path = credentialPath(env, KEY);
  if (path === null) return {};
  onlyOne(KEY, [...ofCredential(env, KEY), ...ofVariable(env, `${KEY}_FILE`)]);
  return { [`${KEY}_FILE`]: path };
}

function onlyOne(name: string, [first, second]: readonly Way[]): Way | undefined {
  if (first !== undefined && second !== undefined)
    throw new StartupError(
      `${name} is given twice, by ${first.name} and by ${second.name}: keep one of them`,
    );
  return first;
}

/** A variable that is set but empty counts as not set. */
function ofVariable(env: Environment, name: string): Way[] {
  const value = env[name];
  return value === undefined || value === '' ? [] : [{ name: `the variable ${name}`, read: () => value }];
}

function ofFile(env: Environment, name: string): Way[] {
  const path = env[`${name}_FILE`];
  return path === undefined || path === ''
    ? []
    : [{ name: `the file of ${name}_FILE`, read: () => readPrivate(path) }];
}

function ofCredential(env: Environment, name: string): Way[] {
  const path = credentialPath(env, name);
  return path === null ? [] : [{ name: `the credential ${path}`, read: () => readPrivate(path) }];
}

function credentialPath({ CREDENTIALS_DIRECTORY: folder }: Environment, name: string): string | null {
  if (folder === undefined || folder === '') return null;
  const path = join(folder, name);
  return existsSync(path) ? path : null;
}

function readPrivate(path: string): string {
  const { secret, exposed } = readSecretNow(path, 'secret file');
  if (exposed)
    throw new StartupError(`the secret file ${path} is open to other users; run: chmod 600 '${path}'`);
  return secret;
}
