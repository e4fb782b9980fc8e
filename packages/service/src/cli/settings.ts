import { isSettingName, loadSettings, SETTINGS, type SettingName } from '../catalog/settings.ts';
import { readArguments, readWhole } from './arguments.ts';
import { type Command, UsageError, withStore } from './command.ts';
import { table } from './table.ts';

export const settingList: Command = {
  name: 'setting list',
  usage: '',
  summary: 'Show all settings, their values and what they do',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const settings = await loadSettings(database);
      const names = Object.keys(SETTINGS) as SettingName[];
      const rows = names.map((name) => [
        name,
        String(settings[name]),
        String(SETTINGS[name].value),
        SETTINGS[name].about,
      ]);
      console.log(table(['setting', 'value', 'default', 'what it is'], rows));
    }),
};

export const settingSet: Command = {
  name: 'setting set',
  usage: 'NAME VALUE|default',
  summary: 'Change a setting, on every node within a second',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words } = readArguments(args, { words: ['NAME', 'VALUE'], options: [] });
      const [name, value] = words as [string, string];
      if (!isSettingName(name))
        throw new UsageError(`There is no setting ${name}. See: npx swapdesk setting list`);
      if (value === 'default') {
        await database.query('DELETE FROM setting WHERE name = $1', [name]);
      } else {
        const { min, max } = SETTINGS[name];
        const number = readWhole(name, value);
        if (number < min || number > max) throw new UsageError(`${name} takes ${min} to ${max}.`);
        await database.query(
          'INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
          [name, number],
        );
      }
      console.log(`Set ${name} to ${value}.`);
    }),
};
