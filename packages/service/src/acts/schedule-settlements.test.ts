import { MESSAGE } from '@swapdesk/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { namePayoutAddress } from '../affiliates/payout-address.ts';
import { wrongsOf } from '../engine/testing/books.ts';
import { openWorld, type World } from '../engine/testing/world.ts';
import { withdrawProposal } from '../operators/proposals.ts';
import { CLEAR } from '../screening/screen.ts';
import type { Database } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';
import { confirmScheduled, listScheduled } from './confirm-scheduled.ts';
import { ACTS } from './index.ts';
import { periodOf, proposeScheduled } from './schedule-settlements.ts';
import { addAffiliate, askFor, contextOf, earn, listed, PAID_TO, wishFor } from './testing/affiliate.ts';

const DAY_S = 86_400;
const OTHER = '0x52908400098527886E0F7030069857D2E4169EE7';
const ROOT = { name: 'root', via: 'command line', address: '', role: null } as const;
const MONTHLY = 2;

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await addAffiliate(world);
});
afterAll(async () => {
  expect(await wrongsOf(world)).toEqual([]);
  await world.close();
});
beforeEach(async () => {
  world.settings = { ...world.settings, settle_schedule: MONTHLY, settle_from_usdt: 5 };
  world.prices = { ...world.prices, ETH: '4000' };
  // Nothing that a test has left is open, or of the same month.
  for (const { id, state } of await proposals()) if (state === 'open') await withdraw(id);
  world.now += 40 * DAY_S;
});

interface Row {
  readonly id: number;
  readonly state: string;
  readonly asked_by: string;
  readonly decided_by: string | null;
  readonly address: string;
  readonly usdt: string;
}

const proposals = () =>
  world.rows<Row>(
    `SELECT id, state, asked_by, decided_by, arguments->>'address' AS address, arguments->>'usdt' AS usdt FROM proposal ORDER BY id`,
  );
const open = async () => (await proposals()).filter(({ state }) => state === 'open');
const propose = (database: Database = world.database) => proposeScheduled(database, contextOf(world));
const shown = () => listScheduled(world.database, world.market().catalogue);
const confirmThese = async (seen: readonly { proposal: number }[]) => {
  const ids = seen.map(({ proposal }) => proposal);
  const done = await confirmScheduled(world.database, ids, ROOT, contextOf(world), 0, world.now);
  return done.map(({ account, whyNot }) => ({ account, whyNot }));
};
const confirmAll = async () => confirmThese(await shown());
const withdraw = (id: number) =>
  transaction(world.database, (client) => withdrawProposal(client, ACTS, id, ROOT, world.now));
const name = (address: string, { waitS = 0, via = 'interface' as 'interface' | 'console', key = '1' } = {}) =>
  transaction(world.database, (client) =>
    namePayoutAddress(
      client,
      { accountId: 5, assetId: world.asset('Ethereum/ETH').id, address },
      { name: via === 'console' ? 'ann' : `key ${key}`, via },
      { now: world.now - waitS - 1, waitS: waitS + 1 },
    ),
  );

describe('a period', () => {
  it('is the month, or the week from its Monday on, by UTC', () => {
    const at = (text: string) => Date.parse(text) / 1_000;
    expect(periodOf(0, at('2026-11-19T12:00:00Z'))).toBeNull();
    expect(periodOf(2, at('2026-11-30T23:59:59Z'))).toBe('2026-11');
    expect(periodOf(2, at('2026-12-01T00:00:00Z'))).toBe('2026-12');
    expect(periodOf(1, at('2026-11-22T23:59:59Z'))).toBe('week of 2026-11-16');
    expect(periodOf(1, at('2026-11-23T00:00:00Z'))).toBe('week of 2026-11-23');
  });
});

