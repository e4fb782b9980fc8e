import type { Catalogue } from '../catalog/catalogue.ts';
import { loadHeld } from '../ledger/venue-coins.ts';
import { formatFixed } from '../money/fixed.ts';
import { fromUnits } from '../money/units.ts';
import { wrongHoldings } from '../profit/read-holdings.ts';
import type { Database } from '../store/database.ts';
import type { Finding } from './finding.ts';
import {
  unbalancedAssets,
  unclosedOrders,
  type WrongSum,
  wrongCovers,
  wrongSettlements,
  wrongWithdrawals,
} from './ledger-sums.ts';

interface Examined {
  readonly database: Database;
  readonly catalogue: Catalogue;
}

/** Whether the ledger says what orders, withdrawals, settlements and results say. */
export async function ledgerFindings({ database, catalogue }: Examined): Promise<Finding[]> {
  const held = new Map((await loadHeld(database)).map((coin) => [coin.assetId, coin]));
  const say = ({ assetId, units }: WrongSum) => {
    const coin = held.get(assetId);
    if (coin !== undefined) return `${formatFixed(units)} ${coin.abbr} at ${coin.venue}`;
    // One that was added a moment ago is in the ledger before it is in this node's catalogue: what else is wrong is said all the same.
    const asset = catalogue.assets.find(({ id }) => id === assetId);
    return asset === undefined
      ? `${units} units of asset ${assetId}`
      : `${fromUnits(units, asset.decimals)} ${asset.abbr}`;
  };
  const unbalanced = await unbalancedAssets(database);
  const unclosed = await unclosedOrders(database);
  const withdrawn = await wrongWithdrawals(database);
  const settlements = await settlementFinding(database, say);
  const results = await wrongHoldings(database);
  return [
    {
      what: 'ledger: adds up',
      isCritical: true,
      isWell: unbalanced.length === 0,
      facts: unbalanced.length === 0 ? 'to zero in every asset' : `off by ${unbalanced.map(say).join(', ')}`,
      advice: 'The database itself refuses such postings: somebody has changed it by hand. Restore a backup',
    },
    {
      what: 'ledger: orders that are done',
      isCritical: true,
      isWell: unclosed.length === 0,
      facts: unclosed.length === 0 ? 'are owed nothing' : `have ${unclosed.map(say).join(', ')} left`,
      advice: 'A fault of ours, or a change by hand. docs/operators.md says how to find the orders',
    },
    {
      what: 'ledger: withdrawals',
      isCritical: true,
      isWell: withdrawn.length === 0,
      facts:
        withdrawn.length === 0 ? 'are what is owed for them' : `differ by ${withdrawn.map(say).join(', ')}`,
      advice: 'A fault of ours, or a change by hand. See: npx swapdesk treasury show',
    },
    settlements,
    {
      what: 'ledger: profit and loss',
      isCritical: true,
      isWell: results.length === 0,
      facts: results.length === 0 ? 'is the ledger to the unit' : `differs by ${results.map(say).join(', ')}`,
      advice: 'A fault of ours, or a change by hand: reports are off by that. See: npx swapdesk profit',
    },
  ];
}

async function settlementFinding(database: Database, say: (wrong: WrongSum) => string): Promise<Finding> {
  const owed = await wrongSettlements(database);
  const covers = await wrongCovers(database);
  const wrongs = [
    ...(owed.length === 0 ? [] : [`differ by ${owed.map(say).join(', ')}`]),
    ...(covers === 0 ? [] : [`${covers} are not what their commissions say`]),
  ];
  return {
    what: 'ledger: settlements',
    isCritical: true,
    isWell: wrongs.length === 0,
    facts: wrongs.length === 0 ? 'are what is owed for them' : wrongs.join('; '),
    advice:
      'A fault of ours, a change by hand, or one was dropped and paid all the same. See: npx swapdesk treasury show',
  };
}
