import { existsSync } from 'node:fs';
import type { Network } from '../chains/family.ts';
import { StartupError } from '../startup-error.ts';
import type { AlertsInFile } from './alerts-schema.ts';
import type { AlertPlaces, AlertsConfig, MailConfig } from './chains-config.ts';
import { isLoopback } from './loopback.ts';
import { Reading } from './reading.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Webhook = NonNullable<AlertsInFile['webhook']>;
type Source = Webhook['url'];

const AGAIN_S = 6 * 3_600;
const SUBMISSION_PORT = 587;
/** What Standard Webhooks asks for. */
const [LEAST_KEY, MOST_KEY] = [24, 64];

/** Who is told when something is wrong. */
export function readAlerts(
  reading: Reading,
  given: AlertsInFile,
  { network, env }: { network: Network; env: Environment },
): AlertsConfig {
  const { webhook, mail } = given;
  if (webhook === undefined && mail === undefined)
    reading.report('alerts', 'name nobody who is told: write "webhook", "mail" or both');
  if (webhook !== undefined && typeof webhook.url === 'string') checkUrl(reading, webhook.url, network);
  if ((mail?.user === undefined) !== (mail?.password === undefined))
    reading.report('alerts.mail', 'needs "user" and "password", or neither');
  const kept = {
    ...(webhook !== undefined && {
      webhook: { url: located(reading, webhook.url), secret: located(reading, webhook.secret) },
    }),
    ...(mail?.password !== undefined && { password: located(reading, mail.password) }),
  };
  const mailing = mail === undefined ? null : readMail(reading, mail);
  return {
    againS: given.again?.toInteger() ?? AGAIN_S,
    webhookUrl: webhook === undefined ? null : typeof webhook.url === 'string' ? webhook.url : '',
    mail: mailing,
    readPlaces: () => readPlaces(kept, mailing, network, env),
  };
}

function readMail(reading: Reading, given: NonNullable<AlertsInFile['mail']>): MailConfig {
  const { host, port, user = null, ca, from, to } = given;
  return {
    host,
    port: port?.toInteger() ?? SUBMISSION_PORT,
    user,
    caFile: ca === undefined ? null : reading.readable('alerts.mail.ca', ca),
    from,
    to,
  };
}

/** What is wrong with a desk of the main network is nobody's business on the way to another machine. */
function checkUrl(reading: Reading, url: string, network: Network): string {
  const isHere = URL.canParse(url) && isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''));
  return reading.url('alerts.webhook.url', url, network === 'main' && !isHere ? ['https:'] : undefined);
}

/** With paths as they are meant. */
function located<Kept extends Source>(reading: Reading, source: Kept): Kept {
  return typeof source === 'object' && 'file' in source
    ? ({ file: reading.absolute(source.file) } as Kept)
    : source;
}

/** Read by who tells, and by nobody else: the secrets are not wanted on other nodes. */
function readPlaces(
  kept: { webhook?: Pick<Webhook, 'url' | 'secret'>; password?: Webhook['secret'] },
  mail: MailConfig | null,
  network: Network,
  env: Environment,
): AlertPlaces {
  const reading = new Reading('', env);
  const webhook = kept.webhook === undefined ? null : readWebhook(reading, kept.webhook, network);
  const password = kept.password === undefined ? null : reading.secret('alerts.mail.password', kept.password);
  if (mail !== null && mail.caFile !== null && !existsSync(mail.caFile))
    reading.report('alerts.mail.ca', `there is no ${mail.caFile}`);
  if (reading.problems.length > 0) {
    const lines = reading.problems.map(({ path, words }) => `  ${path}: ${words}`);
    throw new StartupError(['Alerts cannot be sent:', ...lines].join('\n'));
  }
  return { webhook, mail: mail === null ? null : { ...mail, password } };
}

function readWebhook(
  reading: Reading,
  { url, secret }: Pick<Webhook, 'url' | 'secret'>,
  network: Network,
): NonNullable<AlertPlaces['webhook']> {
  const found = typeof url === 'string' ? url : reading.secret('alerts.webhook.url', url);
  if (reading.isSound('alerts.webhook.url')) checkUrl(reading, found, network);
  const path = 'alerts.webhook.secret';
  const key = keyOf(reading.secret(path, secret));
  if (key === null && reading.isSound(path))
    reading.report(
      path,
      `must be "whsec_" and ${LEAST_KEY} to ${MOST_KEY} bytes in base64. Make one: echo "whsec_$(openssl rand -base64 32)"`,
    );
  return { url: found, key: key ?? Buffer.alloc(0) };
}

/** The bytes that a secret stands for; null if it is none. */
function keyOf(secret: string): Buffer | null {
  const [, digits = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  const key = Buffer.from(digits, 'base64');
  return key.length >= LEAST_KEY && key.length <= MOST_KEY ? key : null;
}
