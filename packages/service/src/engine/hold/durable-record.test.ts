import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { few } from '../../../../../test/support/volume.ts';
import type { Chain } from '../../chains/chain.ts';
import type { SigningRecord } from '../../record/signing-record.ts';
import { wrongsOf } from '../testing/books.ts';
import { copyStore } from '../testing/copy-store.ts';
import { deafen } from '../testing/deaf-chain.ts';
import { RecordedDesk } from '../testing/recorded-desk.ts';
import { RECEIVER, WITH_SOLANA, type Wish, type World } from '../testing/world.ts';

/** What the record has of payments that name nonce accounts, and the store lacks. */

const TO_SOL: Wish = { to_address: [{ to_chain: 'Solana', to_abbr: 'SOL', to_address: RECEIVER.Solana }] };

const FROM_USDC: Wish = {
  from_chain: 'Solana',
  from_abbr: 'USDC',
  from_quantity: 4_000,
  to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
};

let desk: RecordedDesk;
let world: World;
beforeEach(async () => {
  desk = await RecordedDesk.open(WITH_SOLANA);
  world = desk.world;
});
afterEach(async () => {
  expect(await desk.isHeld()).toBe(false);
  expect(await wrongsOf(world)).toEqual([]);
  await desk.close();
});

const received = () => world.received(RECEIVER.Solana, 'Solana/SOL');
const owed = async () =>
  (
    await world.rows<{ units: string }>('SELECT sum(units)::text AS units FROM payout WHERE chain_id = 9')
  ).map(({ units }) => BigInt(units));

describe('a store that has gone back', () => {
  it('to before an account was opened and a payment made: both are taken up, and nobody is paid twice', async () => {
    const order = await desk.paid(TO_SOL);
    const copy = await copyStore(world.database);
    await desk.goOn();
    expect(await world.status(order)).toBe(4);
    const once = await received();
    await copy.restore();
    await desk.startAnew();
    expect(await desk.isHeld()).toBe(true);
    await desk.goOn(15);
    expect(await world.status(order)).toBe(4);
    expect(await received()).toBe(once);
    // The account that the store had forgotten pays the next.
    const next = await desk.paid(TO_SOL);
    await desk.goOn();
    expect(await world.status(next)).toBe(4);
    expect(await world.rows("SELECT 1 FROM payment WHERE purpose = 'nonce accounts'")).toHaveLength(1);
    expect([await received()]).toEqual(await owed());
  });

  it('to before a payment that nobody has heard of: the same bytes are sent', async () => {
    await desk.paid(TO_SOL);
    await desk.goOn();
    const order = await desk.paid(TO_SOL);
    const copy = await copyStore(world.database);
    const hear = deafen(world, 'Solana');
    await desk.goOn(4);
    const bytes = () => world.rows('SELECT txid FROM attempt WHERE chain_id = 9 ORDER BY id DESC LIMIT 1');
    const signed = await bytes();
    hear();
    await copy.restore();
    await desk.startAnew();
    await desk.goOn(15);
    expect([await world.status(order), await bytes()]).toEqual([4, signed]);
    expect([await received()]).toEqual(await owed());
  });
});

