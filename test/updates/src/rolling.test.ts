import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wrongReservations } from '../../../packages/service/src/orders/wrong-reservations.ts';
import { boundOf, readMigrations } from '../../../packages/service/src/store/migrations.ts';
import { setSetting } from '../../attack/src/support/keys.ts';
import {
  halts,
  openAccounts,
  unbalancedAssets,
  wrongPayouts,
  wrongWallets,
} from '../../attack/src/support/money-books.ts';
import { get, type Key, post, within } from '../../attack/src/support/target.ts';
import { ConsoleBrowser, enrolPerson, passwordIn, signInAs } from '../../console/src/support/console.ts';
import { Balancer } from '../../support/balancer.ts';
import { buildLastVersion, readLastVersion, whyNoHistory } from './support/last-version.ts';
import { CHAINS, MixedLoad, orderOf } from './support/mixed-load.ts';
import { openUpgradedDesk, type UpgradedDesk, type UpgradedNode } from './support/upgraded-desk.ts';

/** A desk of the last version is brought to this one as docs/operators.md has it, node by node, while clients go on. */

const THIS = fileURLToPath(new URL('../../../packages/service/bin/swapdesk.mjs', import.meta.url));
/** A lease runs six seconds; the server's patience with a silent transaction, and a busy machine come on top. */
const TAKEOVER_MS = 90_000;
const PATIENCE_MS = 180_000;
const CLIENTS = 3;
/** The code of the last version is built first. */
const BUILD_MS = 1_200_000;
const [PLACE, CALCULATE, CANCEL] = ['place', 'calculate', 'cancel'].map(
  (each) => `/openapi/order/${each}`,
) as [string, string, string];

const last = await readLastVersion();
const known = await readMigrations();
const none = await whyNoHistory(last);
const alone =
  boundOf(known) > last.knows ? 'its nodes have to be stopped first, as a migration since says' : null;
const why = none ?? alone;

