import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { few, IS_LONG } from '../../../../../test/support/volume.ts';
import type { Chain } from '../../chains/chain.ts';
import { payFromFaucet } from '../../chains/sim/test-networks.ts';
import type { Order } from '../../orders/order.ts';
import { SigningRecord } from '../../record/signing-record.ts';
import { transaction } from '../../store/transaction.ts';
import { compareBooks } from '../books/compare-books.ts';
import { correctBooks } from '../books/correct-books.ts';
import { clearHalt, loadHalts } from '../books/halts.ts';
import { settleLost } from '../payments/adopt.ts';
import { wrongsOf } from '../testing/books.ts';
import { copyStore } from '../testing/copy-store.ts';
import { RecordedDesk, TO_BITCOIN } from '../testing/recorded-desk.ts';
import { uncommitted } from '../testing/uncommitted.ts';
import { RECEIVER, type World } from '../testing/world.ts';
import { beginHold } from './hold.ts';
import { type LostPayment, lostPayment, lostPayments, noteLost } from './lost-payments.ts';
import { releaseHold } from './release.ts';

/** What ends a hold, and what must not; what operators decide about it. */

let desk: RecordedDesk;
let world: World;
let chains: Chain[];

beforeEach(async () => {
  desk = await RecordedDesk.open();
  world = desk.world;
  chains = world.chains;
});
afterEach(() => desk.close());

/** Every chain, with some of its port replaced. */
function withNode(change: (chain: Chain) => Partial<Chain>): void {
  world.chains = chains.map((chain) => Object.assign(Object.create(chain), change(chain)));
}

const hold = () =>
  transaction(world.database, (client) => beginHold(client, { id: 'h', since: world.now, why: 'a test' }));
const chainOf = ({ chainId }: { chainId: number }) => chains.find(({ id }) => id === chainId) as Chain;

/** As `hold settle` does. */
const settle = (txid: string, isFinal = false) =>
  transaction(world.database, async (client) => {
    const found = await lostPayment(client, txid);
    if (found === null) return 'gone';
    return settleLost(client, chainOf(found.payment), found.payment, world.now, isFinal);
  });

describe('a hold', () => {
  it('does not end while a node cannot tell what we hold', async () => {
    withNode(() => ({ balance: async () => null }));
    await hold();
    await desk.goOn(3);
    expect(await desk.isHeld()).toBe(true);
    world.chains = chains;
    await desk.goOn(3);
    expect(await desk.isHeld()).toBe(false);
  });

  it('does not end while a node hangs or fails, and ends when it answers', async () => {
    await hold();
    withNode(() => ({
      tip: async () => {
        throw new Error('no answer within 10 s');
      },
    }));
    for (let n = 0; n < 3; n++) await world.round().catch(() => {});
    expect(await desk.isHeld()).toBe(true);
    world.chains = chains;
    await desk.goOn(3);
    expect(await desk.isHeld()).toBe(false);
  });

  it('ends on a chain that has a new block whenever it is asked', async () => {
    withNode((chain) =>
      chain.name === 'Ethereum'
        ? {
            async tip() {
              await world.mine(1, chain.name);
              return chain.tip();
            },
          }
        : {},
    );
    await hold();
    for (let n = 0; n < 3; n++) {
      await world.round();
      await desk.keeper.keep();
    }
    expect(await desk.isHeld()).toBe(false);
  });
});

