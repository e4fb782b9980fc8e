import { type PlaceRequest, parseJson } from '@swapdesk/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import type { Caller } from '../access/caller.ts';
import { findRefCode, type RefCode } from '../affiliates/ref-code.ts';
import type { Catalogue } from '../catalog/catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { DEFAULT_SETTINGS, type Settings } from '../catalog/settings.ts';
import { parseFixed } from '../money/fixed.ts';
import { sealQuote } from '../pricing/calc-id.ts';
import { Rates } from '../pricing/rates.ts';
import type { SealKey } from '../pricing/seal.ts';
import { agree, type Market } from '../pricing/terms.ts';
import { Refusal } from '../refusal.ts';
import { AddressPool } from '../wallet/address-pool.ts';
import type { Order } from './order.ts';
import { type PlaceContext, place } from './place.ts';
import { orderStore } from './store-order.ts';

const NOW = 1_700_000_000;
const RECEIVER = '0x52908400098527886E0F7030069857D2E4169EE7';
const REFUND = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const KEY: SealKey = { id: 1, key: Buffer.alloc(32, 7), createdAt: NOW - 100 };
const PRICES = { BTC: '97000.123', ETH: '3600.55', USDT: '1', SOL: '190' };

let store: TestDatabase;
let catalogue: Catalogue;
let settings: Settings = DEFAULT_SETTINGS;
let now = NOW;
/** Coins that have jumped. */
let jumped: string[] = [];

beforeAll(async () => {
  store = await createTestDatabase();
  catalogue = await loadCatalogue(store.database);
  await store.database.query(`
    INSERT INTO address_space (name, derived) VALUES ('bitcoin', 20000), ('solana', 0);
    INSERT INTO deposit_address (space, index, address)
    SELECT 'bitcoin', n, 'bitcoin' || n FROM generate_series(0, 19999) AS n;
    INSERT INTO roll (id) VALUES (20), (21), (22);
    INSERT INTO account (id, name, orders_roll_id, referral_roll_id, created_at) VALUES (5, 'affiliate', 20, 21, 0);
    INSERT INTO ref_code (code, account_id, commission_ppm, roll_id, created_at) VALUES ('ref', 5, 200000, 22, 0)`);
});
afterAll(() => store.drop());
beforeEach(async () => {
  await store.database.query(`
    TRUNCATE orders, order_entry, order_claim, referral_order, roll_delta, roll_tally RESTART IDENTITY CASCADE;
    UPDATE roll SET length = 0, last_at = 0`);
  settings = DEFAULT_SETTINGS;
  now = NOW;
  jumped = [];
});

function market(): Market {
  const prices = Object.entries(PRICES).map(([abbr, text]) => ({
    abbr,
    value: parseFixed(text),
    at: now,
    source: 's',
    stop: jumped.includes(abbr) ? ('jump' as const) : null,
  }));
  return { catalogue, rates: new Rates(prices), settings, now };
}

/** A node: its own pool and store over the one database. */
function node(): PlaceContext {
  return {
    database: store.database,
    pool: new AddressPool(store.database),
    network: 'test',
    store: orderStore(store.database, () => now),
    market,
    clockMs: () => now * 1_000,
    sealKeys: () => [KEY],
  };
}

const fees = { float: null, fixed: null };
const account = { id: 0, name: 'anonymous', ordersRollId: 0, referralRollId: 1, fees };
const ANYONE: Caller = {
  account,
  key: null,
  scope: 'open',
  accountScope: 'open',
  mayList: true,
  isLimited: false,
  isSigned: false,
  nonce: undefined,
};

const BODY = {
  exchange_mode: 'float',
  from_chain: 'Bitcoin',
  from_abbr: 'BTC',
  from_quantity: 0.05,
  to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER }],
};

function requestOf(changes: object = {}): PlaceRequest {
  return parseJson(JSON.stringify({ ...BODY, ...changes })) as unknown as PlaceRequest;
}

