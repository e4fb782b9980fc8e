import { describe, expect, it } from 'vitest';
import { readProxies } from '../access/proxies.ts';
import { type Config, readConfig } from '../config.ts';
import { refusePlace } from './listen.ts';

const HERE: Config = { ...readConfig({ SWAPDESK_PORT: '0' }, '/'), network: 'test' };

describe('a desk without a key', () => {
  it.each([
    [{}],
    [{ host: 'localhost' }],
    [{ publicUrl: 'http://localhost:8080' }],
    [{ publicUrl: 'http://[::1]:8080' }],
    [{ network: 'regtest' }],
  ] satisfies [Partial<Config>][])('serves this machine: %j', async (config) => {
    await expect(refusePlace({ ...HERE, ...config }, true)).resolves.toBeUndefined();
  });

  it.each([
    [{ host: '0.0.0.0' }, /SWAPDESK_HOST is 0\.0\.0\.0/],
    [{ host: '::' }, /SWAPDESK_HOST/],
    [{ network: 'main' }, /main network/],
    [{ publicUrl: 'https://swap.example' }, /SWAPDESK_PUBLIC_URL is https:\/\/swap\.example/],
    [{ publicUrl: 'http://localhost.swap.example' }, /SWAPDESK_PUBLIC_URL/],
    [{ proxies: readProxies('127.0.0.1') }, /SWAPDESK_TRUST_PROXY/],
    [{ console: { host: '0.0.0.0', port: 0 } }, /SWAPDESK_CONSOLE_LISTEN/],
  ] satisfies [Partial<Config>, RegExp][])(
    'does not start where others could reach it: %j',
    async (config, words) => {
      const start = refusePlace({ ...HERE, ...config }, true);
      await expect(start).rejects.toThrow(words);
      await expect(start).rejects.toThrow(/npx swapdesk key create$/);
    },
  );

  it('is what all of this is about: with a key it starts', async () => {
    const config: Config = {
      ...HERE,
      network: 'main',
      publicUrl: 'https://swap.example',
      proxies: readProxies('10.0.0.0/8'),
    };
    await expect(refusePlace(config, false)).resolves.toBeUndefined();
  });
});
