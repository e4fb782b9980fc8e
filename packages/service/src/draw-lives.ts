import { DEPOSIT_CHANGES } from './deposits/life.ts';
import { type Change, drawChanges } from './life.ts';
import { drawLife } from './orders/draw-life.ts';
import { ATTEMPT_CHANGES } from './payments/life.ts';
import { PAYOUT_CHANGES } from './payouts/life.ts';
import { TRADE_CHANGES } from './trades/life.ts';

/** What stands between the marks of docs/lives.md, by their names: `npm run draw` writes it. */
export const DRAWINGS: Readonly<Record<string, string>> = {
  order: drawLife(),
  deposit: draw(DEPOSIT_CHANGES),
  payout: draw(PAYOUT_CHANGES),
  attempt: draw(ATTEMPT_CHANGES),
  trade: draw(TRADE_CHANGES),
};

function draw(changes: Readonly<Record<string, Change<string>>>): string {
  const words = Object.entries(changes).map(([name, { when }]) => `- **${name}**: ${when}`);
  return `${drawChanges(changes)}\n\n${words.join('\n')}`;
}
