import { expect, it } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

const clean = (facts: string) => withoutSecrets({ what: 'it', facts, advice: '' }).facts;

it.each([
  ['an address of Bitcoin', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ['an old address of Bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['an address of Ethereum', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
  ['an address of TRON', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'],
  ['an address of Solana', 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'],
  ['a private key', 'e8f32e723decf4051aefac8e2c93c9c5b214313817cdb01a1494b917c8436b35'],
  ['a key of WIF', 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn'],
  ['a secret of a webhook', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  ['an API secret', 'Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA=='],
  ['a token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'],
])('leaves out %s', (_, secret) => {
  const text = clean(`the node says: ${secret} is wrong`);
  for (const piece of secret.split('.')) expect(text).not.toContain(piece);
  expect(text).toMatch(/^the node says: .*\(left out\).* is wrong$/);
});

it('names hosts, and nothing of what stands around them', () => {
  expect(clean('GET https://user:pw@node.example:8545/v3/k3y?x=1 failed')).toBe(
    'GET node.example:8545 failed',
  );
  expect(clean('postgresql://desk:hunter2@db.example:5432/desk')).toBe('db.example:5432');
});

it('keeps what people need: numbers, times, orders, commands', () => {
  const text =
    'order X2EF4LBI, 0.12345678 BTC since 2026-11-18T12:00:00.000Z: npx swapdesk order redirect X2EF4LBI 12 --to ADDRESS (price_max_age_s)';
  expect(clean(text)).toBe(text);
});

it('is one line of what can be seen', () => {
  expect(clean('a\r\nBcc: x@example.org\u0000\u001b[2J')).toBe('a Bcc: x@example.org\ufffd\ufffd[2J');
});
