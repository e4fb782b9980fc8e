import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyStore } from '../packages/service/src/engine/testing/copy-store.ts';
import { BLOCK_PAUSE_MS } from './support/block-pause.ts';
import { createDeskStore, type DeskStore } from './support/desk-store.ts';
import { runHere } from './support/run-here.ts';
import { type Ended, type RunningService, startService } from './support/service.ts';
import { few, IS_LONG } from './support/volume.ts';

/** What an operator does on the command line, beside a running service. */

const RECEIVER = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const DENIED = '0x52908400098527886E0F7030069857D2E4169EE7';
const REFUND_TO = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';

let store: DeskStore;
let service: RunningService;
let env: Record<string, string>;

beforeAll(async () => {
  store = await createDeskStore();
  const denied = join(store.folder, 'denied');
  await writeFile(denied, `# nobody pays these\n${DENIED.toLowerCase()}\n`);
  env = { ...store.env, SWAPDESK_DENY_LIST: denied };
  service = await startService(env);
});
afterAll(async () => {
  await service?.stop();
  await store?.drop();
});

const swapdesk = (...args: string[]): Promise<Ended> => runHere(args, env);

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(BLOCK_PAUSE_MS);
}

async function call(
  path: string,
  body: object,
  more: Record<string, string> = {},
): Promise<{ msg: string; data: Record<string, string> }> {
  const headers = { 'content-type': 'application/json', ...more };
  const answer = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as { msg: string; data: Record<string, string> };
}

async function place(
  receiver: string,
  headers: Record<string, string> = {},
): Promise<{ no: string; code: string; manage: string }> {
  const wish = {
    exchange_mode: 'float',
    from_chain: 'Bitcoin',
    from_abbr: 'BTC',
    from_quantity: 0.05,
    to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: receiver }],
  };
  const { data } = await call('/openapi/order/place', wish, headers);
  return {
    no: data.no as string,
    code: data.query_code as string,
    manage: data.manage_code as string,
  };
}

/** Mines meanwhile where its coins are, as often as it looks: how long blocks take by themselves is for the README's test. */
async function becomes(no: string, status: number): Promise<void> {
  await until(async () => {
    for (const chain of ['Bitcoin', 'Ethereum']) await call('/testnet/mine', { chain });
    const { rows } = await store.database.query('SELECT status FROM orders WHERE no = $1', [no]);
    return rows[0]?.status === status;
  });
}

/** After how many seconds an operator may confirm alone. */
const confirmsAloneAfter = (seconds: number) =>
  store.database.query("INSERT INTO setting (name, value) VALUES ('confirm_alone_s', $1)", [seconds]);

async function metric(line: string): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const found = text.split('\n').find((each) => each.startsWith(`${line} `));
  return Number(found?.split(' ').at(-1));
}

describe('the test networks', () => {
  it('are paid on, mined, reorganised and shown on the command line', async () => {
    const { no, code } = await place(RECEIVER);
    expect(await swapdesk('testnet', 'pay', code)).toMatchObject({ code: 0 });
    await becomes(no, 4);
    const shown = await swapdesk('order', 'show', code);
    for (const part of [no, '4 completed', 'accepted', 'confirmed  exchange', RECEIVER, 'exchanged'])
      expect(shown.output).toContain(part);
    expect((await swapdesk('testnet', 'mine', '--chain', 'bitcoin', '--blocks', '2')).output).toMatch(
      /^Bitcoin is at block \d+/,
    );
    expect((await swapdesk('testnet', 'reorg', '--chain', 'TRON', '--depth', '2')).output).toContain(
      'on another branch',
    );
  });

  it.each(
    few(2, [
      ['pay an order that there is not', ['pay', 'AAAA-AAAA-AAAA'], 'There is no order'],
      ['reorganise without a depth', ['reorg', '--chain', 'Bitcoin'], '--depth is missing'],
      ['mine on a chain that there is not', ['mine', '--chain', 'Nope'], 'no such chain'],
      ['mine no block', ['mine', '--blocks', '0'], '1 to 100'],
      ['drop what does not wait', ['drop', '--chain', 'Bitcoin', '--txid', 'ab'], 'No such transaction'],
    ] as const),
  )('do not %s', async (_what, args, words) => {
    const { code, output } = await swapdesk('testnet', ...args);
    expect(code).toBe(1);
    expect(output).toContain(words);
    expect(output.trim().split('\n')).toHaveLength(1);
  });
});

