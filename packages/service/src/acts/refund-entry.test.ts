import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../../test/support/volume.ts';
import { type Chain, type NonceChain, Unpayable } from '../chains/chain.ts';
import { encodeTransaction } from '../chains/sim/sim-transaction.ts';
import { signingThrough } from '../chains/testing/signing-through.ts';
import { compareBooks } from '../engine/books/compare-books.ts';
import { correctBooks } from '../engine/books/correct-books.ts';
import { clearHalt, loadHalts } from '../engine/books/halts.ts';
import { findPaying, markPaid } from '../engine/books/mark-paid.ts';
import { askToCancel } from '../engine/payments/cancelled-payments.ts';
import { wrongsOf } from '../engine/testing/books.ts';
import { openWorld, RECEIVER, REFUND, WITH_TRON, type World } from '../engine/testing/world.ts';
import { post } from '../ledger/post.ts';
import { freeTreasury } from '../ledger/treasury.ts';
import { confirmProposal, propose } from '../operators/proposals.ts';
import type { Order } from '../orders/order.ts';
import { transaction } from '../store/transaction.ts';
import { ACTS } from './index.ts';
import { refundEntry } from './refund-entry.ts';

let world: World;
let chains: Chain[];
beforeAll(async () => {
  world = await openWorld(WITH_TRON);
  chains = world.chains;
});
afterEach(async () => expect(await wrongsOf(world)).toEqual([]));
afterAll(() => world.close());

const ROOT = { name: 'root', via: 'command line', address: '', role: null } as const;
const context = () => ({
  market: world.market(),
  network: 'test' as const,
  withdrawals: {},
  screen: world.screen,
});

const ask = (payout: number, address = '') =>
  transaction(world.database, async (client) => {
    const args = { payout: String(payout), address };
    return (await propose(client, refundEntry, args, ROOT, context(), world.now)).result;
  });
const confirm = (id: number) =>
  transaction(world.database, (client) => confirmProposal(client, ACTS, id, ROOT, context(), 0, world.now));

function unpayable(...addresses: string[]): void {
  world.chains = chains.map((chain) =>
    Object.assign(
      Object.create(chain),
      signingThrough(chain, async (request, sign) => {
        if (request.payees.some(({ address }) => addresses.includes(address)))
          throw new Unpayable('its receiver takes nothing');
        return sign();
      }),
    ),
  );
}

const payoutsOf = ({ id }: Order) =>
  world.rows<{ id: number; reason: string; state: string; units: string }>(
    'SELECT id, reason, state, units::text FROM payout WHERE order_id = $1 ORDER BY id',
    [id],
  );
const feesOf = async ({ id }: Order) =>
  (
    await world.rows<{ fee: string }>(
      'SELECT fee_units::text AS fee FROM order_entry WHERE order_id = $1 ORDER BY entry',
      [id],
    )
  ).map(({ fee }) => fee);
const fee = async (asset: string) =>
  BigInt(
    (
      await world.rows<{ units: string }>(
        "SELECT coalesce(sum(units), 0)::text AS units FROM ledger_entry WHERE account = 'fee' AND asset_id = $1",
        [world.asset(asset).id],
      )
    )[0]?.units ?? 0,
  );

async function halfPaid(more: object = {}): Promise<Order> {
  unpayable(RECEIVER.Ethereum);
  const order = await world.place({
    refund_address: REFUND.Bitcoin,
    to_address: [
      { to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER.Ethereum, to_ratio: 0.4 },
      { to_chain: 'TRON', to_abbr: 'TRX', to_address: RECEIVER.TRON, to_ratio: 0.6 },
    ],
    ...more,
  });
  await world.pay(order);
  await world.settle();
  expect(await world.status(order)).toBe(3);
  return order;
}

