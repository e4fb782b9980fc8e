import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { few, IS_LONG } from '../../../../../test/support/volume.ts';
import type { Chain } from '../../chains/chain.ts';
import { signingThrough } from '../../chains/testing/signing-through.ts';
import { parseFixed } from '../../money/fixed.ts';
import type { Order } from '../../orders/order.ts';
import { resumeSigning, stopSigning } from '../hold/signing-switch.ts';
import { wrongsOf } from '../testing/books.ts';
import { sweepingEthereum } from '../testing/sweeping-chain.ts';
import { openWorld, RECEIVER, type World } from '../testing/world.ts';
import { askToCancel } from './cancelled-payments.ts';
import { noteEarlierNonces } from './unknown-spends.ts';

/** The kill switch, where the keys are in this process or the chain signs by itself: nobody else looks at it. */

let world: World;
/** Requests that a chain was asked to sign, and bytes that a network was given, since signing was stopped. */
let signed: number;
let given: Buffer[];
beforeEach(async () => {
  world = await openWorld();
  world.isForgetful = true;
  signed = 0;
  given = [];
  world.chains = world.chains.map(watched);
});
afterEach(async () => {
  await resumeSigning(world.database);
  await world.settle();
  expect(await wrongsOf(world)).toEqual([]);
  await world.close();
});

function watched(chain: Chain): Chain {
  return changed(chain, {
    ...signingThrough(chain, (_request, sign) => {
      signed++;
      return sign();
    }),
    async broadcast(bytes) {
      await chain.broadcast(bytes);
      given.push(Buffer.from(bytes));
    },
  });
}

function changed(chain: Chain, more: Partial<Chain>): Chain {
  return Object.assign(Object.create(chain) as Chain, more);
}

function change(name: string, more: (chain: Chain) => Partial<Chain>): void {
  world.chains = world.chains.map((chain) => (chain.name === name ? changed(chain, more(chain)) : chain));
}

async function stop(): Promise<void> {
  await stopSigning(world.database, 'a drill', world.now);
  signed = 0;
  given = [];
}

async function rounds(): Promise<void> {
  for (let n = 0; n < 3; n++) await world.round();
}

interface Payment {
  readonly id: number;
  readonly txid: string;
  readonly purpose: string;
  readonly state: string;
}
const payments = () =>
  world.rows<Payment>(`SELECT a.id, a.txid, CASE WHEN a.is_cancel THEN 'cancel' ELSE p.purpose END AS purpose, a.state
     FROM attempt a JOIN payment p ON p.id = a.payment_id ORDER BY a.id`);

const TO_BITCOIN = {
  from_chain: 'Ethereum',
  from_abbr: 'ETH',
  from_quantity: 2,
  to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
};

async function paid(wish: object = {}): Promise<Order> {
  const order = await world.place(wish);
  await world.pay(order);
  await world.round();
  return order;
}

/** An order whose payment waits for a block of Ethereum. */
async function sent(): Promise<void> {
  await paid();
  await world.mine(3, 'Bitcoin');
  await rounds();
  expect(await payments()).toMatchObject([{ state: 'sent' }]);
}

function sweepEthereum(): void {
  world.chains = world.chains.map((chain) =>
    chain.name === 'Ethereum' ? watched(sweepingEthereum(world)) : chain,
  );
}

/** Something that will make the engine sign; what makes it come to that; and what it signs then. */
const WAYS: Record<string, { begin(): Promise<unknown>; come(): Promise<unknown>; signs: string }> = {
  'payouts from coins': {
    begin: () => paid(TO_BITCOIN),
    come: () => world.mine(3, 'Ethereum'),
    signs: 'payouts',
  },
  'payouts from an account': {
    begin: () => paid(),
    come: () => world.mine(3, 'Bitcoin'),
    signs: 'payouts',
  },
  replacements: {
    begin: sent,
    come: async () => {
      world.now += 601;
    },
    signs: 'payouts',
  },
  cancels: {
    begin: sent,
    async come() {
      const [payment] = await payments();
      await askToCancel(world.database, payment?.id as number, world.now);
    },
    signs: 'cancel',
  },
  sweeps: {
    async begin() {
      sweepEthereum();
      await paid(TO_BITCOIN);
    },
    come: () => world.mine(3, 'Ethereum'),
    signs: 'sweep',
  },
  fuel: {
    async begin() {
      sweepEthereum();
      await paid({ ...TO_BITCOIN, from_abbr: 'USDT', from_quantity: 5_000 });
    },
    come: () => world.mine(3, 'Ethereum'),
    signs: 'top-up',
  },
  fillers: {
    async begin() {
      const ethereum = world.chains.find(({ name }) => name === 'Ethereum') as Chain;
      await noteEarlierNonces(world.database, ethereum, ethereum.treasury, 1_000, world.now);
      change('Ethereum', () => ({ nextNonce: async () => 999 }));
      await sent();
    },
    come: async () => {
      world.now += 61;
    },
    signs: 'nonce filler',
  },
  helps: {
    async begin() {
      const price = async () => ({ feeUnits: 20_000n, feeRate: 20_000n, isReplaceable: false });
      change('Bitcoin', () => ({ helper: { waitS: 600, worth: parseFixed('50'), mostUnits: null, price } }));
      await paid();
    },
    come: async () => {
      world.now += 616;
    },
    signs: 'help',
  },
};

