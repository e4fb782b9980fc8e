import { describe, expect, it } from 'vitest';
import { expectParameterError, expectSuccess } from '../support/expect.ts';
import { get, post } from '../support/host.ts';
import { needsClosedLists, needsKey, needsRoute } from '../support/skips.ts';

const LIST = '/webhook/list';
/** A name that leads nowhere, by RFC 2606. */
const URL = 'https://hooks.invalid/swapdesk';

describe('webhooks of an account (decisions, 8)', () => {
  it('ask for a key', async (ctx) => {
    await needsRoute(ctx, 'GET', LIST);
    await needsClosedLists(ctx);
    expect((await get(LIST, {}, { anonymous: true })).status).toBe(401);
    expect((await post('/webhook/create', { url: URL }, { anonymous: true })).status).toBe(401);
  });

  it('tell their secret once, and are the account’s until they are removed', async (ctx) => {
    await needsRoute(ctx, 'GET', LIST);
    needsKey(ctx);
    const made = await post('/webhook/create', { url: URL, types: ['order.status'] });
    expectSuccess(made);
    const { secret, ...webhook } = made.fields.data as { id: number; secret: string };
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32,}=*$/);
    expect(webhook).toMatchObject({ url: URL, types: ['order.status'], paused_at: 0, paused_why: '' });
    const listed = (await get(LIST, {})).fields.data as { id: number }[];
    expect(listed.find(({ id }) => id === webhook.id)).toEqual(webhook);
    expectSuccess(await post('/webhook/remove', { id: webhook.id }));
    expect((await post('/webhook/pause', { id: webhook.id })).fields.msg).toBe('webhook not found');
  });

  it.for([
    'http://hooks.invalid/',
    'https://10.0.0.1/',
    'https://2130706433/',
    'https://[::ffff:7f00:1]/',
    'hooks',
  ])('%s is refused', async (url, ctx) => {
    await needsRoute(ctx, 'GET', LIST);
    needsKey(ctx);
    const { status, fields } = await post('/webhook/create', { url });
    expect([status, fields.code]).toEqual([200, 1]);
    expect(fields.msg).toBe('a webhook needs an https URL of a public address');
  });

  it('take no event that there is not', async (ctx) => {
    await needsRoute(ctx, 'GET', LIST);
    needsKey(ctx);
    expectParameterError(await post('/webhook/create', { url: URL, types: ['order.sold'] }));
  });
});