describe('a payment that the store does not know', () => {
  /** As `books correct` and `halt clear` do, where so many units differ, or whatever does. */
  async function bookMissing(expected: bigint | null, name = 'Bitcoin/BTC'): Promise<void> {
    const asset = world.asset(name);
    const chain = chainOf({ chainId: asset.chain.id });
    const [books] = await compareBooks(world.database, chain, [asset]);
    const units = (books?.walletUnits as bigint) - (books?.ledgerUnits as bigint);
    if (expected !== null) expect(units).toBe(expected);
    const correction = { units, why: 'paid to a client before the restore', txid: null };
    await transaction(world.database, (client) =>
      correctBooks(client, chain, books as NonNullable<typeof books>, correction, world.now),
    );
    for (const { assetId } of await loadHalts(world.database)) await clearHalt(world.database, assetId);
  }

  it('and its order neither: settled, booked, and the desk goes on; nobody is paid twice', async () => {
    const copy = await copyStore(world.database);
    const order = await desk.paid(TO_BITCOIN);
    await desk.goOn();
    const once = await world.received(RECEIVER.Bitcoin, 'Bitcoin/BTC');
    await copy.restore();
    await desk.startAnew();
    await desk.goOn();
    const [lost] = await lostPayments(world.database, null);
    const txid = lost?.payment.txid as string;
    expect(await Promise.all([settle(txid), settle(txid)])).toEqual(expect.arrayContaining(['kept', 'gone']));
    await desk.goOn();
    // What it paid is no longer in the wallet, and no order says why.
    expect(await desk.isHeld()).toBe(true);
    await bookMissing(-once);
    await desk.goOn();
    expect(await desk.isHeld()).toBe(false);
    expect(await world.received(RECEIVER.Bitcoin, 'Bitcoin/BTC')).toBe(once);
    expect(await wrongsOf(world)).toEqual([]);
    expect(await world.rows('SELECT 1 FROM orders WHERE no = $1', [order.no])).toEqual([]);
  });

  it.runIf(IS_LONG)(
    'is noted once where the record has it twice: cut off, and signed again to the same bytes',
    async () => {
      const copy = await copyStore(world.database);
      await desk.paid(TO_BITCOIN);
      await desk.goOn();
      await copy.restore();
      await desk.startAnew();
      const [lost] = (await lostPayments(world.database, null)) as [LostPayment];
      await world.rows('DELETE FROM lost_payment');
      await noteLost(world.database, world.record?.id ?? '', [lost.payment, lost.payment], world.now);
      expect(await lostPayments(world.database, null)).toEqual([{ ...lost, obstacle: '' }]);
    },
  );

  it.runIf(IS_LONG)(
    'and that pays an order which it knows as well: settled, that one is completed by it, and nobody is paid again',
    async () => {
      const other = 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx';
      const [entry] = TO_BITCOIN.to_address as [object];
      const known = await desk.paid(TO_BITCOIN);
      const copy = await copyStore(world.database);
      await desk.paid({ ...TO_BITCOIN, to_address: [{ ...entry, to_address: other }] });
      await desk.goOn();
      const received = async () => [
        await world.received(RECEIVER.Bitcoin, 'Bitcoin/BTC'),
        await world.received(other, 'Bitcoin/BTC'),
      ];
      const once = await received();
      expect(once.every((units) => units > 0n)).toBe(true);
      expect(await world.rows("SELECT 1 FROM payment WHERE purpose = 'payouts'")).toHaveLength(1);
      await copy.restore();
      await desk.startAnew();
      await desk.goOn();
      const [lost] = await lostPayments(world.database, null);
      const txid = lost?.payment.txid as string;
      expect(await settle(txid)).toBe('kept');
      await desk.goOn();
      expect(await world.status(known)).toBe(4);
      await bookMissing(-(once[1] as bigint));
      await desk.goOn();
      expect(await desk.isHeld()).toBe(false);
      expect(await received()).toEqual(once);
      expect(await wrongsOf(world)).toEqual([]);
    },
  );

  /** An order that was completed, in a store from before it was paid, of which a reorganisation has taken the deposit away. */
  async function paidForNothing(): Promise<{ order: Order; once: bigint; txid: string }> {
    const to_address = [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER.Ethereum }];
    const from = { from_chain: 'Ethereum', from_abbr: 'USDT', from_quantity: 500 };
    const order = await world.place({ ...from, to_address });
    const copy = await copyStore(world.database);
    const paidIn = await world.pay(order);
    await desk.goOn();
    expect(await world.status(order)).toBe(4);
    const once = await world.received(RECEIVER.Ethereum, 'Ethereum/ETH');
    const { network } = world.network('Ethereum');
    await network.reorganize(30, world.now);
    expect(await network.drop(paidIn)).toBe(true);
    await world.mine(5, 'Ethereum');
    await copy.restore();
    await desk.startAnew();
    const [lost] = await lostPayments(world.database, null);
    return { order, once, txid: lost?.payment.txid as string };
  }

  it.runIf(IS_LONG)(
    'whose block now comes before what was paid in for it: the chain is followed on, and it is found later',
    async () => {
      const { order, once, txid } = await paidForNothing();
      await world.pay(order);
      await desk.goOn();
      expect(await world.status(order)).toBe(1);

      // Whoever asks twice waits as well.
      expect([await settle(txid), await settle(txid)]).toEqual(['passed', 'passed']);
      await desk.goOn();
      for (const { assetId } of await loadHalts(world.database)) await clearHalt(world.database, assetId);
      await desk.goOn();
      expect(await world.status(order)).toBe(4);
      expect(await desk.isHeld()).toBe(false);
      expect(await world.received(RECEIVER.Ethereum, 'Ethereum/ETH')).toBe(once);
      expect(await wrongsOf(world)).toEqual([]);
    },
  );

  it.runIf(IS_LONG)(
    'and that nobody waits for any longer is never paid again, also if what was paid in does come',
    async () => {
      const { order, once, txid } = await paidForNothing();
      await desk.goOn();
      expect(await settle(txid, true)).toBe('passed');
      await desk.goOn();
      await expect(bookMissing(null, 'Ethereum/ETH')).rejects.toThrow('may yet be found');
      expect(await settle(txid, true)).toBe('kept');
      await desk.goOn();
      await bookMissing(-once, 'Ethereum/ETH');
      await desk.goOn();
      expect(await desk.isHeld()).toBe(false);
      // On a machine that has signed nothing so far.
      await world.record?.close();
      world.record = await SigningRecord.open(await mkdtemp(join(tmpdir(), 'swapdesk-held-')));
      await world.pay(order);
      await desk.goOn();
      expect(await world.status(order)).toBe(3);
      expect(await world.received(RECEIVER.Ethereum, 'Ethereum/ETH')).toBe(once);
      expect(await wrongsOf(world)).toEqual([]);
    },
  );

  /** Signed and on record, but neither in the store nor given to anybody. */
  async function cutOff(wish: object): Promise<Order> {
    const order = await desk.paid(wish);
    await world.round();
    await world.mine(3);
    await world.round();
    await uncommitted(world.database, () => world.round());
    expect(world.record?.count).toBe(1);
    return order;
  }

  it.each(
    few(1, [
      ['an account', {}, 'Ethereum/ETH', RECEIVER.Ethereum, '0x8617E340B3D01FA5F11F306F4090FD50E238070D'],
      ['coins', TO_BITCOIN, 'Bitcoin/BTC', RECEIVER.Bitcoin, 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
    ] as const),
  )(
    'nor anybody else: from %s, it is set aside and not sent when its payout was sent elsewhere meanwhile',
    async (_, wish, asset, old, other) => {
      const order = await cutOff(wish);
      await world.rows('UPDATE payout SET address = $2 WHERE order_id = $1', [order.id, other]);
      await desk.startAnew();
      await desk.goOn(2);
      expect(await desk.isHeld()).toBe(true);
      const [lost] = await lostPayments(world.database, null);
      const outcome = await settle(lost?.payment.txid as string);
      await desk.goOn();
      expect(await world.received(old, asset)).toBe(0n);
      expect(outcome).toBe('set aside');
      expect(await desk.isHeld()).toBe(false);
      expect((await world.received(other, asset)) > 0n).toBe(true);
      expect(await world.status(order)).toBe(4);
      expect(await wrongsOf(world)).toEqual([]);
    },
  );

  it.runIf(IS_LONG)(
    'nor anybody else, and whose payout another engine has paid since, holds nobody up',
    async () => {
      const order = await cutOff(TO_BITCOIN);
      await world.record?.close();
      const elsewhere = await mkdtemp(join(tmpdir(), 'swapdesk-held-'));
      world.record = await SigningRecord.open(elsewhere);
      // It pays from another coin, which has come meanwhile.
      const { network, treasury } = world.network('Bitcoin');
      const { id: assetId } = world.asset('Bitcoin/BTC');
      await payFromFaucet(network, { address: treasury, assetId, units: 10n ** 12n });
      world.chains = chains.filter(({ name }) => name !== 'Bitcoin');
      await world.pass(1);
      await world.mine(6, 'Bitcoin');
      world.chains = chains;
      await world.pass(8);
      expect(await world.status(order)).toBe(4);
      const once = await world.received(RECEIVER.Bitcoin, 'Bitcoin/BTC');
      await desk.startAnew();
      await rm(elsewhere, { recursive: true });
      await desk.goOn(3);
      expect(await desk.isHeld()).toBe(false);
      expect(await world.received(RECEIVER.Bitcoin, 'Bitcoin/BTC')).toBe(once);
      expect(await wrongsOf(world)).toEqual([]);
    },
  );

  it.runIf(IS_LONG)('has paid when it was set aside and a block takes it all the same', async () => {
    const order = await cutOff({});
    await world.rows('UPDATE payout SET address = $2 WHERE order_id = $1', [order.id, 'elsewhere']);
    await desk.startAnew();
    await desk.goOn(2);
    const [lost] = await lostPayments(world.database, null);
    const { txid, bytes, chainId } = (lost as LostPayment).payment;
    expect(await settle(txid)).toBe('set aside');
    await chainOf({ chainId }).broadcast(Buffer.from(bytes, 'hex'));
    await world.mine(1, 'Ethereum');
    await desk.goOn();
    expect(await desk.isHeld()).toBe(false);
    expect(await lostPayments(world.database, null)).toEqual([]);
    expect(await world.status(order)).toBe(4);
    expect(await world.received(RECEIVER.Ethereum, 'Ethereum/ETH')).toBeGreaterThan(0n);
    expect(await world.received('elsewhere', 'Ethereum/ETH')).toBe(0n);
    expect(await wrongsOf(world)).toEqual([]);
  });
});

