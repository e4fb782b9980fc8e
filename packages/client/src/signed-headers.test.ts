import { expect, it } from 'vitest';
import { sign, signV2 } from '../../contract/src/signature.ts';
import { signedHeaders } from './signed-headers.ts';

const CREDENTIALS = { key: 'k1', secret: 's3cr3t' };
const REQUEST = {
  method: 'POST',
  path: '/openapi/order/place',
  query: '',
  body: '{"memo":"ünïcode"}',
  idempotencyKey: 'order-1',
};

it('signs in both forms, as the service does', async () => {
  const headers = await signedHeaders(CREDENTIALS, REQUEST);
  const [nonce = '', timestamp = ''] = [headers['x-api-nonce'], headers['x-api-timestamp']];
  const signable = { ...REQUEST, key: CREDENTIALS.key, nonce, timestamp };
  expect(headers['x-api-key']).toBe(CREDENTIALS.key);
  expect(headers['x-api-signature']).toBe(sign(CREDENTIALS.secret, signable));
  expect(headers['x-api-signature-v2']).toBe(signV2(CREDENTIALS.secret, { ...signable, refCode: '' }));
});

it('never signs twice under one nonce', async () => {
  const [first, second] = await Promise.all([1, 2].map(() => signedHeaders(CREDENTIALS, REQUEST)));
  expect(first?.['x-api-nonce']).not.toBe(second?.['x-api-nonce']);
});