describe('a process that is killed', () => {
  class Killed extends Error {}

  /** The chain, whose node kills whoever calls it so, before or after the call, at the first calls after an order is paid. */
  function deadly(call: 'sign' | 'broadcast', when: 'before' | 'after', times: number): () => void {
    const before = world.chains;
    let left = times;
    world.chains = before.map((chain) => {
      if (chain.name !== 'Solana') return chain;
      const deadlyCall = async (...args: never[]) => {
        const dies = left-- > 0;
        if (dies && when === 'before') throw new Killed();
        const answer = await (chain[call] as (...given: never[]) => Promise<unknown>).apply(chain, args);
        if (dies) throw new Killed();
        return answer;
      };
      return Object.assign(Object.create(chain) as Chain, { [call]: deadlyCall });
    });
    return () => {
      world.chains = before;
    };
  }

  it.each(
    few(3, [
      ['after', 'sign'],
      ['after', 'broadcast'],
      ['before', 'broadcast'],
      ['before', 'sign'],
    ] as const),
  )('%s each call to %s pays once, when it is back', async (when, call) => {
    const order = await desk.paid(TO_SOL);
    const live = deadly(call, when, 3);
    for (let n = 0; n < 10; n++) {
      await world.mine();
      await world.round().catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
      });
      await desk.startAnew();
      world.now += 31;
    }
    live();
    await desk.goOn();
    expect(await world.status(order)).toBe(4);
    expect([await received()]).toEqual(await owed());
  });

  it('between the record and the store pays once, with what the record has', async () => {
    const order = await desk.paid(TO_SOL);
    const record = world.record as SigningRecord;
    const note = record.note.bind(record);
    let deaths = 2;
    record.note = async (payments) => {
      await note(payments);
      if (deaths-- > 0) throw new Killed();
    };
    for (let n = 0; n < 4; n++) {
      await world.mine();
      await world.round().catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
      });
    }
    await desk.startAnew();
    await desk.goOn(15);
    expect(await world.status(order)).toBe(4);
    expect([await received()]).toEqual(await owed());
  });

  it('between the record and the store of a sweep brings in from all the addresses that the record has', async () => {
    for (let n = 0; n < 3; n++) await desk.paid(FROM_USDC);
    const record = world.record as SigningRecord;
    const note = record.note.bind(record);
    let isKilled = false;
    record.note = async (payments) => {
      await note(payments);
      isKilled = payments.some(({ purpose }) => purpose === 'sweep');
      if (isKilled) throw new Killed();
    };
    for (let n = 0; n < 12 && !isKilled; n++) {
      await world.mine();
      await world.round().catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
      });
    }
    await desk.startAnew();
    await desk.goOn(15);
    const sweeps = await world.rows(
      "SELECT p.id, p.source, ARRAY (SELECT g.source FROM gathered g WHERE g.payment_id = p.id) AS others FROM payment p WHERE purpose = 'sweep'",
    );
    expect(sweeps).toMatchObject([{ others: [expect.any(String), expect.any(String)] }]);
    expect(await world.rows('SELECT address FROM holder')).toEqual([]);
  });

  it('before a sweep was stored, whose nonce another payment has since, takes nothing from that', async () => {
    await desk.paid(TO_SOL);
    await desk.goOn();
    const order = await desk.paid(TO_SOL);
    const hear = deafen(world, 'Solana');
    await desk.goOn(4);
    const [paying] = await world.rows<{ spend: string }>(
      "SELECT s.spend FROM payment_spend s JOIN payment p ON p.id = s.payment_id WHERE p.chain_id = 9 AND p.purpose = 'payouts' ORDER BY p.id DESC",
    );
    const txid = 'f'.repeat(64);
    const { treasury } = world.network('Solana');
    await world.record?.note([
      {
        at: world.now,
        chainId: 9,
        txid,
        bytes: '00',
        spends: [paying!.spend],
        sources: ['solana-1', treasury],
        source: 'solana-1',
        nonce: null,
        feeUnits: '1',
        feeRate: '1',
        purpose: 'sweep',
        payouts: [],
        moved: { assetId: world.asset('Solana/USDC').id, address: treasury, units: '5' },
        coins: [],
      },
    ]);
    // What is recorded and not stored counts as lost after a while: before a block has the other.
    world.now += 31;
    await desk.goOn(3);
    hear();
    await desk.goOn(15);
    expect(await world.status(order)).toBe(4);
    expect(await world.rows('SELECT 1 FROM attempt WHERE txid = $1 OR is_cancel', [txid])).toEqual([]);
    expect([await received()]).toEqual(await owed());
  });
});
