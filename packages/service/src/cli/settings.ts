import { MESSAGE } from '@swapdesk/contract';
import { changeSetting } from '../catalog/change-setting.ts';
import { aboutNumber } from '../catalog/setting-unit.ts';
import { isSettingName, loadSettings, SETTINGS, type SettingName } from '../catalog/settings.ts';
import { act, inWords } from './act.ts';
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
        aboutNumber(name),
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
      const { min, max } = SETTINGS[name];
      const number = value === 'default' ? null : readWhole(name, value);
      await act(database, async (client) => {
        const changes = await changeSetting(client, name, number);
        return { act: 'setting set', subject: name, changes, result: undefined };
      }).catch(inWords({ [MESSAGE.settingOutOfBounds]: `${name} takes ${min} to ${max}.` }));
      console.log(`Set ${name} to ${value}.`);
    }),
};