describe('an order', () => {
  it.runIf(IS_LONG)('that screening froze is not its client to resolve, but the operator', async () => {
    const { no, code, manage } = await place(DENIED);
    await call('/testnet/pay', { query_code: code });
    await becomes(no, 7);
    expect((await swapdesk('doctor')).output).toMatch(/WRONG +orders: frozen +1 SCREENING/);
    const refused = await call('/openapi/order/resolve', {
      query_code: code,
      manage_code: manage,
      action: 'refund',
      refund_address: REFUND_TO,
    });
    expect(refused.msg).toBe('order cannot be resolved');
    expect((await swapdesk('order', 'resolve', no, 'refund')).output).toContain('has no refund address');
    const wrong = await swapdesk('order', 'resolve', no, 'refund', '--refund-address', RECEIVER);
    expect(wrong.output).toContain('is no address on Bitcoin');
    // Nobody alone sends somebody's deposit where they like.
    const asked = await swapdesk('order', 'resolve', no, 'refund', '--refund-address', REFUND_TO);
    expect(asked).toMatchObject({ code: 0 });
    const id = /proposal (?:confirm|show) (\d+)/.exec(asked.output)?.[1] ?? '';
    expect((await swapdesk('proposal', 'confirm', id)).output).toContain('wait a while');
    await confirmsAloneAfter(0);
    expect((await swapdesk('proposal', 'confirm', id)).output).toContain('Confirmed: order refund');
    await store.database.query("DELETE FROM setting WHERE name = 'confirm_alone_s'");
    await becomes(no, 5);
  });

  it.runIf(IS_LONG)(
    'that is being exchanged can be stopped and let go on, but not be refunded any more',
    async () => {
      const { no, code } = await place(RECEIVER);
      expect((await swapdesk('order', 'freeze', no)).output).toContain('only one that is exchanging');
      // Without payouts it cannot be done before it is stopped.
      await store.database.query('INSERT INTO halt SELECT id, 0, 0, 0 FROM asset');
      await call('/testnet/pay', { query_code: code });
      await becomes(no, 3);
      expect(await swapdesk('order', 'freeze', no)).toMatchObject({ code: 0 });
      const refund = await swapdesk('order', 'resolve', no, 'refund', '--refund-address', REFUND_TO);
      expect(refund.output).toContain('can only go on');
      expect(await swapdesk('order', 'resolve', no, 'exchange')).toMatchObject({ code: 0 });
      await becomes(no, 3);
      await store.database.query('DELETE FROM halt');
      await becomes(no, 4);
    },
  );
});