describe.skipIf(why !== null)(
  `nodes of the last version and of this one${why === null ? '' : ` (skipped: ${why})`}`,
  () => {
    let LAST: string;
    let desk: UpgradedDesk;
    let balancer: Balancer;
    let load: MixedLoad;
    const running = new Map<string, UpgradedNode>();

    beforeAll(async () => {
      LAST = await buildLastVersion(last);
      desk = await openUpgradedDesk(LAST);
      for (const role of ['signer', 'engine', 'api'] as const) await start('last', role);
      balancer = await Balancer.start([]);
      await serveBy('last api');
      load = new MixedLoad(balancer.url, CLIENTS);
    }, BUILD_MS);
    afterAll(async () => {
      await load?.stop();
      balancer?.stop();
      for (const each of running.values()) await each.stop();
      await desk?.close();
    });

    const node = (name: string) => running.get(name) as UpgradedNode;
    async function start(
      which: 'last' | 'this',
      role: 'signer' | 'engine' | 'api' | 'console',
    ): Promise<UpgradedNode> {
      const started = await desk.start(which === 'last' ? LAST : THIS, role);
      running.set(`${which} ${role}`, started);
      return started;
    }
    async function stop(name: string): Promise<number | null> {
      const code = await node(name).stop();
      running.delete(name);
      return code;
    }
    const rows = async <T extends object>(sql: string) => (await desk.database.query<T>(sql)).rows;
    /** Whoever was asked so far is asked until these are ready. */
    const serveBy = async (...names: string[]) => {
      const urls = names.map((name) => node(name).url);
      balancer.serve([...balancer.served, ...urls]);
      await within(PATIENCE_MS, async () => urls.every((url) => balancer.isReady(url)));
      balancer.serve(urls);
    };
    /** Some orders more, whoever answers. */
    async function goesOn(orders = 12): Promise<void> {
      const before = load.placed.length;
      await within(
        PATIENCE_MS,
        async () => load.failures.length > 0 || load.placed.length >= before + orders,
      );
      expect(load.failures.slice(0, 5)).toEqual([]);
    }
    /** Everything that was paid for so far is paid out, under load. */
    async function paysAll(): Promise<void> {
      const [{ id }] = (await rows<{ id: number }>(
        'SELECT coalesce(max(id), 0) AS id FROM orders WHERE paid_at > 0',
      )) as [{ id: number }];
      await within(PATIENCE_MS, async () => {
        const open = await rows(`SELECT 1 FROM orders WHERE id <= ${id} AND paid_at > 0 AND finished_at = 0`);
        return open.length === 0;
      });
      expect(load.failures.slice(0, 5)).toEqual([]);
    }
    const holders = async () =>
      new Set(
        (await rows<{ holder: string }>("SELECT holder FROM lease WHERE name ~ '^(chain|orders)'")).map(
          ({ holder }) => holder,
        ),
      );
    /** Payments of which the networks have no block yet, or one that is not deep enough. */
    const underWay = async () =>
      (await rows('SELECT 1 FROM payout WHERE payment_id IS NOT NULL AND finished_at = 0')).length;

    test('the store is brought up to date under those of the last one, and none of their requests fails', async () => {
      await goesOn();
      const plan = await desk.command(THIS, 'database', 'migrate', '--dry-run');
      expect(plan).toContain('Nothing was changed. All nodes that run may go on');
      expect(await desk.command(THIS, 'node', 'list')).toContain('before 0036');
      expect(await rows("SELECT 1 FROM pg_tables WHERE tablename = 'node'")).toEqual([]);
      const done = await desk.command(THIS, 'database', 'migrate');
      for (const { name, number } of known) if (number > last.knows) expect(done).toContain(name);
      await desk.command(THIS, 'database', 'roles');
      await goesOn();
      await paysAll();
    });

    test('those of the last one start on the store of this one', async () => {
      await start('this', 'api');
      await serveBy('this api');
      expect(await stop('last api')).toBe(0);
      await start('last', 'api');
      await serveBy('last api', 'this api');
      await goesOn();
    });

    test('a signer of this version takes the place of the last one’s, on its record, and engines of the last ask it', async () => {
      expect(await stop('last signer')).toBe(0);
      await start('this', 'signer');
      await goesOn();
      await paysAll();
    });

    test('and the other way back: what one has put down the other reads, and an engine of this version asks a signer of the last', async () => {
      await start('this', 'engine');
      expect(await stop('this signer')).toBe(0);
      await start('last', 'signer');
      expect(await stop('last engine')).toBe(0);
      await goesOn();
      await paysAll();
      expect(await stop('last signer')).toBe(0);
      await start('this', 'signer');
      await start('last', 'engine');
      await goesOn();
      await paysAll();
    });

    test('what one has promised the other keeps, and gives back', async () => {
      const [one, other] = [node('last api').url, node('this api').url];
      for (const [by, to] of [
        [one, other],
        [other, one],
      ] as const) {
        const body = { ...orderOf('Bitcoin/BTC', 0.01, 'Ethereum/ETH'), exchange_mode: 'fixed' };
        const quote = (await post(by, CALCULATE, body)).json.data;
        const sent = { headers: { 'idempotency-key': `once ${by}` } };
        const placed = (await post(to, PLACE, { ...body, calc_id: quote.calc_id }, sent)).json;
        expect(placed).toMatchObject({ code: 0 });
        expect((await post(by, PLACE, { ...body, calc_id: quote.calc_id }, sent)).json.data.query_code).toBe(
          placed.data.query_code,
        );
        expect(placed.data.to[0].to_quantity).toBe(quote.to[0].to_quantity);
        const { query_code, manage_code } = placed.data;
        expect((await post(by, CANCEL, { query_code, manage_code })).json).toMatchObject({ code: 0 });
      }
    });

    test('an operator who has signed in at one console goes on at the other', async () => {
      const [one, other] = [await start('last', 'console'), await start('this', 'console')];
      const browsers = [new ConsoleBrowser(one.url), new ConsoleBrowser(other.url)] as const;
      const password = passwordIn(await desk.command(THIS, 'operator', 'create', 'alice', '--role', 'admin'));
      const alice = await enrolPerson(browsers[0], 'alice', password);
      for (const [by, to] of [browsers, browsers.toReversed() as unknown as typeof browsers]) {
        Object.assign(to, { cookie: by.cookie, token: by.token });
        expect((await to.get('/overview')).status).toBe(200);
        expect((await to.post('/session/sign-out')).status).toBe(200);
        expect((await by.get('/overview')).status).toBe(401);
        expect((await signInAs(to, alice)).status).toBe(200);
      }
      expect([await stop('last console'), await stop('this console')]).toEqual([0, 0]);
    });

    test.each([
      ['last', 'this'],
      ['this', 'last'],
    ] as const)(
      'payments of an engine of the %s version that is killed are taken over by one of %s',
      async (dying, heir) => {
        // Alone at first, so that all work is its own.
        if (running.has(`${heir} engine`)) expect(await stop(`${heir} engine`)).toBe(0);
        if (!running.has(`${dying} engine`)) await start(dying, 'engine');
        await within(TAKEOVER_MS, async () => (await holders()).size === 1);
        const [before] = await holders();
        await start(heir, 'engine');
        await within(PATIENCE_MS, async () => (await underWay()) > 3);
        await node(`${dying} engine`).kill();
        running.delete(`${dying} engine`);
        await within(TAKEOVER_MS, async () => !(await holders()).has(before as string));
        await goesOn();
        await paysAll();
      },
    );

    test('which of them run is shown, and that some are to follow', async () => {
      if (!running.has('this engine')) await start('this', 'engine');
      const listed = await desk.command(THIS, 'node', 'list');
      expect(listed).toMatch(/ api .*\(00\d\d\)/);
      expect(listed).toContain('before 0036');
      expect(listed).toContain('2 versions run side by side');
    });

    test('the last are drained, one by one, and nothing but this version is left', async () => {
      if (running.has('last engine')) expect(await stop('last engine')).toBe(0);
      const drained = node('last api').stop();
      await goesOn();
      expect(await drained).toBe(0);
      running.delete('last api');
      expect([...running.keys()].sort()).toEqual(['this api', 'this engine', 'this signer']);
      await paysAll();
      // Leases of an engine that was killed run out.
      await within(TAKEOVER_MS, async () =>
        (await desk.command(THIS, 'node', 'list')).includes('All are of one version.'),
      );
    });

    test('no request has failed, no order is lost or paid twice, and the books agree', async () => {
      await load.stop();
      const { url } = node('this api');
      await within(
        PATIENCE_MS,
        async () => {
          for (const chain of CHAINS) await post(url, '/testnet/mine', { chain });
          const [{ moving, unpaid }] = (await rows<{ moving: number; unpaid: number }>(
            `SELECT (SELECT count(*) FROM orders WHERE paid_at > 0 AND finished_at = 0) AS moving,
                (SELECT count(*) FROM payout p WHERE NOT EXISTS (
                   SELECT 1 FROM attempt y JOIN sim_tx t ON t.chain_id = y.chain_id AND t.txid = y.txid AND t.state = 'mined'
                    WHERE y.payment_id = p.payment_id)) AS unpaid`,
          )) as [{ moving: number; unpaid: number }];
          return moving + unpaid === 0;
        },
        500,
      );
      expect(load.failures).toEqual([]);
      const stored = new Map(
        (
          await rows<{ no: string; query_code: string; address: string }>(
            'SELECT no, query_code, address FROM orders',
          )
        ).map((row) => [row.no, row]),
      );
      const lost = load.placed.filter(({ no, query_code, address }) => {
        const found = stored.get(no);
        return found?.query_code !== query_code || found.address !== address;
      });
      expect(lost).toEqual([]);
      expect(await wrongPayouts(desk.database)).toEqual([]);
      expect(await unbalancedAssets(desk.database)).toEqual([]);
      expect(await openAccounts(desk.database)).toEqual([]);
      expect(await wrongWallets(desk.database)).toEqual([]);
      expect(await halts(desk.database)).toEqual([]);
      expect(await wrongReservations(desk.database)).toEqual([]);
      console.log(`${load.answered} requests answered, ${load.placed.length} orders placed, none failed`);
    });

    describe('once somebody has a key', () => {
      let one: UpgradedNode;
      let other: UpgradedNode;
      let key: Key;
      beforeAll(async () => {
        [one, other] = [await start('last', 'api'), node('this api')];
        key = await newKey('alice');
      });
      const newKey = async (account: string): Promise<Key> => {
        const output = await desk.command(THIS, 'key', 'create', '--account', account);
        const field = (name: string) => new RegExp(`^${name} +(\\S+)$`, 'm').exec(output)?.[1] as string;
        return { key: field('key'), secret: field('secret') };
      };
      const both = () => [one.url, other.url] as const;

      test('both know it, and what callers without one were promised is let go by whoever ends it', async () => {
        for (const url of both()) {
          // In open mode everybody may, with whatever key.
          await within(TAKEOVER_MS, async () => (await get(url, '/openapi/order/list')).status === 401);
          expect((await get(url, '/openapi/order/list', { key })).json).toMatchObject({ code: 0 });
        }
        for (const [by, to] of [both(), both().toReversed() as unknown as ReturnType<typeof both>]) {
          const body = { ...orderOf('Bitcoin/BTC', 0.01, 'Ethereum/ETH'), exchange_mode: 'fixed' };
          const { calc_id } = (await post(by, CALCULATE, body)).json.data;
          const { json } = await post(by, PLACE, { ...body, calc_id });
          expect(json).toMatchObject({ code: 0 });
          const kept = await rows<{ units: string }>(
            'SELECT sum(keyless_units)::text AS units FROM promised',
          );
          expect(kept[0]?.units).not.toBe('0');
          expect(await wrongReservations(desk.database)).toEqual([]);
          const { query_code, manage_code } = json.data;
          expect((await post(to, CANCEL, { query_code, manage_code })).json).toMatchObject({ code: 0 });
          expect(await rows('SELECT 1 FROM promised WHERE units <> 0 OR keyless_units <> 0')).toEqual([]);
          expect(await wrongReservations(desk.database)).toEqual([]);
        }
      });

      test('what a caller spends at one counts at the other', async () => {
        await setSetting(desk.database, 'rate_limit_per_minute', 60);
        const ask = async (url: string, whose: Key) =>
          (await get(url, '/openapi/order/query?query_code=X', { key: whose })).status;
        // Whoever watches has an allowance of their own.
        for (const url of both()) await within(TAKEOVER_MS, async () => (await ask(url, key)) === 429);
        for (const [by, to] of [both(), both().toReversed() as unknown as ReturnType<typeof both>]) {
          const fresh = await newKey('eager');
          for (const url of both()) await within(TAKEOVER_MS, async () => (await ask(url, fresh)) !== 401);
          for (let n = 0; (await ask(by, fresh)) !== 429; n++) expect(n).toBeLessThan(100);
          await within(TAKEOVER_MS, async () => (await ask(to, fresh)) === 429, 250);
        }
      });
    });
  },
);
