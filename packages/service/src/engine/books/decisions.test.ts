import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { few, IS_LONG } from '../../../../../test/support/volume.ts';
import type { Chain, NonceChain } from '../../chains/chain.ts';
import { encodeTransaction } from '../../chains/sim/sim-transaction.ts';
import { freeTreasury } from '../../ledger/treasury.ts';
import { resolveByOperator } from '../../orders/operate.ts';
import type { Order } from '../../orders/order.ts';
import { transaction } from '../../store/transaction.ts';
import { askToCancel } from '../payments/cancelled-payments.ts';
import { wrongsOf } from '../testing/books.ts';
import { sweepingEthereum } from '../testing/sweeping-chain.ts';
import { openWorld, RECEIVER, type World } from '../testing/world.ts';
import { compareBooks } from './compare-books.ts';
import { type Correction, correctBooks, MovedOn } from './correct-books.ts';
import { clearHalt, loadHalts, setHalt } from './halts.ts';
import { findPaying, type MarkedPaid, markPaid } from './mark-paid.ts';
import { obstaclesTo } from './obstacles.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const chainOf = (name: string) => world.chains.find((chain) => chain.name === name)!;
const FOR_COIN = {
  from_chain: 'Ethereum',
  from_abbr: 'ETH',
  from_quantity: 2,
  to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
};

/** An order whose payout is ready, in a desk that signs nothing. */
async function ready(wish: object = {}): Promise<{ order: Order; payoutId: number; units: bigint }> {
  const order = await world.place(wish);
  await world.pay(order);
  await world.rows("INSERT INTO halt SELECT id, 0, 0, 0, 'operator' FROM asset ON CONFLICT DO NOTHING");
  await world.settle();
  const [payout] = await world.rows<{ id: number; units: string }>(
    'SELECT id, units::text FROM payout WHERE order_id = $1',
    [order.id],
  );
  return { order, payoutId: payout!.id, units: BigInt(payout!.units) };
}

/** What somebody with our keys does: pays from the first coin, or one that is named, or with the next number. */
async function payByHand(
  chainName: string,
  gives: [address: string, units: bigint][],
  fee = 1_000n,
  spend: string | null = null,
): Promise<string> {
  const chain = chainOf(chainName);
  const assetId = world.asset(chainName === 'Bitcoin' ? 'Bitcoin/BTC' : 'Ethereum/ETH').id;
  const [coin] = await world.rows<{ spend: string; units: string; address: string }>(
    `SELECT spend, units::text, address FROM coin WHERE chain_id = $1 AND spend = coalesce($2, spend)
      ORDER BY units DESC, spend LIMIT 1`,
    [chain.id, spend],
  );
  const isCoins = chain.spending === 'coins';
  const spent = gives.reduce((sum, [, units]) => sum + units, fee);
  const change = isCoins
    ? [{ address: chain.treasury, assetId, units: String(BigInt(coin!.units) - spent) }]
    : [];
  const { bytes, txid } = encodeTransaction({
    chainId: chain.id,
    sources: [chain.treasury],
    feeUnits: String(fee),
    salt: '',
    spends: isCoins
      ? [coin!.spend]
      : [`${chain.treasury}#${await (chain as NonceChain).nextNonce(chain.treasury)}`],
    takes: [{ address: chain.treasury, assetId, units: isCoins ? coin!.units : String(spent) }],
    gives: [...gives.map(([address, units]) => ({ address, assetId, units: String(units) })), ...change],
  });
  await chain.broadcast(bytes);
  return txid;
}

async function mark(
  chainName: string,
  payoutId: number,
  txid: string,
  mayDiffer = false,
): Promise<MarkedPaid> {
  const chain = chainOf(chainName);
  const claim = { payoutId, txid, mayDiffer };
  const found = await findPaying(world.database, chain, claim);
  return transaction(world.database, (client) => markPaid(client, chain, claim, found, world.now));
}

async function correct(assetName: string, correction: Correction) {
  const asset = world.asset(assetName);
  const chain = chainOf(asset.chain.name);
  const [books] = await compareBooks(world.database, chain, [asset]);
  return transaction(world.database, (client) => correctBooks(client, chain, books!, correction, world.now));
}

