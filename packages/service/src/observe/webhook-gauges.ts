import { PAUSE } from '@swapdesk/contract';
import { Gauge, type Registry } from 'prom-client';
import type { WebhookStanding } from '../webhooks/webhook-standing.ts';

/** How it stands with what accounts are sent: that nothing arrives shows nowhere else. */
export function webhookGauges(registry: Registry): (standing: WebhookStanding) => void {
  const paused = new Gauge({
    name: 'swapdesk_webhooks_paused',
    help: 'Webhooks of accounts to which nothing is sent, by why',
    labelNames: ['why'],
    registers: [registry],
  });
  const waiting = new Gauge({
    name: 'swapdesk_webhook_events_waiting',
    help: 'Events that are being sent to webhooks of accounts, or wait to be sent again',
    registers: [registry],
  });
  return (standing) => {
    for (const why of Object.values(PAUSE)) paused.set({ why }, standing.paused.get(why) ?? 0);
    waiting.set(standing.waiting);
  };
}
