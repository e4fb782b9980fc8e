import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountServer } from '../../../../../test/support/venues/account-server.ts';
import { BinanceAccount } from '../../../../../test/support/venues/binance-account.ts';
import { KrakenAccount } from '../../../../../test/support/venues/kraken-account.ts';
import { parseFixed } from '../../money/fixed.ts';
import { OrderRefused, type TradingVenue, type VenueOrder } from '../trading-venue.ts';
import { AccountFault } from './ccxt-account.ts';
import { openTrading } from './open-trading.ts';

const fixed = parseFixed;
const ID = '0123456789abcdef0123456789abcdef';
const TIMES = { answerMs: 6_000, mostWaitMs: 2_000 };

const VENUES = {
  binance: { make: () => new BinanceAccount(), feeOfBuy: 'BTC', priceStep: '0.01', least: '0.00001' },
  kraken: { make: () => new KrakenAccount(), feeOfBuy: 'USDT', priceStep: '0.1', least: '0.00005' },
};

describe.each(Object.entries(VENUES))('trading at %s', (name, { make, feeOfBuy, priceStep, least }) => {
  let server: AccountServer;
  let venue: TradingVenue;
  const open = (secret: string) =>
    openTrading(
      { name: name as keyof typeof VENUES, key: server.key, secret, rest: server.rest },
      { nowMs: Date.now, random: Math.random },
      TIMES,
    );
  beforeEach(async () => {
    server = await make().start();
    venue = await open(server.secret);
  });
  afterEach(async () => {
    venue.stop();
    await server.stop();
  });

  const order = (changes: Partial<VenueOrder> = {}): VenueOrder => ({
    clientOrderId: ID,
    abbr: 'BTC',
    side: 'buy',
    amount: fixed('0.12345'),
    limitPrice: fixed('97123.4'),
    deadlineMs: Date.now() + 10_000,
    ...changes,
  });
  const fill = (id: string, amount: string, value: string, fee: string) => ({
    id,
    amount,
    price: '97000.1',
    value,
    fee,
  });

  it('knows the rules of its markets, and which it has not', async () => {
    const rules = await venue.rules('BTC');
    expect(rules).toMatchObject({ priceStep: fixed(priceStep), leastAmount: fixed(least) });
    expect(await venue.rules('XYZ')).toBeNull();
  });

  it('sends an order digit for digit, and books what came of it to the last one', async () => {
    server.fills = [
      fill('11', '0.10000000', '9700.01000001', '0.00010000'),
      fill('12', '0.02000000', '1940.00200000', '0.00002000'),
    ];
    await venue.send(order());
    expect(server.orders).toMatchObject([{ clientId: ID, isBuy: true, amount: '0.12345', price: '97123.4' }]);
    const { order: found, at } = await venue.ask(order());
    expect(found).toMatchObject({
      isOver: true,
      filled: fixed('0.12'),
      fills: [
        {
          id: '11',
          amount: fixed('0.1'),
          value: fixed('9700.01000001'),
          feeAbbr: feeOfBuy,
          fee: fixed('0.0001'),
        },
        { id: '12', amount: fixed('0.02'), value: fixed('1940.002'), fee: fixed('0.00002') },
      ],
    });
    expect(Math.abs((at as number) - Date.now())).toBeLessThan(60_000);
  });

  it('tells that it knows no such order, with its own time', async () => {
    server.faults.skewMs = 5_000;
    const { order: found, at } = await venue.ask(order({ clientOrderId: 'f'.repeat(32) }));
    expect(found).toBeNull();
    expect(at as number).toBeGreaterThan(Date.now() + 2_000);
  });

  it('refuses an order that comes too late', async () => {
    await expect(venue.send(order({ deadlineMs: Date.now() - 2_000 }))).rejects.toThrow(OrderRefused);
    expect(server.orders).toEqual([]);
  });

  it('leaves open what became of an order without an answer, which was made or not', async () => {
    for (const cut of ['before', 'after'] as const) {
      server.faults.cut = cut;
      const clientOrderId = (cut === 'after' ? 'a' : 'b').repeat(32);
      const sending = venue.send(order({ clientOrderId }));
      await expect(sending).rejects.not.toThrow(OrderRefused);
      const { order: found } = await venue.ask(order({ clientOrderId }));
      expect(found === null).toBe(cut === 'before');
    }
    // ccxt itself asks nothing twice.
    const made = server.requests.filter(
      ({ path, method }) => /AddOrder|order$/.test(path) && method === 'POST',
    );
    expect(made).toHaveLength(2);
  });

  it('leaves it open too where the venue says that it does not know', async () => {
    const words = { binance: '{"code":-1007,"msg":"Timeout"}', kraken: '{"error":["EService:Timeout"]}' };
    server.faults.answer = {
      status: name === 'binance' ? 504 : 200,
      body: words[name as keyof typeof words],
    };
    await expect(venue.send(order())).rejects.not.toThrow(OrderRefused);
    server.faults.answer = { status: 502, body: '<html>Bad gateway</html>' };
    await expect(venue.send(order())).rejects.not.toThrow(OrderRefused);
    server.faults.answer = null;
    await expect(venue.send(order({ limitPrice: fixed('97123.456') }))).rejects.toThrow(OrderRefused);
  });

  it('cancels what stays open', async () => {
    server.faults.keepsOpen = true;
    await venue.send(order());
    const { order: found } = await venue.ask(order());
    expect(found).toMatchObject({ isOver: false });
    await venue.cancel({ ...order(), orderId: found?.orderId as string });
    expect((await venue.ask(order())).order).toMatchObject({ isOver: true, filled: 0n });
  });

  it('tells what it holds, what is bound included', async () => {
    server.balances = name === 'binance' ? { BTC: '1.40000000' } : { XXBT: '1.5000000000', USDT: '7.1' };
    expect((await venue.balances()).get('BTC')).toBe(fixed('1.5'));
  });

  it('believes no other key, and tells nobody the secret', async () => {
    const thief = await open(Buffer.from('another').toString('base64'));
    const error = await thief.send(order()).catch((thrown: Error) => thrown);
    expect(error).toBeInstanceOf(OrderRefused);
    expect(String((error as Error).stack)).not.toContain(Buffer.from('another').toString('base64'));
    expect(server.orders).toEqual([]);
    thief.stop();
  });
});

it('a fault keeps the words of a venue, which may be long, out of logs', () => {
  const fault = new AccountFault('HTTP 500', 500, 'long words', false);
  expect(fault.body).toBe('long words');
  expect(JSON.stringify({ ...fault })).not.toMatch('long words');
});
