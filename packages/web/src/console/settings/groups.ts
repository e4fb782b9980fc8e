import { texts } from '../../texts/console.ts';
import type { Setting } from './setting.ts';

/** What settings are about, by how their names begin; the first that fits. */
const GROUPS: readonly (readonly [group: keyof typeof texts.console.settings.groups, begins: RegExp])[] = [
  ['fees', /^(float_fee|fixed_fee|skew|taken|market_premium|most_markup)/],
  ['orders', /^(float_life|fixed_life|longest_hold|late_window|tolerance|deep_from)/],
  ['limits', /^(anonymous|rate_limit|unpaid|fixed_|day_per)/],
  ['prices', /^price_/],
  ['venues', /^market_/],
  ['treasury', /^(hedge|treasury|cold|nonce_accounts|payout_address|settle)/],
  ['house', /./],
];

/** The settings by what they are about, in the order of the page. */
export function byTopic(settings: readonly Setting[]): { group: string; settings: Setting[] }[] {
  const groupOf = ({ name }: Setting) => GROUPS.find(([, begins]) => begins.test(name))?.[0];
  return GROUPS.map(([group]) => ({
    group: texts.console.settings.groups[group],
    settings: settings.filter((setting) => groupOf(setting) === group),
  })).filter((each) => each.settings.length > 0);
}
