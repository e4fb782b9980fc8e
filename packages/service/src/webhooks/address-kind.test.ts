import { describe, expect, it } from 'vitest';
import { addressKind } from './address-kind.ts';

describe('an address', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.216.34',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700:4700::1111',
    '2a00::1',
  ])('%s is public', (address) => {
    expect(addressKind(address)).toBe('public');
  });

  it.each(['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1'])('%s is this machine', (address) => {
    expect(addressKind(address)).toBe('loopback');
  });

  it.each([
    ['this network', '0.0.0.0'],
    ['private', '10.1.2.3'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.0.1'],
    ['shared by a carrier', '100.64.0.1'],
    ['shared by a carrier, where a cloud has metadata', '100.100.100.200'],
    ['link-local, where clouds have metadata', '169.254.169.254'],
    ['of a cloud for its machines', '168.63.129.16'],
    ['for protocols', '192.0.0.192'],
    ['for benchmarks', '198.18.0.1'],
    ['an example', '203.0.113.7'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['link-local', 'fe80::1'],
    ['unique local', 'fd00::1'],
    ['unique local, where a cloud has metadata', 'fd00:ec2::254'],
    ['site-local of old', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['mapped', '::ffff:127.0.0.1'],
    ['mapped', '::ffff:7f00:1'],
    ['mapped, of a public one', '::ffff:8.8.8.8'],
    ['mapped, written out', '0:0:0:0:0:ffff:7f00:1'],
    ['compatible', '::7f00:1'],
    ['translated', '64:ff9b::7f00:1'],
    ['translated locally', '64:ff9b:1::a00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001:0:7f00:1::'],
    ['an example', '2001:db8::1'],
    ['an example', '3fff::1'],
    ['discarded', '100::1'],
    ['no address', 'localhost'],
    ['no address', '127.1'],
  ])('that is %s, %s, belongs to nobody who may be sent to', (_what, address) => {
    expect(addressKind(address)).not.toBe('public');
  });

  it('that maps this machine is not this machine', () => {
    for (const address of ['::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:7f00:1'])
      expect(addressKind(address)).toBe('inside');
  });
});