describe('an output that cannot be paid', () => {
  it('becomes a refund of its part at the very prices of the exchange, and its order is completed', async () => {
    const earnedBefore = await fee('Ethereum/ETH');
    const order = await halfPaid();
    // The market moves; what is given back does not.
    world.prices = { ...world.prices, BTC: '50000', ETH: '9000' };
    const [unpaid] = await payoutsOf(order);
    const id = await ask(unpaid?.id as number);
    expect(
      (await world.rows<{ preview: unknown }>('SELECT preview FROM proposal WHERE id = $1', [id]))[0],
    ).toMatchObject({
      preview: [
        { what: 'is not paid there', abbr: 'ETH', address: RECEIVER.Ethereum },
        { what: 'is given back', abbr: 'BTC', amount: '0.01998', address: REFUND.Bitcoin },
        { what: 'is the network fee', abbr: 'BTC', amount: '0.00002' },
      ],
    });
    await confirm(id);
    await world.settle();
    const shown = await world.shown(order);
    expect(shown).toMatchObject({
      status: 4,
      refund: [{ abbr: 'BTC', volume: '0.01998', to_addr: REFUND.Bitcoin, status: 2 }],
      children: [
        { status: 3, volume: '0', output: [] },
        { status: 3, output: [{ abbr: 'TRX' }] },
      ],
    });
    const payouts = await payoutsOf(order);
    expect(payouts.map(({ reason, state }) => [reason, state])).toEqual([
      ['output', 'refunded'],
      ['output', 'confirmed'],
      ['entry_refund', 'confirmed'],
    ]);
    expect(shown.refund[0]?.child_order_id).toBe(String(payouts[2]?.id));
    // Nothing is earned with what was not exchanged.
    expect(await fee('Ethereum/ETH')).toBe(earnedBefore);
    expect((await feesOf(order))[0]).toBe('0');
    const types = await world.rows<{ type: string }>(
      "SELECT type FROM order_event WHERE order_id = $1 AND type LIKE '%refund%' ORDER BY id",
      [order.id],
    );
    expect(types.map(({ type }) => type)).toEqual(['payout.refunded', 'refund.sent', 'refund.confirmed']);
    world.prices = { ...world.prices, BTC: '100000', ETH: '4000' };
  });

  it('is no option: where it has become worth less than its part, what it is worth is given back', async () => {
    const order = await halfPaid();
    const [unpaid] = await payoutsOf(order);
    // Whoever sent bitcoin would rather have it back now.
    world.prices = { ...world.prices, BTC: '125000' };
    const id = await ask(unpaid?.id as number);
    const [proposal] = await world.rows<{ preview: unknown }>('SELECT preview FROM proposal WHERE id = $1', [
      id,
    ]);
    expect(proposal).toMatchObject({
      preview: [
        { what: 'is not paid there', abbr: 'ETH' },
        { what: 'is given back', abbr: 'BTC', amount: '0.01598' },
        { what: 'is the network fee', abbr: 'BTC', amount: '0.00002' },
        { what: 'stays with the treasury', abbr: 'BTC', amount: '0.004' },
      ],
    });
    await confirm(id);
    await world.settle();
    expect((await world.shown(order)).refund).toMatchObject([{ abbr: 'BTC', volume: '0.01598', status: 2 }]);
    world.prices = { ...world.prices, BTC: '100000' };
  });

  it('waits for prices of now, by which that is known', async () => {
    const order = await halfPaid();
    const [unpaid] = await payoutsOf(order);
    const { ETH, ...others } = world.prices;
    world.prices = others;
    await expect(ask(unpaid?.id as number)).rejects.toThrow('busy');
    world.prices = { ...others, ETH: ETH as string };
    await confirm(await ask(unpaid?.id as number));
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });

  it('ends its order as refunded if nothing else of it was exchanged', async () => {
    unpayable(RECEIVER.Ethereum);
    const order = await world.place({ refund_address: REFUND.Bitcoin });
    await world.pay(order);
    await world.settle();
    const [unpaid] = await payoutsOf(order);
    await confirm(await ask(unpaid?.id as number));
    expect(await world.status(order)).toBe(7);
    await world.settle();
    expect(await world.shown(order)).toMatchObject({
      status: 5,
      refund: [{ volume: '0.04998', to_addr: REFUND.Bitcoin, status: 2 }],
    });
  });

  it('needs an address to give it back to, and goes to the one that was proposed', async () => {
    const order = await halfPaid({ refund_address: '' });
    const [unpaid] = await payoutsOf(order);
    await expect(ask(unpaid?.id as number)).rejects.toThrow('refund_address is required');
    await confirm(await ask(unpaid?.id as number, REFUND.Bitcoin));
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 4, refund: [{ to_addr: REFUND.Bitcoin }] });
  });

  it('is paid or given back, never both: what was signed meanwhile is not turned round', async () => {
    const order = await halfPaid();
    const [unpaid] = await payoutsOf(order);
    const id = await ask(unpaid?.id as number);
    world.chains = chains;
    world.now += 60;
    await world.round();
    await expect(confirm(id)).rejects.toThrow('paid, or may still be');
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 4, refund: [] });
    await expect(confirm(id)).rejects.toThrow('paid, or may still be');
  });

  it('is not given back from a treasury that has not enough', async () => {
    const order = await halfPaid();
    const [unpaid] = await payoutsOf(order);
    const bitcoin = world.asset('Bitcoin/BTC').id;
    const [drained] = await world.rows<{ posting: number }>(
      `WITH free AS (SELECT -sum(units) AS units FROM ledger_entry WHERE account = 'treasury' AND asset_id = $1),
            number AS (SELECT nextval('ledger_posting') AS posting)
       INSERT INTO ledger_entry (posting, account, asset_id, units, why, at)
       SELECT posting, account, $1, CASE account WHEN 'treasury' THEN free.units ELSE -free.units END, 'test', 0
         FROM free, number, (VALUES ('treasury'), ('unclaimed')) AS t (account) RETURNING posting`,
      [bitcoin],
    );
    await expect(ask(unpaid?.id as number)).rejects.toThrow('treasury does not have enough');
    await world.rows(
      `INSERT INTO ledger_entry (posting, account, asset_id, units, why, at)
       SELECT posting + 1000000, account, asset_id, -units, why, at FROM ledger_entry WHERE posting = $1`,
      [drained?.posting],
    );
    await confirm(await ask(unpaid?.id as number));
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });

  it('that was signed and then cancelled is given back too, and the order goes on by itself', async () => {
    world.chains = chains;
    const order = await world.place({
      refund_address: REFUND.Bitcoin,
      to_address: [
        { to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER.Ethereum, to_ratio: 0.5 },
        { to_chain: 'TRON', to_abbr: 'TRX', to_address: RECEIVER.TRON, to_ratio: 0.5 },
      ],
    });
    await world.pay(order);
    await world.mine(3, 'Bitcoin');
    await world.round();
    await world.round();
    const [output] = await payoutsOf(order);
    const [first] = await world.rows<{ id: number }>('SELECT payment_id AS id FROM payout WHERE id = $1', [
      output?.id,
    ]);
    expect(await askToCancel(world.database, first?.id as number, world.now)).toBe('asked');
    await expect(ask(output?.id as number)).rejects.toThrow('paid, or may still be');
    await world.round();
    await world.round();
    // In a block, but not for good: either may still be mined.
    await world.mine(1, 'Ethereum');
    await world.round();
    await expect(ask(output?.id as number)).rejects.toThrow('paid, or may still be');
    await world.settle();
    expect(await world.status(order)).toBe(7);
    const before = await world.received(RECEIVER.Ethereum, 'Ethereum/ETH');
    await confirm(await ask(output?.id as number));
    await world.settle();
    expect(await world.shown(order)).toMatchObject({
      status: 4,
      refund: [{ volume: '0.02498', status: 2 }],
    });
    expect(await world.received(RECEIVER.Ethereum, 'Ethereum/ETH')).toBe(before);
  });

  it.runIf(IS_LONG)(
    'whose cancelled payment a reorganisation brings back, before anything is given back, is paid after all',
    async () => {
      world.chains = chains;
      const order = await world.place({
        refund_address: REFUND.Bitcoin,
        to_address: [
          { to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER.Ethereum, to_ratio: 0.5 },
          { to_chain: 'TRON', to_abbr: 'TRX', to_address: RECEIVER.TRON, to_ratio: 0.5 },
        ],
      });
      await world.pay(order);
      await world.mine(3, 'Bitcoin');
      await world.round();
      await world.round();
      const [output] = await payoutsOf(order);
      const [first] = await world.rows<{ id: number; bytes: Buffer }>(
        'SELECT y.id, y.bytes FROM payout p JOIN attempt y ON y.id = p.payment_id WHERE p.id = $1',
        [output?.id],
      );
      const before = await world.received(RECEIVER.Ethereum, 'Ethereum/ETH');
      const refunded = await world.received(REFUND.Bitcoin, 'Bitcoin/BTC');
      expect(await askToCancel(world.database, first?.id as number, world.now)).toBe('asked');
      await world.round();
      await world.round();
      await world.settle();
      expect(await world.status(order)).toBe(7);
      world.chains = chains.filter(({ name }) => name !== 'Bitcoin');
      await confirm(await ask(output?.id as number));
      const [cancel] = await world.rows<{ txid: string }>(
        'SELECT txid FROM attempt WHERE payment_id = $1 AND is_cancel',
        [first?.id],
      );
      const { network } = world.network('Ethereum');
      await network.reorganize(20, world.now);
      await network.drop(cancel?.txid as string);
      await network.submit(first?.bytes as Buffer);
      await world.mine(1, 'Ethereum');
      await world.round();
      world.chains = chains;
      await world.settle();
      await world.settle();
      expect((await world.received(RECEIVER.Ethereum, 'Ethereum/ETH')) - before).toBe(
        BigInt(output?.units as string),
      );
      expect((await world.received(REFUND.Bitcoin, 'Bitcoin/BTC')) - refunded).toBe(0n);
      expect(await world.status(order)).toBe(4);
    },
  );

  it('that was given back is not booked as paid as well', async () => {
    const order = await halfPaid();
    const [unpaid] = await payoutsOf(order);
    const units = unpaid?.units as string;
    await confirm(await ask(unpaid?.id as number));
    await world.settle();
    expect(await world.status(order)).toBe(4);
    const chain = chains.find(({ name }) => name === 'Ethereum') as NonceChain;
    const { id: assetId } = world.asset('Ethereum/ETH');
    // Somebody with our keys pays the receiver all the same.
    const { bytes, txid } = encodeTransaction({
      chainId: chain.id,
      sources: [chain.treasury],
      feeUnits: '1',
      salt: '',
      spends: [`${chain.treasury}#${await chain.nextNonce(chain.treasury)}`],
      takes: [{ address: chain.treasury, assetId, units: String(BigInt(units) + 1n) }],
      gives: [{ address: RECEIVER.Ethereum, assetId, units }],
    });
    await chain.broadcast(bytes);
    await world.pass(6);
    const claim = { payoutId: unpaid?.id as number, txid, mayDiffer: false };
    const mark = async () => {
      const found = await findPaying(world.database, chain, claim);
      await transaction(world.database, (client) => markPaid(client, chain, claim, found, world.now));
    };
    await expect(mark()).rejects.toThrow('was given back');
    const asset = world.asset('Ethereum/ETH');
    const [books] = await compareBooks(world.database, chain, [asset]);
    const correction = { units: -BigInt(units) - 1n, why: 'paid by hand', txid };
    await transaction(world.database, (client) =>
      correctBooks(client, chain, books as NonNullable<typeof books>, correction, world.now),
    );
    for (const { assetId: halted } of await loadHalts(world.database))
      await clearHalt(world.database, halted);
    await world.settle();
  });

  it('is given back once out of a treasury that has enough for one of two, whoever confirms them at the same moment', async () => {
    const orders = [await halfPaid(), await halfPaid()];
    const ids = [];
    for (const order of orders) ids.push(await ask((await payoutsOf(order))[0]?.id as number));
    const { id: bitcoin } = world.asset('Bitcoin/BTC');
    const free = (await freeTreasury(world.database)).get(bitcoin) as bigint;
    // Each part is 0.02 BTC.
    const left = 3_000_000n;
    const move = (units: bigint) =>
      transaction(world.database, (client) =>
        post(
          client,
          [
            {
              why: 'test',
              entries: [
                { account: 'treasury', assetId: bitcoin, units },
                { account: 'unclaimed', assetId: bitcoin, units: -units },
              ],
            },
          ],
          world.now,
        ),
      );
    await move(free - left);
    const outcomes = await Promise.allSettled(ids.map(confirm));
    const now = (await freeTreasury(world.database)).get(bitcoin) as bigint;
    await move(left - free);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(now).toBe(left - 2_000_000n);
    await world.settle();
    for (const id of ids) await confirm(id).catch(() => {});
    await world.settle();
    for (const order of orders) expect(await world.status(order)).toBe(4);
  });
});