function placing(
  changes: object = {},
  more: { caller?: Partial<Caller>; idempotencyKey?: string; refCode?: RefCode; on?: PlaceContext } = {},
): Promise<Order> {
  return place(more.on ?? node(), {
    request: requestOf(changes),
    caller: { ...ANYONE, ...more.caller },
    idempotencyKey: more.idempotencyKey,
    refCodeName: more.refCode?.code,
    refCode: more.refCode ?? null,
  });
}

async function messageOf(placed: Promise<Order>): Promise<string> {
  try {
    await placed;
    return 'placed';
  } catch (error) {
    if (error instanceof Refusal) return error.reply;
    throw error;
  }
}

const orders = async () =>
  (await store.database.query<{ count: number }>('SELECT count(*) FROM orders')).rows[0]?.count;

function calcIdFor(changes: object = {}): string {
  const request = requestOf({ exchange_mode: 'fixed', ...changes });
  return sealQuote(KEY, agree(market(), request, account.fees), request, now * 1_000);
}

describe('placing', () => {
  it('stores what calculate promised, with an address of its own', async () => {
    const promised = agree(market(), requestOf(), account.fees);
    const [one, two] = [await placing(), await placing()];
    expect(one.units).toBe(promised.units);
    expect(one.entries[0]?.unitsOrigin).toBe(promised.entries[0]?.units);
    expect(one.address).not.toBe(two.address);
    expect(one.expiresAt).toBe(NOW + DEFAULT_SETTINGS.float_lifetime_s);
  });

  it('in fixed mode stores the quote, whatever the market does meanwhile', async () => {
    const calc_id = calcIdFor();
    const promised = agree(market(), requestOf({ exchange_mode: 'fixed' }), account.fees);
    now += 20;
    const placed = await placing({ exchange_mode: 'fixed', calc_id });
    expect(placed.entries[0]?.units).toBe(promised.entries[0]?.units);
    expect(placed.expiresAt).toBe(NOW + 20 + DEFAULT_SETTINGS.fixed_lifetime_s);
  });

  it.each(['BTC', 'ETH'])('in fixed mode takes no quote from before %s was stopped', async (coin) => {
    const calc_id = calcIdFor();
    jumped = [coin];
    expect(await messageOf(placing({ exchange_mode: 'fixed', calc_id }))).toMatch(/^server is busy/);
    jumped = [];
    expect(await messageOf(placing({ exchange_mode: 'fixed', calc_id }))).toBe('placed');
  });

  it('stores a receiving address in its canonical form', async () => {
    const placed = await placing({
      to_address: [{ ...BODY.to_address[0], to_address: RECEIVER.toLowerCase() }],
    });
    expect(placed.entries[0]?.address).toBe(RECEIVER);
  });

  it('on many nodes at once gives no address twice', async () => {
    const nodes = Array.from({ length: 4 }, node);
    const placed = await Promise.all(
      Array.from({ length: 800 }, (_, n) => placing({}, { on: nodes[n % 4] as PlaceContext })),
    );
    expect(new Set(placed.map(({ address }) => address)).size).toBe(800);
    expect(new Set(placed.map(({ no }) => no)).size).toBe(800);
  });

  it('is refused as busy where no deposit address is left, and stores nothing', async () => {
    const solana = { from_chain: 'Solana', from_abbr: 'SOL', from_quantity: 1 };
    expect(await messageOf(placing(solana))).toBe('server is busy, please try again later');
    expect(await orders()).toBe(0);
  });
});

