import type { TestContext } from 'vitest';
import { probe } from './host.ts';
import { once } from './once.ts';
import { type AssetName, options } from './options.ts';
import { calculate, list, quoteRequest, receive } from './requests.ts';

/** What the host was not told to have, or cannot show: the tests of it are skipped, and say why. */

const listStatus = once(async () => (await list()).status);
const anonymousListStatus = once(async () => (await list({}, { anonymous: true })).status);

/** Skips where the lists ask for a key and none was given. */
export async function needsLists(ctx: TestContext): Promise<void> {
  const isClosed = options.credentials === null && (await listStatus()) === 401;
  if (isClosed) ctx.skip('the lists of this host need a key: give --key and --secret');
}

/** Skips where keys count. */
export async function needsOpenMode(ctx: TestContext): Promise<void> {
  if ((await anonymousListStatus()) !== 200) ctx.skip('the host has keys: it is not in open mode');
}

/** Skips in open mode, where no key is asked for. */
export async function needsClosedLists(ctx: TestContext): Promise<void> {
  if ((await anonymousListStatus()) === 200) ctx.skip('the host is in open mode: it has no keys yet');
}

/** The given key. */
export function needsKey(ctx: TestContext): { key: string; secret: string } {
  return options.credentials ?? ctx.skip('no key was given: --key and --secret');
}

/** The given referral code. */
export function needsRefCode(ctx: TestContext): string {
  return options.refCode ?? ctx.skip("no referral code of the caller's was given: --ref-code");
}

const alsoIsThere = once(async () => {
  const answer = await calculate(await quoteRequest({ to_address: [receive({}, options.also)] }));
  return answer.code === 0;
});

/** The second receive asset. */
export async function needsAlso(ctx: TestContext): Promise<AssetName> {
  if (!(await alsoIsThere()))
    ctx.skip(`the host cannot pay out ${options.also.abbr}@${options.also.chain}: give --also`);
  return options.also;
}

interface ListedAsset extends AssetName {
  readonly send: boolean;
  readonly recv: boolean;
}

const listedAssets = once(async () => {
  const answer = await probe('GET', '/abbr/lists');
  return answer?.code === 0 ? (answer.fields.data as readonly ListedAsset[]) : [];
});

/** An asset that is there but cannot be sent (or received): the given one, or one that the host lists. */
export async function needsDisabled(ctx: TestContext, side: 'send' | 'recv'): Promise<AssetName> {
  const found = options.disabled ?? (await listedAssets()).find((asset) => !asset[side]);
  return found ?? ctx.skip('the host lists no disabled asset: give --disabled');
}

/** Skips where the host does not have an addition to the interface. */
export async function needsRoute(ctx: TestContext, method: 'GET' | 'POST', path: string): Promise<void> {
  if ((await probe(method, path)) === null) ctx.skip(`the host does not have the addition ${method} ${path}`);
}
