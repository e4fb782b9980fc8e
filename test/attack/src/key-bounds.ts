import { KEY_SCOPES } from '@swapdesk/contract';
import { expect, test } from 'vitest';
import type { EndpointHead } from '../../../packages/service/src/http/endpoint.ts';
import { ENDPOINTS } from '../../../packages/service/src/http/openapi/index.ts';
import { EventReader } from './support/event-reader.ts';
import { insertKey, setSetting } from './support/keys.ts';
import { type Answer, get, type Key, post, signed, type Target, within } from './support/target.ts';

/** A key that does more than it was made for, from elsewhere, or for longer. */

const LIST = '/openapi/order/list';
const MAY_NOT = 'the API key may not be used for this';

export function keyBounds(desk: () => Target): void {
  const bounded = async (bounds: string): Promise<Key> => {
    const { store, url } = desk();
    await setSetting(store.database, 'rate_limit_per_minute', 1_000_000);
    const key = await insertKey(store, 'bounded');
    await store.database.query(`UPDATE api_key SET ${bounds} WHERE key = $1`, [key.key]);
    await within(10_000, async () => (await get(url, LIST, { key })).json.msg !== 'bad credentials');
    return key;
  };
  const ask = ({ method, path }: EndpointHead, key: Key): Promise<Answer> =>
    method === 'GET'
      ? get(desk().url, `/openapi${path}`, { key })
      : post(desk().url, `/openapi${path}`, {}, { key });
  const list = async (key: Key) => {
    const { status, json } = await get(desk().url, LIST, { key });
    return { status, msg: json.msg };
  };

  test.each(KEY_SCOPES)('one that is not for %s is refused that, and nothing else', async (scope) => {
    const key = await bounded(`scopes = array_remove(scopes, '${scope}')`);
    const refused: string[] = [];
    // A stream that is not refused has no end.
    for (const endpoint of ENDPOINTS.filter((each) => 'handle' in each || each.scope === scope)) {
      const { status, json } = await ask(endpoint, key);
      if (status === 403 && json.msg === MAY_NOT) refused.push(endpoint.path);
    }
    expect(refused).toEqual(ENDPOINTS.filter((each) => each.scope === scope).map(({ path }) => path));
    expect(refused).not.toEqual([]);
  });

  test('one is refused from elsewhere and once it has ended, and its holder is told which', async () => {
    const far = await bounded("addresses = '{203.0.113.0/24}'");
    expect(await list(far)).toEqual({
      status: 403,
      msg: 'the API key may not be used from this address',
    });
    const ended = await bounded('expires_at = 1');
    expect(await list(ended)).toEqual({ status: 401, msg: 'the API key has expired' });
    const wrong = { ...ended, secret: 'another' };
    expect(await list(wrong)).toEqual({ status: 401, msg: 'bad credentials' });
  });

  test('a stream is told nothing more once its key is revoked, has ended, or may less than when it was opened', async () => {
    const { url, store } = desk();
    const listen = (key: Key) => EventReader.openAt(`${url}/openapi/events/stream`, signed({ key }, '', ''));
    const good = await bounded("label = 'good'");
    const stays = await listen(good);
    const gone: EventReader[] = [];
    for (const change of [
      'revoked_at = 1',
      'expires_at = 1',
      "scopes = array_remove(scopes, 'read')",
      "addresses = '{203.0.113.0/24}'",
    ]) {
      const key = await bounded("label = 'stolen'");
      gone.push(await listen(key));
      await store.database.query(`UPDATE api_key SET ${change} WHERE key = $1`, [key.key]);
      await within(10_000, async () => (await list(key)).status !== 200);
    }
    await store.database.query(
      `INSERT INTO account_told (account_id, at, type, facts)
       SELECT id, 1, 'webhook.paused', '{"webhook_id": 1, "reason": "asked"}' FROM account WHERE name = 'bounded'`,
    );
    await stays.has(1);
    for (const reader of gone) {
      await reader.ended();
      expect(reader.events).toEqual([]);
    }
    stays.close();
  });
}
