import { beforeAll, expect, test } from 'vitest';
import { insertKey } from './support/keys.ts';
import { placement } from './support/samples.ts';
import { get, type Key, post, type Target, within } from './support/target.ts';

/** What the log says of those who are refused: that they were, and nothing that lets anybody else in. */

const LIST = '/openapi/order/list';
const SIGNATURE = 'f'.repeat(64);
const NOT_A_KEY = 'a secret in the wrong header';

let target: Target;
let alice: Key;

const refused = () =>
  target.service
    .output()
    .split('\n')
    .filter((line) => line.includes('a request was refused'))
    .map((line) => JSON.parse(line) as Record<string, string>);

/** To come first on a desk: nobody may have been refused before. */
export function refusals(desk: () => Target): void {
  beforeAll(async () => {
    target = desk();
    alice = await insertKey(target.store, 'alice');
    // Until its key is known everything is open, and credentials count for nothing.
    const wrong = { key: alice, signature: SIGNATURE };
    await within(10_000, async () => (await get(target.url, LIST, wrong)).status === 401);
  });

  test('wrong signatures, unknown keys and wrong manage codes are in the log, once for each who sends them', async () => {
    const placed = await post(target.url, '/openapi/order/place', placement());
    const { query_code } = placed.json.data;
    for (let n = 0; n < 5; n++) {
      expect((await get(target.url, LIST, { key: alice, signature: SIGNATURE })).status).toBe(401);
      expect((await get(target.url, LIST, { key: { key: NOT_A_KEY, secret: 'x' } })).status).toBe(401);
      const cancel = { query_code, manage_code: 'ABCDEFGHJKMNPQRSTVWX' };
      expect((await post(target.url, '/openapi/order/cancel', cancel)).status).toBe(403);
    }
    const address = '127.0.0.1';
    await expect.poll(refused).toEqual([
      expect.objectContaining({
        why: 'bad credentials',
        key: alice.key,
        address,
        method: 'GET',
        path: LIST,
      }),
      expect.objectContaining({ why: 'bad credentials', address, path: LIST }),
      expect.objectContaining({ why: 'manage_code is missing or wrong', path: '/openapi/order/cancel' }),
    ]);
    const said = target.service.output();
    for (const secret of [SIGNATURE, NOT_A_KEY, alice.secret, 'ABCDEFGHJKMNPQRSTVWX', query_code])
      expect(said).not.toContain(secret);
  });
}
