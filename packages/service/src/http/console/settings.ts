import { DoneResponse, SetSettingRequest, SettingsRequest, SettingsResponse } from '@swapdesk/contract';
import { changeSetting } from '../../catalog/change-setting.ts';
import type { KnownSetting } from '../../catalog/known-setting.ts';
import { unitOf } from '../../catalog/setting-unit.ts';
import { loadSettings, SETTINGS, type SettingName } from '../../catalog/settings.ts';
import { audited } from '../../operators/audit.ts';
import { consoleEndpoint } from './endpoint.ts';

const list = consoleEndpoint({
  method: 'GET',
  path: '/settings',
  request: SettingsRequest,
  response: SettingsResponse,
  changes: false,
  async handle({ database }) {
    const settings = await loadSettings(database);
    const names = Object.keys(SETTINGS) as SettingName[];
    return {
      data: names.map((name) => {
        const { value, min, max, zero = '', values = [], about }: KnownSetting = SETTINGS[name];
        const unit = unitOf(name);
        return {
          name,
          unit,
          value: settings[name],
          default: value,
          min,
          max,
          zero,
          values: [...values],
          about,
        };
      }),
    };
  },
});

const set = consoleEndpoint({
  method: 'POST',
  path: '/settings/set',
  request: SetSettingRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { params: { name, value }, actor, now }) {
    await audited(database, actor, now, async (client) => {
      const changes = await changeSetting(client, name, value === null ? null : value.toInteger());
      return { act: 'setting set', subject: name, changes, result: undefined };
    });
    return {};
  },
});

export const SETTING_ENDPOINTS = [list, set];