describe('a hold that begins while something is being signed', () => {
  it.each([
    ['an account', {}],
    ['coins', TO_BITCOIN],
  ])('loses nothing of it from the record: from %s, who was paid is on record', async (_, wish) => {
    const order = await desk.paid(wish);
    await world.round();
    await world.mine(3);
    await world.round();
    const record = world.record as SigningRecord;
    let isBegun = false;
    // It is on record, and not in the store yet.
    world.record = Object.assign(Object.create(record) as SigningRecord, {
      async note(payments: Parameters<SigningRecord['note']>[0]) {
        await record.note(payments);
        if (isBegun) return;
        isBegun = true;
        await hold();
        await desk.keeper.keep();
      },
    });
    await world.round();
    expect(isBegun).toBe(true);
    world.record = record;
    await desk.goOn();
    expect(await desk.isHeld()).toBe(false);
    expect(await world.status(order)).toBe(4);
    const signed = await record.signedFor(`${order.no}/output/0`);
    const [sent] = await world.rows<{ txid: string }>(
      'SELECT y.txid FROM payout p JOIN attempt y USING (payment_id) WHERE p.order_id = $1',
      [order.id],
    );
    expect(signed.map(({ txid }) => txid)).toContain(sent?.txid);
    expect(await wrongsOf(world)).toEqual([]);
  });
});

describe('hold release', () => {
  const release = () =>
    transaction(world.database, (client) =>
      releaseHold(
        client,
        chains.map(({ id }) => id),
      ),
    );

  it('ends a hold in which nothing but a record is missing, and no other', async () => {
    await world.rows(
      `INSERT INTO signing_record (id, folder, tick, known, timeline, seen_at) VALUES ('other', '/gone', 9, 0, '', $1)`,
      [world.now],
    );
    await hold();
    await expect(release()).rejects.toThrow('not followed to its tip');
    await desk.goOn(3);
    expect(await desk.isHeld()).toBe(true);
    expect((await release()).why).toBe('a test');
    expect(await desk.isHeld()).toBe(false);
    await expect(release()).rejects.toThrow('not held');
  });
});