describe('an affiliate', () => {
  const THEIRS = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';

  it('to whom nothing is due is not paid, and the command says where to look', async () => {
    expect((await swapdesk('affiliate', 'due')).output).toBe('Nothing is due.\n');
    const { code, output } = await swapdesk(
      'affiliate',
      'settle',
      'anonymous',
      'Bitcoin',
      'BTC',
      '--to',
      THEIRS,
    );
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('No commission is due to the account. To whom'),
    ]);
  });

  it.runIf(IS_LONG)('is paid what is due once it is confirmed, and the books know of it', async () => {
    await swapdesk('refcode', 'create', 'friend', '--rate', '100%');
    const { no, code } = await place(RECEIVER, { 'ref-code': 'friend' });
    await call('/testnet/pay', { query_code: code });
    await becomes(no, 4);
    expect((await swapdesk('affiliate', 'due')).output).toMatch(/anonymous +1 +\d+\.?\d* +0\n/);
    const wish = ['affiliate', 'settle', 'anonymous', 'Bitcoin', 'BTC', '--to', THEIRS];
    expect((await swapdesk(...wish, '--dry-run')).output).toMatch(
      /1 orders are settled\n.* USDT is due for them\n.* USDT for a BTC is the price\n(?:.*\n)*Nothing was proposed/,
    );
    const asked = await swapdesk(...wish);
    const id = /proposal confirm (\d+)/.exec(asked.output)?.[1] ?? '';
    await confirmsAloneAfter(0);
    expect((await swapdesk('proposal', 'confirm', id)).output).toContain('Confirmed: affiliate settle');
    await store.database.query("DELETE FROM setting WHERE name = 'confirm_alone_s'");
    expect((await swapdesk('affiliate', 'due')).output).toMatch(/anonymous +0 +0 +\d+\.?\d*\n/);
    await until(async () => {
      await call('/testnet/mine', { chain: 'Bitcoin' });
      return (await swapdesk('affiliate', 'due')).output === 'Nothing is due.\n';
    });
    expect((await swapdesk('treasury', 'show')).output).toMatch(/confirmed .* affiliate settle anonymous/);
    expect((await swapdesk('doctor')).output).toMatch(/ok +ledger: settlements +are what is owed for them/);
    expect((await swapdesk('profit')).output).toMatch(/^day +fee +spread +commission /);
  });
});

describe('a withdrawal from the treasury', () => {
  const VAULT = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
  const inTheVault = async () => {
    const { rows } = await store.database.query(
      `SELECT sum(m.units)::text AS units FROM sim_move m
         JOIN sim_tx t ON t.chain_id = m.chain_id AND t.txid = m.txid AND t.state = 'mined' WHERE m.address = $1`,
      [VAULT],
    );
    return rows[0].units;
  };
  const isPaid = async () => {
    await call('/testnet/mine', { chain: 'Bitcoin' });
    const { rows } = await store.database.query("SELECT state FROM payout WHERE reason = 'withdrawal'");
    return rows[0]?.state === 'confirmed';
  };

  it.runIf(IS_LONG)(
    'is asked for, confirmed alone after a while and paid, and the books know of it',
    async () => {
      const to = ['--to', VAULT, '--why', 'to the vault'];
      const asked = await swapdesk('treasury', 'withdraw', 'bitcoin', 'btc', '0.5', ...to);
      const last = /No other operator can confirm it: from .+ on, npx swapdesk (proposal confirm \d+)\n$/;
      expect(asked).toEqual({ code: 0, output: expect.stringMatching(last) });
      expect(asked.output).toContain(`0.5 BTC (Bitcoin) is withdrawn ${VAULT}`);
      const confirm = last.exec(asked.output)?.[1]?.split(' ') as string[];
      expect(await swapdesk(...confirm)).toEqual({
        code: 1,
        output: expect.stringContaining('wait a while'),
      });
      await confirmsAloneAfter(1);
      await until(async () => (await swapdesk(...confirm)).code === 0);
      await until(isPaid);
      expect(await inTheVault()).toBe('50000000');
      expect((await swapdesk('treasury', 'show')).output).toMatch(
        /0\.5 BTC \(Bitcoin\) +confirmed .* to the vault/,
      );
      const { code, output } = await swapdesk('doctor');
      expect([code, output]).toEqual([
        0,
        expect.stringMatching(/ok +Bitcoin BTC: books +ledger and wallet \S+ BTC at/),
      ]);
      expect(output).toMatch(/ok +ledger: withdrawals +are what is owed for them/);
      expect(output).toMatch(/ok +ledger: profit and loss +is the ledger to the unit/);
    },
  );

  it('is no loss: profit and loss has it as taken out, by whatever it is asked for', async () => {
    const csv = (await swapdesk('profit', '--by', 'pair', '--csv')).output.split('\r\n');
    expect(csv[0]).toBe('pair,part,place,coin,amount,value_usdt');
    expect(csv.join('\n')).toMatch(/^,capital,Bitcoin,BTC,\d+\.?\d*,\d/m);
    const lines = (await swapdesk('profit', '--by', 'order', '--jsonl')).output.trim().split('\n');
    const parts = lines.map((line) => JSON.parse(line)).filter(({ order }) => order !== '');
    expect(new Set(parts.map(({ part }) => part))).toContain('fee');
    expect((await swapdesk('profit', '--from', '2000-01-01')).output).toMatch(
      /^day +fee +spread .*\n\d{4}-.*\nall /s,
    );
    expect((await swapdesk('profit', '--inventory')).output).toMatch(
      /\nBitcoin +BTC +[\d.]+ +[\d.]+ +[\d.]+ +/,
    );
    for (const wrong of few(1, [
      ['--by', 'month'],
      ['--from', '2026-02-30'],
      ['--csv', '--jsonl'],
    ]))
      expect((await swapdesk('profit', ...wrong)).code).not.toBe(0);
  });
});

