import { type Change, MESSAGE } from '@swapdesk/contract';
import { changeOf } from '../change-of.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';
import { isSettingName, loadSettings, SETTINGS } from './settings.ts';

/** Sets a setting, or with null its default, in the caller's transaction; every node knows within a second. */
export async function changeSetting(
  client: Queryable,
  name: string,
  value: number | null,
): Promise<Change[]> {
  if (!isSettingName(name)) throw new Refusal(MESSAGE.settingNotFound);
  const { min, max, value: byDefault } = SETTINGS[name];
  if (value !== null && (value < min || value > max)) throw new Refusal(MESSAGE.settingOutOfBounds);
  // Two who change it at once do so one after the other, and each says what it was before.
  await client.query('LOCK TABLE setting IN SHARE ROW EXCLUSIVE MODE');
  const before = (await loadSettings(client))[name];
  if (value === null) await client.query('DELETE FROM setting WHERE name = $1', [name]);
  else {
    await client.query(
      'INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      [name, value],
    );
  }
  return changeOf(name, before, value ?? byDefault);
}