describe('placing is refused, in this order,', () => {
  const badReceiver = [{ ...BODY.to_address[0], to_address: '0x1' }];

  it.each([
    [
      'for a calc id in float mode, before anything else',
      { calc_id: 'x', from_abbr: 'NONE' },
      'calc_id only used for fixed exchange mode',
    ],
    [
      'for fixed mode without a calc id, before anything else',
      { exchange_mode: 'fixed', from_abbr: 'NONE' },
      'calc_id invalid or expired',
    ],
    [
      'for fixed mode with an empty calc id',
      { exchange_mode: 'fixed', calc_id: '' },
      'calc_id invalid or expired',
    ],
    ['for a calc id that is none', { exchange_mode: 'fixed', calc_id: 'x' }, 'calc_id invalid or expired'],
    [
      'for a source that does not exist',
      { from_abbr: 'NONE', to_address: badReceiver },
      'from assets not found',
    ],
    [
      'for a source that is disabled',
      { from_chain: 'Arbitrum', from_abbr: 'ARB', to_address: badReceiver },
      'from assets disabled',
    ],
    [
      'for a quantity before an address',
      { from_quantity: 1e-8, to_address: badReceiver },
      'from quantity too small',
    ],
    ['for an address', { to_address: badReceiver, refund_address: 'x' }, 'invalid to address'],
    [
      'for an address of another chain',
      { to_address: [{ ...BODY.to_address[0], to_address: REFUND }] },
      'invalid to address',
    ],
    [
      'for an empty address',
      { to_address: [{ ...BODY.to_address[0], to_address: '' }] },
      'invalid to address',
    ],
    [
      "for the token's own contract",
      {
        to_address: [
          { to_chain: 'Ethereum', to_abbr: 'USDT', to_address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
        ],
      },
      'invalid to address',
    ],
    ['for a refund address', { refund_address: RECEIVER }, 'invalid refund address'],
  ])('%s', async (_why, changes, message) => {
    expect(await messageOf(placing(changes))).toBe(message);
    expect(await orders()).toBe(0);
  });

  it('for an empty calc id in float mode not at all: it is none', async () => {
    expect(await messageOf(placing({ calc_id: '' }))).toBe('placed');
  });

  it('for a quote whose assets were switched off meanwhile', async () => {
    const calc_id = calcIdFor();
    const before = catalogue;
    try {
      await store.database.query(`UPDATE asset SET can_receive = false WHERE id = 4`);
      catalogue = await loadCatalogue(store.database);
      expect(await messageOf(placing({ exchange_mode: 'fixed', calc_id }))).toBe('to assets disabled');
      await store.database.query(`UPDATE asset SET can_send = false WHERE id = 1`);
      catalogue = await loadCatalogue(store.database);
      expect(await messageOf(placing({ exchange_mode: 'fixed', calc_id }))).toBe('from assets disabled');
    } finally {
      await store.database.query(`UPDATE asset SET can_receive = true, can_send = true WHERE id IN (1, 4)`);
      catalogue = before;
    }
  });

  it('beyond the cap on unpaid orders, for each caller alone, and not in open mode', async () => {
    settings = { ...DEFAULT_SETTINGS, unpaid_orders_cap: 2 };
    const limited = { caller: { scope: 'ip:1', isLimited: true } };
    expect(await messageOf(placing({}, limited))).toBe('placed');
    expect(await messageOf(placing({}, limited))).toBe('placed');
    expect(await messageOf(placing({}, limited))).toBe('too many unpaid orders');
    expect(await messageOf(placing({}, { caller: { scope: 'ip:2', isLimited: true } }))).toBe('placed');
    expect(await messageOf(placing())).toBe('placed');
    await store.database.query(`UPDATE orders SET status = 8 WHERE id = (SELECT min(id) FROM orders)`);
    expect(await messageOf(placing({}, limited))).toBe('placed');
  });
});

describe('placing again', () => {
  it('with the same calc id answers with the same order, also much later, from anyone', async () => {
    const calc_id = calcIdFor();
    const first = await placing({ exchange_mode: 'fixed', calc_id });
    now += 100_000;
    const again = await placing({ exchange_mode: 'fixed', calc_id }, { caller: { scope: 'key:other' } });
    expect(again).toEqual(first);
    expect(await orders()).toBe(1);
  });

  it('with the same calc id and other parameters is refused as invalid', async () => {
    const calc_id = calcIdFor();
    await placing({ exchange_mode: 'fixed', calc_id });
    for (const change of [{ from_quantity: 0.06 }, { refund_address: REFUND }, { client_order_id: 'c' }]) {
      expect(await messageOf(placing({ exchange_mode: 'fixed', calc_id, ...change }))).toBe(
        'calc_id invalid or expired',
      );
    }
  });

  it.each([
    ['Idempotency-Key', {}, { idempotencyKey: 'k' }, 'Idempotency-Key was used with other parameters'],
    ['nonce', {}, { caller: { nonce: 'n' } }, 'X-Api-Nonce was used with other parameters'],
    ['client_order_id', { client_order_id: 'c' }, {}, 'client_order_id was used with other parameters'],
  ])(
    'with the same %s answers with the same order; with other parameters is refused',
    async (_what, body, more, message) => {
      const first = await placing(body, more);
      expect(await placing(body, more)).toEqual(first);
      expect(await placing({ ...body, from_chain: 'BITCOIN', from_quantity: 0.05 }, more)).toEqual(first);
      expect(await messageOf(placing({ ...body, from_quantity: 0.06 }, more))).toBe(message);
      expect(
        await messageOf(
          placing(body, {
            ...more,
            caller: { ...ANYONE, nonce: 'n', scope: 'key:b', accountScope: 'account:b' },
          }),
        ),
      ).toBe('placed');
      expect(await orders()).toBe(2);
    },
  );

  it('answers before anything else is checked: the order exists', async () => {
    const first = await placing({}, { idempotencyKey: 'k' });
    settings = { ...DEFAULT_SETTINGS, unpaid_orders_cap: 1, price_max_age_s: -1 };
    expect(await placing({}, { idempotencyKey: 'k', caller: { isLimited: true } })).toEqual(first);
  });

  it('at the very same moment, on several nodes, still places one order', async () => {
    const nodes = Array.from({ length: 3 }, node);
    const calc_id = calcIdFor();
    const placed = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        placing({ exchange_mode: 'fixed', calc_id }, { on: nodes[n % 3] as PlaceContext }),
      ),
    );
    expect(new Set(placed.map(({ no }) => no)).size).toBe(1);
    expect(await orders()).toBe(1);
  });

  it('after a refusal is a new try: nothing was claimed', async () => {
    expect(await messageOf(placing({ from_quantity: 1e-8 }, { idempotencyKey: 'k' }))).toBe(
      'from quantity too small',
    );
    expect(await messageOf(placing({}, { idempotencyKey: 'k' }))).toBe('placed');
  });

  it('through another claim binds a key to that order too', async () => {
    const first = await placing({ client_order_id: 'c' }, { idempotencyKey: 'k1' });
    expect(await placing({ client_order_id: 'c' }, { idempotencyKey: 'k2' })).toEqual(first);
    expect(await messageOf(placing({ from_quantity: 0.06 }, { idempotencyKey: 'k2' }))).toBe(
      'Idempotency-Key was used with other parameters',
    );
  });

  it('with the same client_order_id under another key of the same account answers with the same order', async () => {
    const first = await placing(
      { client_order_id: 'c' },
      { caller: { scope: 'key:a', accountScope: 'account:1' } },
    );
    expect(
      await placing({ client_order_id: 'c' }, { caller: { scope: 'key:b', accountScope: 'account:1' } }),
    ).toEqual(first);
  });
});