describe('a difference between ledger and wallet', () => {
  /** What no program of ours does. */
  const tamper = (units: number) =>
    store.database.query(
      `INSERT INTO ledger_entry (posting, account, asset_id, units, why, at)
       SELECT 0, account, asset.id, units, 'by hand', 0
         FROM asset JOIN chain ON chain.id = chain_id, (VALUES ('wallet', $1::numeric), ('treasury', -$1::numeric)) AS t (account, units)
        WHERE chain.name = 'Dogecoin' AND abbr = 'DOGE'`,
      [units],
    );
  /** Looks after a new block, which is when they are compared. */
  const isHalted = async () => {
    await call('/testnet/mine', { chain: 'Dogecoin' });
    return (await store.database.query('SELECT FROM halt')).rowCount === 1;
  };

  it.runIf(IS_LONG)(
    'halts the asset, is told with both figures, and stays until it is gone and cleared',
    async () => {
      await tamper(700_000_000);
      await until(isHalted);
      expect((await swapdesk('halt', 'list')).output).toMatch(/Dogecoin +DOGE +50000007 +50000000 +-7 /);
      const { code, output } = await swapdesk('doctor');
      expect(code).toBe(1);
      expect(output).toMatch(/WRONG +Dogecoin DOGE: books +ledger 50000007 DOGE, wallet 50000000 DOGE/);
      expect(output).toMatch(/WRONG +Dogecoin DOGE: halted +since /);
      // What matters most stands first, and is named again where one's eyes are at the end.
      expect(output).toMatch(/^WRONG +Dogecoin DOGE: halted /);
      expect(output.trimEnd()).toMatch(/need a look, first of all: Dogecoin DOGE: halted\.$/);
      await until(async () => (await metric('swapdesk_halted{chain="Dogecoin",coin="DOGE"}')) === 1);
      expect(await metric('swapdesk_reconcile_difference{chain="Dogecoin",coin="DOGE"}')).toBe(-7);

      const refused = await swapdesk('halt', 'clear', 'Dogecoin', 'DOGE');
      expect(refused.code).toBe(1);
      expect(refused.output).toContain('the ledger says 50000007 DOGE, the wallet 50000000');
      expect(refused.output).toContain('books correct Dogecoin DOGE --amount -7 --why');
      const correct = (amount: string, ...more: string[]) =>
        swapdesk('books', 'correct', 'Dogecoin', 'DOGE', '--amount', amount, '--why', 'a test', ...more);
      for (const away of few(1, ['-8', '7', '0', 'seven']))
        expect(await correct(away)).toMatchObject({ code: 1 });
      expect((await correct('-7', '--dry-run')).output).toContain('Nothing was booked');
      expect((await swapdesk('halt', 'clear', 'Dogecoin')).code).toBe(1);
      expect((await correct('-4')).output).toContain(
        '-7 DOGE more than the ledger (negative: less), now -3 DOGE',
      );
      expect((await correct('-3')).output).toContain('To pay out again');
      expect((await correct('-3')).output).toContain('they agree');
      expect((await swapdesk('audit', 'list')).output).toMatch(/books correct +Dogecoin DOGE/);
      expect(await swapdesk('halt', 'clear', 'dogecoin', 'doge')).toMatchObject({ code: 0 });
      expect(await swapdesk('doctor')).toMatchObject({
        code: 0,
        output: expect.stringContaining('All is well'),
      });
      expect((await swapdesk('halt', 'clear', 'Dogecoin', 'DOGE')).output).toContain('is not halted');
    },
  );
});

