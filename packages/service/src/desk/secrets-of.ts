import { readFileSync } from 'node:fs';
import type { Config, Environment } from '../config.ts';
import type { ChainConfig } from '../configuration/chains-config.ts';
import { KnownSecrets } from '../known-secrets.ts';

/** All that a process was given and nobody else is to read, in its log or in what it tells. */
export function secretsOf(config: Config, env: Environment): KnownSecrets {
  const secrets = new KnownSecrets();
  secrets.add(env.SWAPDESK_PASSPHRASE);
  if (env.SWAPDESK_PASSPHRASE_FILE) secrets.add(ifReadable(() => passphraseIn(env)));
  secrets.add(config.metricsToken);
  secrets.addUrl(config.databaseUrl);
  secrets.addUrl(config.screeningUrl);
  for (const chain of config.chains?.chains.values() ?? []) addChain(secrets, chain);
  for (const venue of config.market?.venues ?? []) {
    if (venue.kind !== 'source') continue;
    secrets.addUrl(venue.url);
    for (const header of Object.values(venue.headers ?? {})) secrets.addHeader(header);
  }
  // Other nodes than engines have none of these.
  for (const { key, secret } of ifReadable(() => config.hedge?.readKeys()) ?? []) {
    secrets.add(key);
    secrets.add(secret);
  }
  secrets.addUrl(config.traces?.receiver.url);
  for (const header of Object.values(config.traces?.receiver.headers ?? {})) secrets.addHeader(header);
  const { webhook, mail } = ifReadable(() => config.alerts?.readPlaces()) ?? {};
  secrets.addUrl(webhook?.url);
  secrets.add(webhook?.key.toString('base64'));
  if (mail?.password) secrets.addLogin(mail.user ?? '', mail.password);
  return secrets;
}

function addChain(secrets: KnownSecrets, chain: ChainConfig): void {
  if (chain.family === 'bitcoin') {
    secrets.addUrl(chain.endpoint);
    if (chain.auth.kind === 'password') secrets.addLogin(chain.auth.user, chain.auth.password);
    return;
  }
  const more = chain.family === 'evm' && chain.ws !== null ? [chain.ws] : [];
  for (const { url, headers } of [...chain.endpoints, ...more]) {
    secrets.addUrl(url);
    for (const header of Object.values(headers)) secrets.addHeader(header);
  }
}

function passphraseIn(env: Environment): string {
  return readFileSync(env.SWAPDESK_PASSPHRASE_FILE as string, 'utf8').trim();
}

/** Whoever needs what cannot be read says so. */
function ifReadable<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
