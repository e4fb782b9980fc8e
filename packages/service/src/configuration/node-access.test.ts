import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BitcoinChainConfig, NodeAuth } from './chains-config.ts';
import { nodeAccess } from './node-access.ts';

const access = (auth: NodeAuth) =>
  nodeAccess({ endpoint: 'http://127.0.0.1:9332', auth } as unknown as BitcoinChainConfig);

describe('access to a node', () => {
  it('has user and password whole, whatever is in them', () => {
    const anyText = fc.string({ unit: 'binary', minLength: 1 });
    const property = fc.property(anyText, anyText, (user, password) => {
      const { username, password: escaped, host } = new URL(access({ kind: 'password', user, password }).url);
      expect([decodeURIComponent(username), decodeURIComponent(escaped)]).toEqual([user, password]);
      expect(host).toBe('127.0.0.1:9332');
    });
    fc.assert(property);
  });

  it('is by a file where there is one', () => {
    expect(access({ kind: 'cookie', file: '/n/.cookie' })).toEqual({
      url: 'http://127.0.0.1:9332',
      cookieFile: '/n/.cookie',
    });
  });
});
