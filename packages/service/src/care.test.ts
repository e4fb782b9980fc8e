import { expect, it } from 'vitest';
import { lackingOf, refuseCareless } from './care.ts';
import { type Config, readConfig } from './config.ts';

const CONFIG: Config = readConfig({}, '/');
const SAFE = { signer: { kind: 'socket', path: '/run/signer.sock' }, denyListFile: '/deny' } as const;

it('a desk with real money has keys apart, and screens; or says that it does without', () => {
  expect(lackingOf(CONFIG)).toEqual(['signer', 'limits', 'screening']);
  expect(lackingOf({ ...CONFIG, ...SAFE })).toEqual([]);
  expect(lackingOf({ ...CONFIG, screeningUrl: 'https://screen.example' })).toEqual(['signer', 'limits']);
});

it('what is missing is named, a line each, with the words that switch it off', () => {
  const start =
    (without: Config['without'] = []) =>
    () =>
      refuseCareless({ network: 'main', without }, ['signer', 'limits', 'screening']);
  expect(start()).toThrow(
    /signer: the keys.*\n.*limits: every asset.*\n.*screening: .*\n.*"without": \["signer","limits","screening"\]/,
  );
  expect(start(['signer'])).toThrow(/"without": \["signer","limits","screening"\]/);
  expect(start(['signer', 'limits', 'screening'])).not.toThrow();
});

it('test networks ask for nothing', () => {
  for (const network of ['test', 'regtest'] as const)
    expect(() =>
      refuseCareless({ network, without: [] }, ['signer', 'limits', 'screening', 'passphrase']),
    ).not.toThrow();
});