describe('a referral code', () => {
  const amounts = async () =>
    (
      await store.database.query(
        'SELECT order_amount, commission_ppm, commission FROM referral_order ORDER BY order_id',
      )
    ).rows;

  it('is credited with the value of the order in USDT, with the rate of that moment and no commission yet', async () => {
    const refCode = (await findRefCode(store.database, 'ref')) as RefCode;
    await placing({ from_quantity: 0.05 }, { refCode });
    expect(await amounts()).toEqual([
      { order_amount: '4850.00615000', commission_ppm: 200_000, commission: '0.00000000' },
    ]);
  });

  it('is credited with no more than the order is worth: the value is rounded down', async () => {
    const refCode = (await findRefCode(store.database, 'ref')) as RefCode;
    await placing({ from_quantity: 0.05000007 }, { refCode });
    // 0.05000007 × 97000.123 = 4850.01294000861
    expect(await amounts()).toMatchObject([{ order_amount: '4850.01294000' }]);
    await placing({ from_quantity: 0.05123459 }, { refCode });
    // 0.05123459 × 97000.123 = 4969.76153185457
    expect((await amounts())[1]).toMatchObject({ order_amount: '4969.76153185' });
  });

  it('that does not exist stops nothing', async () => {
    expect(await findRefCode(store.database, 'none')).toBeNull();
    expect(await messageOf(placing())).toBe('placed');
    expect(await amounts()).toEqual([]);
  });
});
