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
    markup: undefined,
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

it('takes a markup as the desk reads it, and only where somebody can be paid it', () => {
  const keyed = { ...LEAST, apiKey: 'key', apiSecret: 'secret' };
  expect(readInitOptions({ ...keyed, markup: '0.01' }).markup).toBe('0.01');
  for (const markup of [0.01, '1', '1%', '0.0000001', '-0.1'])
    expect(() => readInitOptions({ ...keyed, markup })).toThrow('initOptions.markup');
  expect(() => readInitOptions({ ...LEAST, markup: '0.01' })).toThrow('needs apiKey and apiSecret');
});
