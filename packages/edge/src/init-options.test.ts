import { expect, it } from 'vitest';
import { readInitOptions } from './init-options.ts';

const LEAST = { url: 'https://desk.example', supportEmail: 'help@desk.example' };

it('takes fixed prices and a name where nothing is said', () => {
  expect(readInitOptions(LEAST)).toEqual({
    ...LEAST,
    mode: 'fixed',
    pluginId: 'swapdesk',
    displayName: 'Swapdesk',
    refCode: undefined,
    apiKey: undefined,
    apiSecret: undefined,
  });
});

it('says which option is wrong', () => {
  for (const [given, name] of [
    [undefined, 'initOptions'],
    [{ supportEmail: LEAST.supportEmail }, 'url is missing'],
    [{ ...LEAST, refCode: 5 }, 'refCode'],
    [{ ...LEAST, mode: 'best' }, 'mode'],
  ] as const)
    expect(() => readInitOptions(given)).toThrow(name);
});
