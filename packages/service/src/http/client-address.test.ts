import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { NO_PROXIES, readProxies } from '../access/proxies.ts';
import { clientAddress, isSecure } from './client-address.ts';

const request = (remoteAddress: string | undefined, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;
const behind = readProxies('127.0.0.1, 10.0.0.0/8, fd00::/8');

describe('a caller', () => {
  it.each([
    ['203.0.113.7', undefined, '203.0.113.7'],
    ['::ffff:203.0.113.7', undefined, '203.0.113.7'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['::ffff:127.0.0.1', '198.51.100.7', '198.51.100.7'],
    // What the client itself wrote stands to the left of what the proxies add.
    ['127.0.0.1', '203.0.113.9, 198.51.100.7', '198.51.100.7'],
    ['127.0.0.1', '198.51.100.7, 10.1.2.3', '198.51.100.7'],
    ['127.0.0.1', '10.9.9.9, 10.1.2.3', '10.9.9.9'],
    ['fd00::1', '2001:db8::7', '2001:db8::7'],
    ['127.0.0.1', '198.51.100.7:41234', '198.51.100.7'],
    ['127.0.0.1', '[2001:db8::7]:41234', '2001:db8::7'],
    ['127.0.0.1', '198.51.100.7, unknown', '127.0.0.1'],
    ['127.0.0.1', '', '127.0.0.1'],
    // Nobody but our proxies is believed.
    ['192.168.0.5', '198.51.100.7', '192.168.0.5'],
    ['11.0.0.1', '198.51.100.7', '11.0.0.1'],
  ])('at %s of whom X-Forwarded-For says %j is %s', (peer, forwarded, address) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    expect(clientAddress(request(peer, headers), behind)).toBe(address);
  });

  it('is who is at the other end where there is no proxy, whatever is said', () => {
    expect(clientAddress(request('127.0.0.1', { 'x-forwarded-for': '198.51.100.7' }), NO_PROXIES)).toBe(
      '127.0.0.1',
    );
  });

  it('talks over TLS if we are called so, or if a proxy of ours says it', () => {
    const said = { 'x-forwarded-proto': 'https' };
    expect(isSecure(request('203.0.113.7'), 'https://swap.example', NO_PROXIES)).toBe(true);
    expect(isSecure(request('127.0.0.1', said), 'http://localhost', behind)).toBe(true);
    expect(isSecure(request('203.0.113.7', said), 'http://localhost', behind)).toBe(false);
    expect(isSecure(request('127.0.0.1', said), 'http://localhost', NO_PROXIES)).toBe(false);
    expect(
      isSecure(request('127.0.0.1', { 'x-forwarded-proto': 'https, http' }), 'http://localhost', behind),
    ).toBe(false);
  });
});

it.each([
  '1',
  'yes',
  'proxy.example',
  '10.0.0.0/33',
  '10.0.0.0/0',
  '10.0.0.0/x',
  '10.0.0.1/8/8',
  '::/129',
  '300.1.1.1',
])('a list of proxies cannot hold %j, and that is said', (entry) =>
  expect(() => readProxies(`127.0.0.1, ${entry}`)).toThrow(/SWAPDESK_TRUST_PROXY lists the addresses/),
);
