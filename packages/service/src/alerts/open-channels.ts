import { hostname } from 'node:os';
import type { AlertsConfig } from '../configuration/chains-config.ts';
import type { Channel } from './alert.ts';
import { mailChannel } from './mail.ts';
import { type Sender, webhookChannel } from './webhook.ts';

/** The channels that are configured. Secrets that cannot be read are told by an error. */
export function openChannels(
  alerts: AlertsConfig,
  { publicUrl, network, clock }: { publicUrl: string | null } & Pick<Sender, 'network' | 'clock'>,
): Channel[] {
  const desk = publicUrl === null ? hostname() : new URL(publicUrl).host;
  const sender = { desk, network, clock };
  const { webhook, mail } = alerts.readPlaces();
  return [
    ...(webhook === null ? [] : [webhookChannel(webhook, sender)]),
    ...(mail === null ? [] : [mailChannel(mail, sender)]),
  ];
}
