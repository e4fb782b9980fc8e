import type { Settings } from '../catalog/settings.ts';
import { premiumPpm } from '../market/premium.ts';
import { TOLD_IN } from '../market/venues/known-venues.ts';
import { volatilityPpm } from '../market/volatility.ts';
import { fixedWaitS } from '../pricing/fixed-wait.ts';
import { premiumLimits } from '../pricing/market-settings.ts';
import { loadHistory } from '../pricing/price-history.ts';
import { ageText } from '../pricing/price-words.ts';
import type { Database } from '../store/database.ts';
import type { Finding } from './finding.ts';

interface Patient {
  readonly database: Database;
  readonly settings: Settings;
  readonly now: number;
}

/** Where fixed prices may be taken or left for longer than the cap of what they cost pays for. Nothing where all is well. */
export async function premiumFindings(
  { database, settings, now }: Patient,
  needed: ReadonlySet<string>,
): Promise<Finding[]> {
  const limits = premiumLimits(settings);
  const uncapped = { ...limits, capPpm: Number.MAX_SAFE_INTEGER };
  const histories = await loadHistory(database, now - limits.historyS);
  const cheap = [...histories].flatMap(([abbr, history]) => {
    const volatility = volatilityPpm(history, limits);
    if (!needed.has(abbr) || abbr === TOLD_IN || volatility === null) return [];
    const worth = premiumPpm(volatility, fixedWaitS(settings), uncapped);
    return worth > limits.capPpm ? [`${abbr} ${worth}`] : [];
  });
  if (cheap.length === 0) return [];
  return [
    {
      what: 'prices: what fixed ones cost',
      isWell: false,
      facts: `the cap allows ${limits.capPpm} millionths, and by how they move now it would take ${cheap.sort().join(', ')}`,
      advice:
        `Whoever has a fixed price for ${ageText(fixedWaitS(settings))} is given the difference. ` +
        'Let them have it for less long (setting fixed_lifetime_s), or raise market_premium_cap_ppm',
    },
  ];
}