describe('the schedule', () => {
  it('proposes what is due to the address that counts, once in a period, and pays nothing by itself', async () => {
    await earn(world);
    expect(await propose()).toBe(0);
    await name(PAID_TO.Ethereum);
    world.settings = { ...world.settings, settle_schedule: 0 };
    expect(await propose()).toBe(0);
    world.settings = { ...world.settings, settle_schedule: MONTHLY, settle_from_usdt: 6 };
    expect(await propose()).toBe(0);
    world.settings = { ...world.settings, settle_from_usdt: 5 };
    expect(await propose()).toBe(1);
    expect(await propose()).toBe(0);
    const [only, ...more] = await open();
    expect(more).toEqual([]);
    expect(only).toMatchObject({ asked_by: 'schedule', address: PAID_TO.Ethereum, usdt: '5' });
    await world.settle();
    expect(await world.rows("SELECT 1 FROM payout WHERE reason = 'settlement'")).toEqual([]);
    expect((await listed(world)).open).toMatchObject({ sum: '5' });
  });

  it('asks whoever screens addresses when it proposes, and not each minute from then on', async () => {
    await earn(world);
    let asked = 0;
    const context = {
      ...contextOf(world),
      screen: async () => {
        asked++;
        return CLEAR;
      },
    };
    expect(await proposeScheduled(world.database, context)).toBe(1);
    for (let minute = 0; minute < 5; minute++)
      expect(await proposeScheduled(world.database, context)).toBe(0);
    expect(asked).toBe(1);
  });

  it('is confirmed in one act, and what is confirmed is paid as any settlement', async () => {
    await earn(world);
    const due = (await listed(world)).open.sum;
    expect(await propose()).toBe(1);
    const had = await world.received(PAID_TO.Ethereum, 'Ethereum/ETH');
    expect(await confirmAll()).toEqual([{ account: 'affiliate', whyNot: null }]);
    expect(await confirmAll()).toEqual([]);
    await world.settle();
    expect((await world.received(PAID_TO.Ethereum, 'Ethereum/ETH')) > had).toBe(true);
    expect((await listed(world)).settled.sum).toBe(due);
    // Of this month nothing more is proposed, whatever comes to be due.
    await earn(world);
    expect(await propose()).toBe(0);
    world.now += 31 * DAY_S;
    expect(await propose()).toBe(1);
  });

  it('does not propose again in a period what somebody has withdrawn, and nothing beside what is proposed by hand', async () => {
    await earn(world);
    expect(await propose()).toBe(1);
    await withdraw((await open())[0]?.id as number);
    expect(await propose()).toBe(0);
    world.now += 31 * DAY_S;
    const byHand = await askFor(world, wishFor('ETH'));
    expect(await propose()).toBe(0);
    await withdraw(byHand);
    expect(await propose()).toBe(1);
  });

  it('proposes anew what is not right any more: at another price, of more orders, to another address', async () => {
    expect(await propose()).toBe(1);
    const [first] = await open();
    world.prices = { ...world.prices, ETH: '4100' };
    expect(await confirmAll()).toEqual([{ account: 'affiliate', whyNot: MESSAGE.priceMoved }]);
    expect(await propose()).toBe(1);
    expect(await open()).toHaveLength(1);
    expect((await proposals()).find(({ id }) => id === first?.id)).toMatchObject({
      state: 'withdrawn',
      decided_by: 'schedule',
    });
    // What has come to be due since waits for the next.
    await earn(world);
    expect(await propose()).toBe(0);
    await name(OTHER, { via: 'console' });
    expect(await confirmAll()).toEqual([{ account: 'affiliate', whyNot: MESSAGE.payoutAddressChanged }]);
    expect(await propose()).toBe(1);
    // Whoever has named the address at the console asks for it: somebody else has to confirm it.
    expect(await open()).toMatchObject([{ address: OTHER, asked_by: 'ann' }]);
  });

  it('what it has proposed since somebody looked, to another address, is not confirmed by what they say of the one they saw', async () => {
    await name(PAID_TO.Ethereum);
    expect(await propose()).toBe(1);
    const seen = await shown();
    expect(seen).toMatchObject([{ account: 'affiliate', address: PAID_TO.Ethereum, paid: { abbr: 'ETH' } }]);
    await name(OTHER);
    expect(await propose()).toBe(1);
    expect(await confirmThese(seen)).toEqual([{ account: 'affiliate', whyNot: MESSAGE.proposalDecided }]);
    expect(await open()).toMatchObject([{ address: OTHER }]);
  });

  it('does not propose again what was decided in a period to which a clock has gone back', async () => {
    for (const step of [0, 31 * DAY_S]) {
      world.now += step;
      expect(await propose()).toBe(1);
      await withdraw((await open())[0]?.id as number);
    }
    world.now -= 31 * DAY_S;
    expect(await propose()).toBe(0);
    world.now += 31 * DAY_S;
  });

  it('asks in the name of whoever has made the key by which the address was named: they have seen its secret', async () => {
    const made = (key: string, by: string | null) =>
      world.rows(
        `INSERT INTO api_key (key, sealed_secret, account_id, created_at, made_by, made_via)
         VALUES ($1, '', 5, 0, $2::text, CASE WHEN $2::text IS NULL THEN NULL ELSE 'console' END)`,
        [key, by],
      );
    await made('of-bob', 'bob');
    await made('of-old', null);
    await name(PAID_TO.Ethereum, { key: 'of-bob' });
    expect(await propose()).toBe(1);
    expect(await open()).toMatchObject([{ asked_by: 'bob' }]);
    world.now += 10;
    await name(OTHER, { key: 'of-old' });
    expect(await propose()).toBe(1);
    expect(await open()).toMatchObject([{ asked_by: 'schedule' }]);
  });

  it('leaves to whoever decides about one at this moment what becomes of it, and does not wait for them', async () => {
    expect(await propose()).toBe(1);
    world.prices = { ...world.prices, ETH: '5000' };
    const decider = await world.database.connect();
    await decider.query('BEGIN');
    await decider.query("SELECT 1 FROM proposal WHERE state = 'open' FOR UPDATE");
    expect(await propose()).toBe(0);
    await decider.query('ROLLBACK');
    decider.release();
    expect(await propose()).toBe(1);
  });

  it('cut off before any statement, it has proposed nothing or all, and the next round does the rest', async () => {
    await name(PAID_TO.Ethereum);
    let isCut = true;
    let statements = 0;
    for (let after = 0; isCut; after++) {
      const killed = killedAfter(world.database, after);
      const proposed = await propose(killed.database).catch(() => 'cut off' as const);
      isCut = killed.isDead();
      statements = after;
      expect((await open()).length).toBe(isCut ? 0 : 1);
      expect(proposed).toBe(isCut ? 'cut off' : 1);
    }
    expect(statements).toBeGreaterThan(10);
    expect(await propose()).toBe(0);
    // Committed, and nobody heard it.
    await withdraw((await open())[0]?.id as number);
    world.now += 31 * DAY_S;
    const [one, two] = await Promise.all([propose(), propose()]);
    expect(one + two).toBe(1);
    expect(await open()).toHaveLength(1);
  });

  it('an engine proposes so nothing but a settlement to the address that counts', async () => {
    const insert = (more: object) =>
      world.rows(
        `INSERT INTO scheduled_settlement (account_id, period, at, arguments, preview) VALUES (5, 'x', $1, $2, '[]')`,
        [world.now, JSON.stringify({ account: 'affiliate', ...more })],
      );
    const [{ id } = { id: 0 }] = await world.rows<{ id: number }>('SELECT max(id) AS id FROM payout_address');
    for (const wrong of [
      { address: OTHER },
      { address: OTHER, named: String(id) },
      { address: PAID_TO.Ethereum, named: '999999' },
    ])
      await expect(insert(wrong)).rejects.toThrow('to the address that counts');
  });
});

/** A database whose connections die before a statement. */
function killedAfter(database: Database, statements: number) {
  let left = statements;
  let isDead = false;
  const dying = <Client extends object>(client: Client): Client =>
    new Proxy(client, {
      get(target, key) {
        const value = Reflect.get(target, key);
        if (typeof value !== 'function') return value;
        if (key === 'connect') return async () => dying(await value.call(target));
        if (key !== 'query') return value.bind(target);
        return async (...args: unknown[]) => {
          if (args[0] === 'ROLLBACK') return value.apply(target, args);
          if (left-- <= 0) {
            isDead = true;
            throw new Error('killed');
          }
          return value.apply(target, args);
        };
      },
    });
  return { database: dying(database), isDead: () => isDead };
}
