import { Gauge, type Registry } from 'prom-client';
import type { ChannelStanding } from '../alerts/alert-store.ts';
import { isForgotten } from './alert-finding.ts';

/** A gauge of each channel that tells people what is wrong, and how it is set. None where nobody is told. */
export function alertGauges(registry: Registry): (channels: readonly ChannelStanding[], now: number) => void {
  const failing = new Gauge({
    name: 'swapdesk_alert_channel_failing',
    help: '1: who is to be told what is wrong cannot be reached by this channel',
    labelNames: ['channel'],
    registers: [registry],
  });
  return (channels, now) => {
    failing.reset();
    for (const channel of channels)
      if (!isForgotten(channel, now)) failing.set({ channel: channel.name }, channel.failures > 0 ? 1 : 0);
  };
}