describe('while signing is stopped', () => {
  it.each(few(4, Object.entries(WAYS)))('%s wait, and nothing is wrong; then they go on', async (_, way) => {
    await way.begin();
    await stop();
    const before = await payments();
    await way.come();
    const warnings = [...world.warnings];
    await rounds();
    expect({ signed, payments: await payments() }).toEqual({ signed: 0, payments: before });
    expect(world.warnings).toEqual(warnings);

    await resumeSigning(world.database);
    // What is swept is looked for after a block.
    if (way.signs === 'sweep' || way.signs === 'top-up') await world.mine(1, 'Ethereum');
    await rounds();
    const now = await payments();
    expect(now.length).toBeGreaterThan(before.length);
    expect(now.slice(before.length).map(({ purpose }) => purpose)).toContain(way.signs);
  });

  it('deposits are seen and orders accepted; all that waited is paid afterwards, once', async () => {
    await stop();
    const received = () => world.received(RECEIVER.Ethereum, 'Ethereum/ETH');
    const before = await received();
    const order = await paid();
    await world.settle();
    expect(await world.status(order)).toBe(3);
    expect(await received()).toBe(before);
    await resumeSigning(world.database);
    await world.settle();
    expect(await world.status(order)).toBe(4);
    expect(await received()).toBeGreaterThan(before);
    expect((await payments()).length).toBe(1);
  });

  it.runIf(IS_LONG)(
    'what was stored but never given to the network stays here; what it has is sent again',
    async () => {
      let isAway = true;
      change('Ethereum', ({ broadcast }) => ({
        broadcast: (bytes) => (isAway ? Promise.reject(new Error('no route')) : broadcast(bytes)),
      }));
      await paid();
      await paid(TO_BITCOIN);
      await world.mine(3);
      await rounds();
      const bytesOf = (state: string) =>
        world.rows<{ bytes: Buffer }>('SELECT bytes FROM attempt WHERE state = $1', [state]);
      const [[kept], [had]] = [await bytesOf('signed'), await bytesOf('sent')];
      isAway = false;
      await stop();
      for (const { txid } of await world.network('Bitcoin').network.mempool())
        await world.network('Bitcoin').network.drop(txid);
      world.now += 61;
      await rounds();
      expect(given).toEqual([had?.bytes]);
      await resumeSigning(world.database);
      await rounds();
      expect(given).toEqual([had?.bytes, kept?.bytes]);
    },
  );

  it.runIf(IS_LONG)(
    'a cancel that was stored but never given to the network does not keep back what it has',
    async () => {
      await sent();
      const [first] = await payments();
      const { chains } = world;
      change('Ethereum', () => ({ broadcast: () => Promise.reject(new Error('it is down')) }));
      await askToCancel(world.database, first?.id as number, world.now);
      await rounds();
      expect(await payments()).toMatchObject([{ state: 'sent' }, { purpose: 'cancel', state: 'signed' }]);
      await stop();
      const { network } = world.network('Ethereum');
      await network.drop(first?.txid as string);
      world.chains = chains;
      world.now += 61;
      await rounds();
      // Its nonce would block all behind it: also the transaction because of which a chain may be halted.
      expect((await network.mempool()).map(({ txid }) => txid)).toEqual([first?.txid]);
      expect(signed).toBe(0);
    },
  );
});

describe('a stop that comes in the midst of a batch', () => {
  const MANY = 6;
  /** The chain is asked this often before somebody stops it. */
  const AFTER = 3;

  async function many(): Promise<void> {
    for (let n = 0; n < MANY; n++) await paid({ from_quantity: 0.01 });
    await world.mine(3, 'Bitcoin');
  }

  it.runIf(IS_LONG)('of signatures: no more are made, and none of them is stored', async () => {
    await many();
    let asked = 0;
    change('Ethereum', (chain) =>
      signingThrough(chain, async (_request, sign) => {
        const payment = await sign();
        if (++asked === AFTER) await stop();
        return payment;
      }),
    );
    await rounds();
    expect(asked).toBe(AFTER);
    expect(await payments()).toEqual([]);
    await resumeSigning(world.database);
    await rounds();
    expect((await payments()).length).toBe(MANY);
  });

  it('between the last signature and storing it: nothing is stored', async () => {
    await paid();
    await world.mine(3, 'Bitcoin');
    change('Ethereum', (chain) =>
      signingThrough(chain, async (_request, sign) => {
        const payment = await sign();
        await stop();
        return payment;
      }),
    );
    await rounds();
    expect(await payments()).toEqual([]);
  });

  it.runIf(IS_LONG)('of first sends: no more are sent', async () => {
    await many();
    let asked = 0;
    change('Ethereum', ({ broadcast }) => ({
      async broadcast(bytes) {
        await broadcast(bytes);
        if (++asked === AFTER) await stop();
      },
    }));
    await rounds();
    expect(asked).toBe(AFTER);
    const states = (await payments()).map(({ state }) => state);
    expect(states).toEqual(Array.from({ length: MANY }, (_, n) => (n < AFTER ? 'sent' : 'signed')));
    await resumeSigning(world.database);
    await world.settle();
    expect((await payments()).every(({ state }) => state === 'confirmed')).toBe(true);
  });

  it('waits for what is being stored: when it returns, all that will ever be stored is', async () => {
    await many();
    const counts: number[] = [];
    let stopping: Promise<void> | undefined;
    change('Ethereum', (chain) =>
      signingThrough(chain, async (_request, sign) => {
        stopping ??= stop().then(async () => void counts.push((await payments()).length));
        return sign();
      }),
    );
    await rounds();
    await stopping;
    expect((await payments()).length).toBe(counts[0]);
  });
});
