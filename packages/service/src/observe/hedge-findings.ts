import { loadHeld } from '../ledger/venue-coins.ts';
import { formatFixed, ONE } from '../money/fixed.ts';
import { ageText } from '../pricing/price-words.ts';
import type { Database } from '../store/database.ts';
import { type HedgedCoin, loadHedge, type NotedHedge } from '../trades/hedge-standing.ts';
import { sentTrades } from '../trades/read-trades.ts';
import { loadVenueAccounts, type VenueAccount } from '../trades/venue-accounts.ts';
import type { Finding } from './finding.ts';

/** Nobody has hedged for so long: nobody wants to hear of it. */
export const FORGOTTEN_S = 7 * 86_400;
/** Whoever hedges looks far more often: what it found longer ago says nothing of now. */
export const WATCHED_S = 60;
/** What became of an order is known by then, or the venue does not answer. */
const TRADE_PATIENCE_S = 120;

interface Patient {
  readonly database: Database;
  readonly now: number;
}

/** Whether what the desk is long or short of is traded away, and venues agree with the ledger. Nothing where nobody hedges. */
export async function hedgeFindings({ database, now }: Patient): Promise<Finding[]> {
  const hedge = await loadHedge(database);
  if (hedge === null || now - hedge.at > FORGOTTEN_S) return [];
  const accounts = await loadVenueAccounts(database);
  const open = (await sentTrades(database)).filter(({ sentAt }) => now - sentAt > TRADE_PATIENCE_S);
  const held = await loadHeld(database);
  return [
    hedging(hedge, now),
    ...accounts.map((account) =>
      accountFinding(account, held.filter(({ venue }) => venue === account.venue).length, now),
    ),
    ...open.map(({ id, venue, side, amount, abbr, sentAt, clientOrderId }) => ({
      what: `trade ${id}: nobody knows what became of it`,
      isWell: false,
      facts: `${side} ${formatFixed(amount)} ${abbr} at ${venue}, sent ${ageText(now - sentAt)} ago as ${clientOrderId}`,
      advice: `It is not sent again, and ${abbr} is not hedged until ${venue} answers. Is it down, or the key wrong?`,
    })),
  ];
}

function hedging({ mode, stopped, coins, at }: NotedHedge, now: number): Finding {
  const what = `hedging: ${mode}`;
  if (now - at > WATCHED_S)
    return {
      what,
      isWell: false,
      facts: `nobody has looked for ${ageText(now - at)}`,
      advice: 'Is an engine running whose configuration says "hedge"? npx swapdesk engine',
    };
  const waiting = coins.filter(({ waits }) => waits !== '');
  const open = coins.filter(({ exposure }) => BigInt(exposure) !== 0n);
  return {
    what,
    isWell: waiting.length === 0 && stopped === '',
    facts: [...(stopped === '' ? [] : [stopped]), ...open.map(words)].join('; ') || 'nothing to hedge',
    advice: 'See: npx swapdesk venue show, and docs/operators.md, "Hedging"',
  };
}

function words({ abbr, exposure, value, waits }: HedgedCoin): string {
  const units = BigInt(exposure);
  const worth = value === null ? '' : ` (${BigInt(value) / ONE} USDT)`;
  const amount = `${units < 0n ? 'short' : 'long'} ${formatFixed(units < 0n ? -units : units)} ${abbr}${worth}`;
  return waits === '' ? amount : `${amount} waits: ${waits}`;
}

function accountFinding(account: VenueAccount, coins: number, now: number): Finding {
  const { venue, haltedAt, haltReason, haltWhy, awaySince, awayWhy, agreedAt } = account;
  const what = `venue ${venue}: books`;
  if (haltedAt > 0)
    return {
      what,
      isWell: false,
      facts: `nothing is traded there: ${haltWhy}`,
      advice:
        haltReason === 'books'
          ? `If you have moved it, book it: npx swapdesk venue book ${venue} --as-told --moved --why TEXT. If the store was restored and lacks trades: the same with --traded. If neither, somebody else has the key`
          : `Look at it there, then: npx swapdesk venue go ${venue} --why TEXT`,
    };
  if (awaySince > 0)
    return {
      what,
      isWell: false,
      facts: `it cannot be asked for ${ageText(now - awaySince)}: ${awayWhy}`,
      advice: 'It goes on by itself once it answers. Is the key right, and allowed from this address?',
    };
  const facts = agreedAt === 0 ? 'not compared yet' : `agree in ${coins} coins`;
  return { what, isWell: agreedAt > 0, facts, advice: 'Wait for an engine to ask it' };
}