async function clearAll(): Promise<void> {
  const { catalogue } = world.market();
  for (const { assetId } of await loadHalts(world.database)) {
    const asset = catalogue.get(assetId);
    const chain = world.chains.find(({ id }) => id === asset.chain.id);
    if (chain !== undefined) expect(await obstaclesTo(world.database, chain, catalogue, asset)).toEqual([]);
    await clearHalt(world.database, assetId);
  }
}

describe.each(
  few(1, [
    ['Bitcoin', FOR_COIN, RECEIVER.Bitcoin],
    ['Ethereum', {}, RECEIVER.Ethereum],
  ] as const),
)('a payout on %s that was paid by hand', (chainName, wish, receiver) => {
  it('is booked as if the payment had been ours from the start', async () => {
    const { order, payoutId, units } = await ready(wish);
    const txid = await payByHand(chainName, [[receiver, units]]);
    await expect(mark(chainName, payoutId, txid)).rejects.toThrow('waits for a block');
    await world.mine();
    await world.round();
    await expect(mark(chainName, payoutId, txid)).rejects.toThrow('does not count yet');
    await world.mine(3);
    await world.round();
    // Two operators at once: it is booked once.
    const both = await Promise.allSettled([mark(chainName, payoutId, txid), mark(chainName, payoutId, txid)]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toMatchObject([
      { value: { feeUnits: 1_000n } },
    ]);
    const refused = both.find((each) => each.status === 'rejected');
    expect(String(refused?.reason)).toMatch(/is paid already|which the books know/);
    expect(await world.shown(order)).toMatchObject({ status: 4, output: [{ txid }] });
    await expect(mark(chainName, payoutId, txid)).rejects.toThrow('is paid already');
    await clearAll();
    await world.settle();
    expect(await wrongsOf(world)).toEqual([]);
    // It is undone and comes back as any payment of ours.
    await world.network(chainName).network.reorganize(8, world.now);
    await world.round();
    await world.settle();
    expect(await world.status(order)).toBe(4);
    expect(await wrongsOf(world)).toEqual([]);
  });

  it('with another amount is booked only if an operator says so, and the treasury bears it', async () => {
    const { order, payoutId, units } = await ready(wish);
    const txid = await payByHand(chainName, [[receiver, units + 5n]]);
    await world.mine(4);
    await world.round();
    await expect(mark(chainName, payoutId, txid)).rejects.toThrow(`payout ${payoutId} is of ${units}`);
    await mark(chainName, payoutId, txid, true);
    expect(await world.status(order)).toBe(4);
    await clearAll();
    await world.settle();
    expect(await wrongsOf(world)).toEqual([]);
  });

  it('is not booked by a transaction that pays somebody else, or is not ours', async () => {
    const { payoutId, units } = await ready(wish);
    const other = await payByHand(chainName, [['somebody', units]]);
    const { network } = world.network(chainName);
    const assetId = world.asset(chainName === 'Bitcoin' ? 'Bitcoin/BTC' : 'Ethereum/ETH').id;
    const foreign = encodeTransaction({
      chainId: network.chainId,
      sources: ['faucet'],
      spends: ['faucet:1'],
      takes: [],
      feeUnits: '0',
      salt: '',
      gives: [{ address: receiver, assetId, units: String(units) }],
    });
    await network.submit(foreign.bytes);
    await world.mine(4);
    await world.round();
    await expect(mark(chainName, payoutId, other)).rejects.toThrow('pays nothing to');
    await expect(mark(chainName, payoutId, foreign.txid)).rejects.toThrow(
      /not ours|not sent by an account of ours/,
    );
    await expect(mark(chainName, payoutId, 'no such thing')).rejects.toThrow('knows no transaction');
    expect(await world.rows("SELECT 1 FROM payout WHERE state <> 'ready'")).toEqual([]);
  });

  it('is not booked if it was given back instead', async () => {
    const { payoutId, units } = await ready(wish);
    await world.rows("UPDATE payout SET state = 'refunded' WHERE id = $1", [payoutId]);
    const txid = await payByHand(chainName, [[receiver, units]]);
    await world.mine(4);
    await world.round();
    await expect(mark(chainName, payoutId, txid)).rejects.toThrow('was given back instead');
  });

  it('is not booked to the treasury: it would be paid once more', async () => {
    const assetName = chainName === 'Bitcoin' ? 'Bitcoin/BTC' : 'Ethereum/ETH';
    const { order, payoutId, units } = await ready(wish);
    const txid = await payByHand(chainName, [[receiver, units]]);
    await world.mine(4);
    await world.round();
    const why = 'not looked at closely';
    for (const booked of [-units - 1_000n, 0n]) {
      await expect(correct(assetName, { units: booked, why, txid })).rejects.toThrow(
        `pays payout ${payoutId}`,
      );
    }
    await mark(chainName, payoutId, txid);
    await clearAll();
    await world.settle();
    expect(await world.status(order)).toBe(4);
    expect(await world.received(receiver, assetName)).toBe(units);
    expect(await wrongsOf(world)).toEqual([]);
  });

  it('to somebody whom no order explains is booked to the treasury, never beyond what differs', async () => {
    const assetName = chainName === 'Bitcoin' ? 'Bitcoin/BTC' : 'Ethereum/ETH';
    const txid = await payByHand(chainName, [['somebody', 500n]]);
    await world.mine(4);
    await world.round();
    expect((await loadHalts(world.database)).map(({ reason }) => reason)).toContain('unknown spend');
    const [halt] = await loadHalts(world.database);
    expect(halt?.cause).toContain(txid);
    const asset = world.asset(assetName);
    const [books] = await compareBooks(world.database, chainOf(chainName), [asset]);
    const off = books!.walletUnits - books!.ledgerUnits;
    expect(off).toBeLessThan(0n);
    // Nobody is promised what is not there.
    expect((await freeTreasury(world.database)).get(asset.id)).toBeLessThanOrEqual(books!.walletUnits);
    const why = 'a test';
    await expect(correct(assetName, { units: off - 1n, why, txid })).rejects.toThrow('away from the chain');
    await expect(correct(assetName, { units: -off, why, txid })).rejects.toThrow('away from the chain');
    await expect(correct(assetName, { units: off, why, txid: 'another' })).rejects.toThrow(
      'waits to be decided',
    );
    expect(await correct(assetName, { units: off, why, txid })).toMatchObject({ before: off, after: 0n });
    await clearAll();
    const { order } = await ready(wish);
    await world.rows('DELETE FROM halt');
    await world.settle();
    expect(await world.status(order)).toBe(4);
    expect(await wrongsOf(world)).toEqual([]);
  });
});

it.runIf(IS_LONG)(
  'a coin from which somebody is to be paid anew, used up by another, keeps nobody waiting once that is booked',
  async () => {
    const order = await world.place(FOR_COIN);
    await world.pay(order);
    await world.mine(3, 'Ethereum');
    await world.round();
    await world.round();
    const [payout] = await world.rows<{ payment_id: number; units: string }>(
      'SELECT payment_id, units::text FROM payout WHERE order_id = $1',
      [order.id],
    );
    expect(await askToCancel(world.database, payout!.payment_id, world.now)).toBe('asked');
    await world.round();
    await world.round();
    await world.pass(3);
    const [freed] = await world.rows<{ must_spend: string }>(
      'SELECT must_spend FROM payout WHERE order_id = $1',
      [order.id],
    );
    const txid = await payByHand('Bitcoin', [['somebody', 500n]], 1_000n, freed!.must_spend);
    await world.mine(4);
    await world.round();
    expect(await resolveByOperator(world.database, order.id, 'exchange', null)).toBe('resolved');
    const [books] = await compareBooks(world.database, chainOf('Bitcoin'), [world.asset('Bitcoin/BTC')]);
    const off = books!.walletUnits - books!.ledgerUnits;
    await correct('Bitcoin/BTC', { units: off, why: 'a test', txid });
    await clearAll();
    await world.settle();
    expect(await world.status(order)).toBe(4);
    expect(await world.received(RECEIVER.Bitcoin, 'Bitcoin/BTC')).toBe(BigInt(payout!.units));
    expect(await wrongsOf(world)).toEqual([]);
  },
);

it('a correction of what has changed meanwhile is not booked', async () => {
  const asset = world.asset('Bitcoin/BTC');
  const chain = chainOf('Bitcoin');
  await world.rows('UPDATE sim_balance SET units = units + 7 WHERE asset_id = $1', [asset.id]);
  const [books] = await compareBooks(world.database, chain, [asset]);
  await world.mine(1, 'Bitcoin');
  await world.round();
  const correction = { units: 7n, why: 'a test', txid: null };
  await expect(
    transaction(world.database, (client) => correctBooks(client, chain, books!, correction, world.now)),
  ).rejects.toThrow(MovedOn);
});

describe('what somebody else spent and was decided about', () => {
  it.each(['before', 'after'])('ends no halt that an operator has set %s it was found', async (when) => {
    await world.settle();
    const { id } = world.asset('Bitcoin/BTC');
    const halt = async () =>
      expect(await setHalt(world.database, id, 'I want to look first', world.now, 'ada')).toBe(true);
    if (when === 'before') await halt();
    const txid = await payByHand('Bitcoin', [['a stranger', 5_000n]]);
    await world.mine(6);
    for (let n = 0; n < 2; n++) await world.round();
    expect(await loadHalts(world.database)).toMatchObject([{ reason: 'unknown spend' }]);
    if (when === 'after') await halt();
    expect((await loadHalts(world.database))[0]?.cause).toMatch(
      new RegExp(`${txid}.*an operator has halted it too: I want to look first`),
    );
    expect(await setHalt(world.database, id, 'once more', world.now, 'ada')).toBe(false);
    const [books] = await compareBooks(world.database, chainOf('Bitcoin'), [world.asset('Bitcoin/BTC')]);
    const units = books!.walletUnits - books!.ledgerUnits;
    await correct('Bitcoin/BTC', { units, why: 'a test', txid });
    await world.pass(2);
    expect(await loadHalts(world.database)).toMatchObject([
      { assetId: id, reason: 'operator', cause: 'I want to look first' },
    ]);
  });

  it('stays spent when a reorganisation brings its coins back and another block spends them again', async () => {
    await world.settle();
    const fee = 1_000n;
    const first = await payByHand('Bitcoin', [['a stranger', 5_000n]], fee);
    await world.mine();
    await world.round();
    // What the first one gave back is spent by the second.
    const second = await payByHand('Bitcoin', [['a stranger', 7_000n]], fee, `${first}:1`);
    await world.mine(6);
    await world.round();
    const [books] = await compareBooks(world.database, chainOf('Bitcoin'), [world.asset('Bitcoin/BTC')]);
    const units = books!.walletUnits - books!.ledgerUnits;
    await correct('Bitcoin/BTC', { units, why: 'somebody used the key', txid: first });
    await correct('Bitcoin/BTC', { units: 0n, why: 'and used it once more', txid: second });
    await clearAll();
    await world.network('Bitcoin').network.reorganize(7, world.now);
    await world.round();
    await world.settle();
    expect(await world.rows('SELECT 1 FROM coin WHERE spend = $1', [`${first}:1`])).toEqual([]);
    await clearAll();

    const order = await world.place(FOR_COIN);
    await world.pay(order);
    await world.settle();
    expect(await world.status(order)).toBe(4);
    expect(await wrongsOf(world)).toEqual([]);
  });

  it.runIf(IS_LONG)(
    'is nobody’s gift when a reorganisation brings it back: another block takes it once more',
    async () => {
      let waits = '';
      const ethereum = sweepingEthereum(world);
      const statusOf: Chain['statusOf'] = async (id) =>
        id === waits ? { state: 'waiting' } : ethereum.statusOf(id);
      const waiting = Object.assign(Object.create(ethereum), { statusOf });
      world.chains = world.chains.map((chain) => (chain.name === 'Ethereum' ? waiting : chain));
      const { network } = world.network('Ethereum');
      const blocks = async (count: number) => {
        for (let n = 0; n < count; n++) {
          await world.mine(1, 'Ethereum');
          await world.round();
        }
      };
      const txid = await payByHand('Ethereum', [['a stranger', 5_000n]]);
      await blocks(4);
      await correct('Ethereum/ETH', { units: -6_000n, why: 'somebody used the key', txid });
      await clearAll();
      await network.reorganize(5, world.now);
      await network.drop(txid);
      waits = txid;
      const found = () => world.rows('SELECT units FROM deposit WHERE is_silent');
      await blocks(5);
      expect(await found()).toEqual([]);
      await world.rows("UPDATE sim_tx SET state = 'waiting' WHERE txid = $1", [txid]);
      await blocks(2);
      expect(await loadHalts(world.database)).toEqual([]);
      expect(await wrongsOf(world)).toEqual([]);

      // One that nobody has any more is not waited for.
      await network.reorganize(3, world.now);
      await network.drop(txid);
      waits = '';
      await blocks(5);
      expect(await found()).toEqual([{ units: '6000' }]);
    },
  );
});
