import { Gauge, type Registry } from 'prom-client';
import type { Chain } from '../chains/chain.ts';
import type { UnminedPayment, WaitingPayouts } from './open-work.ts';

/** A payment that no block has taken by then lacks something. */
export const PAYMENT_PATIENCE_S = 600;

export interface PaymentFigures {
  readonly payouts: readonly WaitingPayouts[];
  readonly unmined: readonly UnminedPayment[];
}

/** Gauges of what is to be paid and is not paid yet, and how they are set. */
export function paymentGauges(
  registry: Registry,
): (figures: PaymentFigures, chains: readonly Chain[], now: number) => void {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `swapdesk_${name}`, help, labelNames, registers: [registry] });
  const waiting = gauge('payouts_waiting', 'Payouts that are to be signed', 'chain');
  const oldest = gauge('payouts_oldest_seconds', 'How long the oldest payout to be signed waits', 'chain');
  const unmined = gauge(
    'payments_unmined',
    'Payments that no block has taken for ten minutes, or that the network refuses',
    'chain',
    'refused',
  );
  return (figures, chains, now) => {
    for (const { id, name: chain } of chains) {
      const here = figures.payouts.find(({ chain_id }) => chain_id === id);
      waiting.set({ chain }, here?.payouts ?? 0);
      oldest.set({ chain }, here === undefined ? 0 : Math.max(0, now - here.oldest));
      for (const isRefused of [false, true]) {
        const slow = figures.unmined.filter(
          ({ chain_id, refused_at }) => chain_id === id && refused_at > 0 === isRefused,
        );
        unmined.set({ chain, refused: isRefused ? 'yes' : 'no' }, slow.length);
      }
    }
  };
}
