import { describe, expect, it } from 'vitest';
import { refusalWhileOpen } from './open-gate.ts';

const HERE = { host: 'localhost:8080' };

describe('while the desk is open', () => {
  it.each([
    ['localhost'],
    ['localhost:8080'],
    ['LOCALHOST:8080'],
    ['127.0.0.1:8080'],
    ['127.0.0.1'],
    ['127.1.2.3:80'],
    ['[::1]:8080'],
    ['[::1]'],
    [undefined],
  ])('a request to %s is served', (host) => {
    expect(refusalWhileOpen('/openapi/order/list', { host })).toBeNull();
  });

  it.each([
    ['evil.example'],
    ['evil.example:8080'],
    ['localhost.evil.example'],
    ['127.0.0.1.evil.example'],
    ['evil.example/localhost'],
    ['evil.example@localhost'],
    ['localhost, evil.example'],
    ['10.0.0.1:8080'],
    ['0.0.0.0:8080'],
    ['[::]:8080'],
    [''],
  ])('a request to %j is not', (host) => {
    expect(refusalWhileOpen('/openapi/order/list', { host })?.reply).toBe(
      'without an API key only this machine is served',
    );
  });

  it('a request whose host stands before the path is judged by that too', () => {
    expect(refusalWhileOpen('http://localhost:8080/openapi/order/list', HERE)).toBeNull();
    expect(refusalWhileOpen('http://evil.example/openapi/order/list', HERE)).not.toBeNull();
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
    expect(refusalWhileOpen('/', { ...HERE, [name]: '127.0.0.1' })).not.toBeNull();
    expect(refusalWhileOpen('/', { ...HERE, [name]: '' })).not.toBeNull();
  });
});
