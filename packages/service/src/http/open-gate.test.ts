import { describe, expect, it } from 'vitest';
import { refusalWhileOpen } from './open-gate.ts';

const HERE = { host: 'localhost:8080' };

interface Asked {
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly peer?: string | undefined;
  readonly httpVersion?: string;
}

/** A request as it comes from this machine, but for what is said. */
function refusalOf(asked: Asked, isForPages = false): string | null {
  const { url = '/openapi/order/list', headers, httpVersion = '1.1' } = asked;
  const remoteAddress = 'peer' in asked ? asked.peer : '127.0.0.1';
  const request = { url, headers: { ...HERE, ...headers }, httpVersion, socket: { remoteAddress } };
  return refusalWhileOpen(request, isForPages)?.reply ?? null;
}

const REFUSED = 'without an API key only this machine is served';

describe('while the desk is open', () => {
  it.each([
    'localhost',
    'localhost:8080',
    'LOCALHOST:8080',
    '127.0.0.1:8080',
    '127.0.0.1',
    '127.1.2.3:80',
    '[::1]:8080',
    '[::1]',
  ])('a request to %s is served', (host) => {
    expect(refusalOf({ headers: { host } })).toBeNull();
  });

  it.each([
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example/localhost',
    'evil.example@localhost',
    'localhost, evil.example',
    '10.0.0.1:8080',
    '0.0.0.0:8080',
    '[::]:8080',
    '',
  ])('a request to %j is not', (host) => {
    expect(refusalOf({ headers: { host } })).toBe(REFUSED);
  });

  it('a request whose host stands before the path is judged by that too', () => {
    expect(refusalOf({ url: 'http://localhost:8080/openapi/order/list' })).toBeNull();
    expect(refusalOf({ url: 'http://evil.example/openapi/order/list' })).toBe(REFUSED);
  });

  it.each([
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-forwarded-host',
    'x-forwarded-anything',
    'forwarded',
    'via',
    'x-real-ip',
    'cf-connecting-ip',
  ])('a request with %s is not', (name) => {
    expect(refusalOf({ headers: { [name]: '127.0.0.1' } })).toBe(REFUSED);
    expect(refusalOf({ headers: { [name]: '' } })).toBe(REFUSED);
  });

  it('a request of HTTP/1.0 is not: so proxies speak that say nothing of themselves', () => {
    expect(refusalOf({ httpVersion: '1.0' })).toBe(REFUSED);
  });

  it('a request that does not come through a socket of this machine is not', () => {
    for (const peer of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
      expect(refusalOf({ peer })).toBeNull();
    for (const peer of ['192.0.2.1', '::ffff:192.0.2.1', '2001:db8::1', '', undefined])
      expect(refusalOf({ peer })).toBe(REFUSED);
  });

  it('a page of this machine may ask, a page from elsewhere may not, under whatever name it asks', () => {
    for (const origin of ['http://localhost:5173', 'http://127.0.0.1:8080', 'https://[::1]', undefined])
      expect(refusalOf({ headers: { origin } })).toBeNull();
    for (const origin of ['https://evil.example', 'http://localhost.evil.example', 'null', ''])
      expect(refusalOf({ headers: { origin } })).toBe(REFUSED);
  });

  it('a page from elsewhere may ask for what pages may ask for anywhere, and by no other name', () => {
    const headers = { origin: 'https://shop.example' };
    expect(refusalOf({ headers }, true)).toBeNull();
    expect(refusalOf({ headers: { ...headers, host: 'shop.example' } }, true)).toBe(REFUSED);
    expect(refusalOf({ headers: { ...headers, via: '1.1 proxy' } }, true)).toBe(REFUSED);
  });
});
