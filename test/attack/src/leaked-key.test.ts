import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { IS_LONG } from '../../support/volume.ts';
import { newReceiver } from './support/receivers.ts';
import { placement } from './support/samples.ts';
import { createKey, get, openTarget, post, type Target, within } from './support/target.ts';

/** Somebody has read the key of the service: what it ever made must be worth nothing, on the node that runs too. */

const LIST = '/openapi/order/list?page=1&limit=10';
let target: Target;
beforeAll(async () => {
  target = await openTarget();
});
afterAll(() => target.stop());

test.runIf(IS_LONG)(
  'renewing the key stops the node that has the old one, and ends API keys and manage codes',
  async () => {
    const place = () => {
      const body = placement('Bitcoin/BTC', 'Ethereum/ETH');
      for (const entry of body.to_address) entry.to_address = newReceiver(entry.to_chain);
      return body;
    };
    const { json: placed } = await post(target.url, '/openapi/order/place', place());
    const key = await createKey(target, 'shop');
    await within(5_000, async () => (await get(target.url, LIST, { key })).json.code === 0);

    const keyFile = join(target.env.SWAPDESK_DATA_DIR as string, 'desk.key');
    const before = await readFile(keyFile, 'utf8');
    expect(await target.command('secrets', 'renew', '--dry-run')).toMatch(
      /API keys revoked +1\n[\s\S]*Nothing was changed/,
    );
    expect(await readFile(keyFile, 'utf8')).toBe(before);
    expect((await get(target.url, LIST, { key })).json.code).toBe(0);

    expect(await target.command('secrets', 'renew')).toContain(`The new key is in ${keyFile}.`);
    await within(10_000, async () => target.service.process.exitCode !== null);
    expect(target.service.process.exitCode).toBe(1);
    expect(target.service.output()).toMatch(
      /The key of the service was replaced\. Copy the new desk\.key here/,
    );
    expect(await readFile(keyFile, 'utf8')).not.toBe(before);

    const again = await startService(target.env);
    try {
      expect((await get(again.url, LIST, { key })).status).toBe(401);
      const { query_code, manage_code } = placed.data;
      const cancel = await post(again.url, '/openapi/order/cancel', { query_code, manage_code });
      expect([cancel.status, cancel.json.msg]).toEqual([403, 'manage_code is missing or wrong']);
      const fresh = await createKey(target, 'shop');
      await within(5_000, async () => (await get(again.url, LIST, { key: fresh })).json.code === 0);
    } finally {
      await again.stop();
    }
  },
);
