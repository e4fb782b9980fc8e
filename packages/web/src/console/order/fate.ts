import { texts } from '../../texts/console.ts';
import type { File } from './order-file.ts';

type Deposit = Pick<File['deposits'][number], 'id' | 'fate'>;
type Payout = Pick<File['payouts'][number], 'purpose' | 'part'>;

/** What becomes of a deposit. One that was to be given back and has no payout was not worth its network fee. */
export function fateOf({ id, fate }: Deposit, payouts: readonly Payout[]): string {
  const words = texts.console.order;
  const isSent = payouts.some(({ purpose, part }) => purpose === 'refund' && part === id);
  return fate === 'refund' && !isSent ? words.keptAsTooLittle : (words.fates[fate] ?? words.undecided);
}
