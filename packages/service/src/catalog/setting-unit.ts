import type { SettingUnit } from '@swapdesk/contract';
import type { KnownSetting } from './known-setting.ts';
import { SETTINGS, type SettingName } from './settings.ts';

const BY_ENDING: readonly (readonly [ending: string, unit: SettingUnit])[] = [
  ['_ppm', 'ppm'],
  ['_pct', 'pct'],
  ['_s', 's'],
  ['_days', 'days'],
  ['_usdt', 'usdt'],
];

/** What a setting counts: its name ends with it. One that is 0 or 1 is a switch. */
export function unitOf(name: SettingName): SettingUnit {
  const ending = BY_ENDING.find(([end]) => name.endsWith(end));
  if (ending !== undefined) return ending[1];
  const { min, max, values }: KnownSetting = SETTINGS[name];
  if (values !== undefined) return 'choice';
  return min === 0 && max === 1 ? 'switch' : 'count';
}

/** What the numbers of a setting are, where they are seen as they are stored. */
export function aboutNumber(name: SettingName): string {
  const { zero, values, about }: KnownSetting = SETTINGS[name];
  const counted = COUNTED[unitOf(name)];
  const meanings = values?.map((value, n) => `${n}: ${value}`) ?? (zero === undefined ? [] : [`0: ${zero}`]);
  return [`${about}${counted}`, ...meanings].join('; ');
}

const COUNTED: Readonly<Record<SettingUnit, string>> = {
  ppm: ', in millionths',
  pct: ', in hundredths',
  s: ', in seconds',
  days: ', in days',
  usdt: ', in USDT',
  switch: '; 1: yes, 0: no',
  choice: '',
  count: '',
};
