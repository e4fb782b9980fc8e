import { FEE_DECIMALS } from '@swapdesk/contract';

/** What a partner puts on top of the service fee of an exchange, and which account earns it. */
export interface Markup {
  readonly ppm: number;
  readonly accountId: number;
}

/** A markup as requests name it, in millionths. Its form was checked. */
export function markupPpmOf(text: string): number {
  const [, places = ''] = text.split('.');
  return Number(places.padEnd(FEE_DECIMALS, '0'));
}
