import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KnownSecrets } from './known-secrets.ts';
import { leaveOutOfPath } from './leave-out.ts';

describe('secrets that are known', () => {
  it('are found in none of their forms, whatever they are made of and wherever they stand', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 });
    // Half of a character is none that could be sent.
    const secret = fc.string({ unit: 'grapheme-ascii', minLength: 6, maxLength: 60 });
    fc.assert(
      fc.property(fc.array(secret, { minLength: 1, maxLength: 5 }), text, text, (all, before, after) => {
        const known = new KnownSecrets();
        for (const each of all) known.add(each);
        for (const each of all) {
          const line = `${before}${each}|${encodeURIComponent(each)}${after}`;
          expect(known.hide(line)).not.toContain(`${each}|`);
          expect(known.hide(JSON.stringify({ line }))).not.toContain(JSON.stringify(each).slice(1, -1));
        }
      }),
    );
  });

  it('of a URL are its user, password and long pieces, not its host or its words', () => {
    const known = new KnownSecrets();
    known.addUrl('https://me:hunter-22@node.example/ext/mainnet/0123456789abcdef?key=fedcba9876543210');
    expect(
      known.hide('node.example/ext/mainnet/0123456789abcdef refuses fedcba9876543210 and hunter-22'),
    ).toBe('node.example/ext/mainnet/(hidden) refuses (hidden) and (hidden)');
    known.addAuthorization(`Basic ${Buffer.from('me:pass-word').toString('base64')}`);
    expect(known.hide(`bWU6cGFzcy13b3Jk is pass-word`)).toBe('(hidden) is (hidden)');
  });

  it('of a header are its long pieces too, and of a login all after the first colon', () => {
    const known = new KnownSecrets();
    known.addHeader('Bearer abc.def-0123');
    expect(known.hide('Bearer is not abc.def-0123')).toBe('Bearer is not (hidden)');
    known.addAuthorization(`Basic ${Buffer.from('me:one:two-three').toString('base64')}`);
    expect(known.hide('one:two-three')).toBe('(hidden)');
  });

  it.each([
    ['postgresql://u:pass-word@/db?host=/run/postgresql', 'pass-word'],
    ['postgresql:///db?host=/run/postgresql&user=u&password=pass-word', 'pass-word'],
    ['postgresql://u:100%-sure@host/db', '100%-sure'],
    ['postgresql://u:a%20b%c-word@host/db', 'a b%c-word'],
    ['https://node.example/?key=0123456789ab%25', '0123456789ab%'],
    ['https://node.example/%ff0123456789ab', '%ff0123456789ab'],
  ])('of a URL are known as its reader has them: %s', (url, secret) => {
    const known = new KnownSecrets();
    known.addUrl(url);
    expect(known.hide(`refused: ${secret}.`)).toBe('refused: (hidden).');
  });

  it('may hold half a character', () => {
    const known = new KnownSecrets();
    known.add('secret-\ud800');
    expect(known.hide('secret-\ud800')).toBe('(hidden)');
  });

  it('are nothing where nothing is known, or too short to be one', () => {
    const known = new KnownSecrets();
    for (const none of [null, undefined, '', 'short']) known.add(none);
    known.addUrl(null);
    known.addUrl('no url');
    expect(known.hide('a short line')).toBe('a short line');
  });
});

it('paths lose what may be a key, and keep what leads somewhere', () => {
  expect(leaveOutOfPath('/openapi/order/place')).toBe('/openapi/order/place');
  expect(leaveOutOfPath('/refcode/order/list-of-many-long-words')).toBe(
    '/refcode/order/list-of-many-long-words',
  );
  expect(leaveOutOfPath('/openapi/0123456789abcdef0123/query')).toBe('/openapi/(left out)/query');
  expect(leaveOutOfPath('/legal%20winner%20thank%20year')).toBe('/(left out)');
});
