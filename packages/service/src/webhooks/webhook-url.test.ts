import { describe, expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import { readWebhookUrl } from './webhook-url.ts';

const refused = (url: string, allowsLoopback = false) =>
  expect(() => readWebhookUrl(url, allowsLoopback), url).toThrow(Refusal);

describe('the URL of a webhook', () => {
  it.each([
    ['https://shop.example/hooks?token=1', 'https://shop.example/hooks?token=1'],
    ['https://SHOP.example:8443#part', 'https://shop.example:8443/'],
    ['https://1.1.1.1/', 'https://1.1.1.1/'],
    ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
  ])('%s is kept as %s', (url, kept) => {
    expect(readWebhookUrl(url, false)).toBe(kept);
  });

  it.each([
    'shop.example',
    'http://shop.example/',
    'ftp://shop.example/',
    'file:///etc/passwd',
    'https://user:password@shop.example/',
    'https://user@shop.example/',
    `https://shop.example/${'a'.repeat(2_048)}`,
  ])('%s is refused: not https, not plain, or too long', (url) => refused(url));

  it.each([
    'https://127.0.0.1/',
    'https://localhost/',
    'https://hooks.localhost/',
    'https://localhost./',
    'https://[::1]/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://0/',
    'https://10.0.0.1/',
    'https://10.0.0.1./',
    'https://167772161/',
    'https://012.0.0.1/',
    'https://10.1/',
    'https://0xa9fea9fe/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://[fd00:ec2::254]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://１２７.0.0.1/',
  ])('%s is refused: no public address, however it is written', (url) => refused(url));

  it('may be of this machine where that is allowed, by http too, and nothing else may', () => {
    for (const url of ['http://127.0.0.1:3000/', 'http://localhost:3000/', 'https://[::1]:3000/'])
      expect(readWebhookUrl(url, true)).toBe(url);
    for (const url of [
      'http://10.0.0.1/',
      'http://[::ffff:127.0.0.1]/',
      'https://169.254.169.254/',
      'http://x.example/',
    ])
      refused(url, true);
  });
});
