import type { AwaitedPrice } from '@swapdesk/contract';
import type { Catalogue } from '../catalog/catalogue.ts';
import type { Settings } from '../catalog/settings.ts';
import { fromUnits } from '../money/units.ts';
import { ageText } from '../pricing/price-words.ts';
import { loadRates } from '../pricing/read-rates.ts';
import type { Database } from '../store/database.ts';
import { type DecidedOrder, decidedOrders } from './decided-orders.ts';
import type { Finding } from './finding.ts';

interface Patient {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly settings: Settings;
  readonly now: number;
}

const WHY: Readonly<Record<AwaitedPrice['why'], string>> = {
  none: 'has no price',
  before: 'has no price of after that',
  jump: 'has jumped, and nobody has confirmed it',
  venues: 'has jumped, and venues have not confirmed it',
  stopped: 'has no price that counts now',
};

/** Orders that were decided and wait for a later price: nobody who looks at the order alone sees why. */
export async function decidedFindings({ database, catalogue, settings, now }: Patient): Promise<Finding[]> {
  const rates = await loadRates(database);
  const waiting = await decidedOrders(database, { catalogue, settings, now, rates });
  if (waiting.length === 0)
    return [{ what: 'orders: decided', isWell: true, facts: 'none waits for a price', advice: '' }];
  return waiting.map((order) => finding(order, catalogue, now));
}

function finding(
  { no, assetId, units, since, awaits }: DecidedOrder,
  catalogue: Catalogue,
  now: number,
): Finding {
  const { abbr, decimals } = catalogue.get(assetId);
  const jumped = awaits.filter(({ why }) => why === 'jump');
  const coins = awaits.map((each) => `${each.abbr} ${WHY[each.why]}`);
  return {
    what: `order ${no}: waits for a price`,
    isWell: false,
    facts:
      `that ${fromUnits(units, decimals)} ${abbr} be exchanged was decided ${ageText(now - since)} ago, at prices of after that: ` +
      coins.join(', '),
    advice:
      jumped.map((each) => `If ${each.abbr} is right: npx swapdesk price confirm ${each.abbr}. `).join('') +
      (jumped.length < awaits.length
        ? 'It goes on with the next price; what is wrong: npx swapdesk price list. '
        : '') +
      `Or give it back: npx swapdesk order resolve ${no} refund`,
    order: no,
    page: '/queue?show=decided',
  };
}
