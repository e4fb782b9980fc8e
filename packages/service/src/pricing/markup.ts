import { Decimal, FEE_DECIMALS } from '@swapdesk/contract';

/** What a partner puts on top of the service fee of an exchange, and which account earns it. */
export interface Markup {
  readonly ppm: number;
  readonly accountId: number;
}

/** A markup as requests name it, in millionths. Its form was checked. */
export function markupPpmOf(text: string): number {
  return Decimal.parse(text)?.shift(FEE_DECIMALS).toInteger() ?? 0;
}