describe('metrics', () => {
  it('count orders and requests, and are for this machine alone', async () => {
    const placed = 'swapdesk_requests_total{endpoint="place",status="200"}';
    await place(RECEIVER);
    const before = await metric(placed);
    await place(RECEIVER);
    expect(await metric(placed)).toBe(before + 1);
    const { rows } = await store.database.query('SELECT count(*) AS orders FROM orders WHERE status = 1');
    await until(async () => (await metric('swapdesk_orders{status="1"}')) === rows[0].orders);
    expect(await metric('swapdesk_blocks_behind{chain="Bitcoin"}')).toBeLessThan(5);
    const passedOn = await fetch(`${service.url}/metrics`, { headers: { 'x-forwarded-for': '192.0.2.1' } });
    expect(passedOn.status).toBe(403);
    expect(await passedOn.json()).toEqual({ code: 1, msg: 'without an API key only this machine is served' });
  });
});

describe('a store that went back', () => {
  it.runIf(IS_LONG)(
    'lacks a payment of an order that it has forgotten: it is shown, settled with a reason, and written down',
    async () => {
      const copy = await copyStore(store.database);
      const ticks = async () =>
        (await store.database.query('SELECT max(tick)::int AS ticks FROM signing_record')).rows[0].ticks;
      const copied = await ticks();
      const { no, code } = await place(RECEIVER);
      await call('/testnet/pay', { query_code: code });
      await becomes(no, 4);
      // A store that lacks one tick of the record's, or none, may have been cut off: only an older one is held.
      await until(async () => (await ticks()) > copied + 2);
      await service.stop();
      await copy.restore();
      service = await startService(env);
      expect(service.output()).toContain('THE DESK IS HELD');
      // First it is seen whether it can be taken up by itself.
      await until(async () => {
        const { rows } = await store.database.query('SELECT obstacle FROM lost_payment');
        return rows.length === 1 && rows[0].obstacle !== '';
      });
      const shown = await swapdesk('hold', 'show');
      expect(shown.output).toContain(
        '1 signed payments that the store does not know: npx swapdesk hold settle',
      );
      const lost = new RegExp(
        `^(\\w{64}) +Ethereum +${no}/output/0: [0-9.]+ ETH to ${RECEIVER} +the store has no`,
        'm',
      );
      const txid = lost.exec(shown.output)?.[1] as string;

      const settle = (...more: string[]) => swapdesk('hold', 'settle', txid, ...more);
      const asked = await settle();
      expect(asked).toEqual({ code: 0, output: expect.stringMatching(lost) });
      expect(asked.output).toContain('Nothing is changed yet. With --why TEXT: if the chain has it');
      const settled = await settle('--why', 'paid before the copy');
      expect(settled).toEqual({ code: 0, output: expect.stringMatching(lost) });
      expect(settled.output).toContain(`Kept ${txid} as a payment of ours.`);
      expect((await settle()).output).toContain('among those that the store lacks');
      expect((await swapdesk('audit', 'list', '--act', 'hold settle')).output).toMatch(
        new RegExp(`command line +hold settle +${txid} +lost payment: .+ → kept: paid before the copy`),
      );
    },
  );
});
