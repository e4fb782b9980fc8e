import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { askToCancel } from '../engine/payments/cancelled-payments.ts';
import { wrongsOf } from '../engine/testing/books.ts';
import { openWorld, RECEIVER, type World } from '../engine/testing/world.ts';
import { post } from '../ledger/post.ts';
import { freeTreasury } from '../ledger/treasury.ts';
import { wrongWithdrawals } from '../observe/ledger-sums.ts';
import { confirmProposal, propose } from '../operators/proposals.ts';
import { transaction } from '../store/transaction.ts';
import { ACTS } from './index.ts';
import { withdrawTreasury } from './withdraw-treasury.ts';
import { dropWithdrawal, loadWithdrawals, retryWithdrawal } from './withdrawals.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(async () => {
  expect(await wrongsOf(world)).toEqual([]);
  expect(await wrongWithdrawals(world.database)).toEqual([]);
});
afterAll(() => world.close());

const ROOT = { name: 'root', via: 'command line', address: '', role: null } as const;
/** The operator's own. */
const COLD = { Bitcoin: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', Ethereum: RECEIVER.Ethereum };
const MILLION = 1_000_000n;

const context = (withdrawals: Record<string, string[]> = {}) => ({
  market: world.market(),
  network: 'test' as const,
  screen: world.screen,
  withdrawals,
});
const wish = (chain: 'Bitcoin' | 'Ethereum', coin: string, units: bigint) => ({
  chain,
  coin,
  units: String(units),
  address: COLD[chain],
  why: 'to cold storage',
});
const ask = (args: Record<string, string>, withdrawals = {}) =>
  transaction(world.database, async (client) => {
    const { result } = await propose(client, withdrawTreasury, args, ROOT, context(withdrawals), world.now);
    return result;
  });
const confirm = (id: number) =>
  transaction(world.database, (client) => confirmProposal(client, ACTS, id, ROOT, context(), 0, world.now));
const withdraw = async (args: Record<string, string>) => confirm(await ask(args));
const free = async (asset: string) => (await freeTreasury(world.database)).get(world.asset(asset).id) ?? 0n;
const newest = async () => (await loadWithdrawals(world.database)).toSorted((a, b) => b.id - a.id)[0];

/** What the ledger owes for withdrawals. */
const owed = () =>
  world.rows(`SELECT asset_id, (-sum(units))::text AS units FROM ledger_entry WHERE account = 'withdrawal'
               GROUP BY asset_id HAVING sum(units) <> 0 ORDER BY asset_id`);

describe('a withdrawal from the treasury', () => {
  it.each([
    ['Bitcoin', 'BTC', 5n * MILLION],
    ['Ethereum', 'ETH', 10n ** 18n],
    ['Ethereum', 'USDT', 700n * MILLION],
  ] as const)(
    'of %s %s leaves what is free when it is confirmed, and is paid once',
    async (chain, coin, units) => {
      const asset = `${chain}/${coin}`;
      const before = await free(asset);
      const had = await world.received(COLD[chain], asset);
      const id = await ask(wish(chain, coin, units));
      await world.settle();
      expect([await free(asset), await world.received(COLD[chain], asset)]).toEqual([before, had]);
      await confirm(id);
      expect(await free(asset)).toBe(before - units);
      await world.settle();
      expect((await world.received(COLD[chain], asset)) - had).toBe(units);
      expect(await newest()).toMatchObject({
        state: 'confirmed',
        address: COLD[chain],
        why: 'to cold storage',
      });
      expect(await owed()).toEqual([]);
    },
  );

  it('is only of what is free, less its fee: never of what orders were promised', async () => {
    const all = await free('Bitcoin/BTC');
    await expect(ask(wish('Bitcoin', 'BTC', all))).rejects.toThrow('not that much');
    const order = await world.place({
      from_chain: 'Ethereum',
      from_abbr: 'ETH',
      from_quantity: 2,
      to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
    });
    await world.pay(order);
    // What is free is looked at again when it is confirmed.
    const id = await ask(wish('Bitcoin', 'BTC', all - MILLION));
    await world.mine(3, 'Ethereum');
    world.chains = world.chains.filter(({ name }) => name !== 'Bitcoin');
    await world.round();
    await world.round();
    expect(await world.status(order)).toBe(3);
    await expect(confirm(id)).rejects.toThrow('not that much');
    world.chains = [...world.chains, world.network('Bitcoin').chain];
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });

  it('is never of what is reserved for an open order with a fixed price', async () => {
    const before = await free('Bitcoin/BTC');
    await world.place({
      exchange_mode: 'fixed',
      from_chain: 'Ethereum',
      from_abbr: 'ETH',
      from_quantity: 2,
      to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
    });
    const left = await free('Bitcoin/BTC');
    expect(left < before).toBe(true);
    await expect(ask(wish('Bitcoin', 'BTC', left))).rejects.toThrow('not that much');
    const fee = world.asset('Bitcoin/BTC').transferCost;
    const proposal = await ask(wish('Bitcoin', 'BTC', left - fee));
    // Nobody reserves while it is decided; what was reserved meanwhile counts when it is confirmed.
    await world.place({
      exchange_mode: 'fixed',
      from_chain: 'Ethereum',
      from_abbr: 'ETH',
      from_quantity: 1,
      to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
    });
    await expect(confirm(proposal)).rejects.toThrow('not that much');
  });

  it('of a token is refused where nothing is free for its fee', async () => {
    const { id: ether } = world.asset('Ethereum/ETH');
    const move = (units: bigint) =>
      transaction(world.database, (client) =>
        post(
          client,
          [
            {
              why: 'test',
              entries: [
                { account: 'treasury', assetId: ether, units },
                { account: 'unclaimed', assetId: ether, units: -units },
              ],
            },
          ],
          world.now,
        ),
      );
    const all = await free('Ethereum/ETH');
    await move(all);
    await expect(ask(wish('Ethereum', 'USDT', 700n * MILLION))).rejects.toThrow('for the network fee');
    await move(-all);
  });

  it('of less than a chain carries is refused: it could never be paid', async () => {
    await expect(ask(wish('Bitcoin', 'BTC', 100n))).rejects.toThrow('too small');
  });

  it('that two operators confirm at the same moment is made once', async () => {
    const had = await world.received(COLD.Bitcoin, 'Bitcoin/BTC');
    const id = await ask(wish('Bitcoin', 'BTC', MILLION));
    const outcomes = await Promise.allSettled([confirm(id), confirm(id)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await world.settle();
    expect((await world.received(COLD.Bitcoin, 'Bitcoin/BTC')) - had).toBe(MILLION);
    const { id: payout } = (await newest()) as { id: number };
    const drop = () => transaction(world.database, (client) => dropWithdrawal(client, payout, '', world.now));
    await expect(drop()).rejects.toThrow('may still be');
  });

  it('goes only where the configuration names, and never to ourselves', async () => {
    const one = wish('Bitcoin', 'BTC', MILLION);
    await expect(ask(one, { Bitcoin: [RECEIVER.Bitcoin] })).rejects.toThrow('names no such address');
    await expect(ask({ ...one, address: 'nonsense' })).rejects.toThrow('invalid to address');
    await expect(ask({ ...one, why: '' })).rejects.toThrow('Incorrect');
    const id = await ask(one, { Bitcoin: [COLD.Bitcoin] });
    await confirm(id);
    await world.settle();
    expect(await newest()).toMatchObject({ state: 'confirmed' });
  });

  it('is undone by a reorganisation and paid by the same bytes', async () => {
    const had = await world.received(COLD.Bitcoin, 'Bitcoin/BTC');
    await withdraw(wish('Bitcoin', 'BTC', MILLION));
    await world.settle();
    await world.network('Bitcoin').network.reorganize(7, world.now);
    await world.round();
    expect(await newest()).toMatchObject({ state: 'signed' });
    expect(await owed()).toHaveLength(1);
    await world.settle();
    expect(await newest()).toMatchObject({ state: 'confirmed' });
    expect((await world.received(COLD.Bitcoin, 'Bitcoin/BTC')) - had).toBe(MILLION);
  });

  it('whose payment was cancelled is the treasury’s again, or is paid anew, as an operator decides', async () => {
    const before = await free('Bitcoin/BTC');
    const had = await world.received(COLD.Bitcoin, 'Bitcoin/BTC');
    for (const decision of ['drop', 'retry'] as const) {
      await withdraw(wish('Bitcoin', 'BTC', 2n * MILLION));
      await world.round();
      await world.round();
      const { id } = (await newest()) as { id: number };
      await expect(
        transaction(world.database, (client) => dropWithdrawal(client, id, '', world.now)),
      ).rejects.toThrow('may still be');
      const [payment] = await world.rows<{ id: number }>(
        'SELECT payment_id AS id FROM payout WHERE id = $1',
        [id],
      );
      expect(await askToCancel(world.database, payment?.id as number, world.now)).toBe('asked');
      await world.round();
      await world.settle();
      expect(await newest()).toMatchObject({ id, state: 'failed' });
      await transaction(world.database, (client) =>
        decision === 'drop' ? dropWithdrawal(client, id, '', world.now) : retryWithdrawal(client, id, ''),
      );
      await world.settle();
      expect(await newest()).toMatchObject({ id, state: decision === 'drop' ? 'dropped' : 'confirmed' });
    }
    expect((await world.received(COLD.Bitcoin, 'Bitcoin/BTC')) - had).toBe(2n * MILLION);
    // Fees apart, which the networks took.
    const fees = before - 2n * MILLION - (await free('Bitcoin/BTC'));
    expect(fees >= 0n && fees < 100_000n).toBe(true);
  });
});
