import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listQuarantined, releaseDeposit } from '../../acts/release-deposit.ts';
import type { AccountChain } from '../../chains/chain.ts';
import { resolveByOperator } from '../../orders/operate.ts';
import type { Order } from '../../orders/order.ts';
import { CLEAR } from '../../screening/screen.ts';
import { transaction } from '../../store/transaction.ts';
import { wrongsOf } from '../testing/books.ts';
import { sweepingEthereum } from '../testing/sweeping-chain.ts';
import { openWorld, RECEIVER, REFUND, type World } from '../testing/world.ts';

/** What screening stopped on an address of an account lies there, and the treasury's account has to give it back. */

const ETH = 10n ** 18n;

let world: World;
/** What the treasury's address has given away elsewhere. */
let gone = 0n;

beforeEach(async () => {
  world = await openWorld();
  world.isScreened = true;
  gone = 0n;
  const real = sweepingEthereum(world);
  const { id: nativeAssetId } = world.asset('Ethereum/ETH');
  const accountBalances: AccountChain['accountBalances'] = async (addresses, asset, at) => {
    const held = await real.accountBalances(addresses, asset, at);
    const isTreasury = addresses.length === 1 && addresses[0] === real.treasury && asset.id === nativeAssetId;
    return isTreasury ? held && [(held[0] as bigint) - gone] : held;
  };
  const lean = Object.assign(Object.create(real), { accountBalances });
  world.chains = world.chains.map((chain) => (chain.name === 'Ethereum' ? lean : chain));
});
afterEach(() => world.close());

/** An order over 2 ETH whose sender is found, and that is to be given back; the treasury's address holds so much. */
async function toGiveBack(atTreasury: bigint): Promise<Order> {
  const order = await world.place({
    from_chain: 'Ethereum',
    from_abbr: 'ETH',
    from_quantity: 2,
    refund_address: REFUND.Ethereum,
    to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
  });
  await world.pay(order);
  world.screen = async ({ address }) => (address === 'faucet' ? { isHit: true, detail: 'a list' } : CLEAR);
  await world.settle();
  expect([await world.status(order), await world.freezeReason(order)]).toEqual([7, 'SCREENING']);
  world.screen = async () => CLEAR;
  await world.rows('DELETE FROM screening');
  gone = world.asset('Ethereum/ETH').treasuryUnits - atTreasury;
  await resolveByOperator(world.database, order.id, 'refund', null);
  await world.settle();
  return order;
}

const why = async ({ id }: Order) =>
  (
    await world.rows<{ why: string | null }>('SELECT waits_why AS why FROM payout WHERE order_id = $1', [id])
  )[0]?.why;

/** One that is paid about 1.2 ETH. */
async function another(): Promise<Order> {
  const order = await world.place();
  await world.pay(order);
  await world.settle();
  return order;
}

async function release(): Promise<void> {
  const [kept] = await listQuarantined(world.database);
  await transaction(world.database, (client) => releaseDeposit(client, kept?.id ?? 0, 'checked'));
}

describe('the refund of what screening stopped, where the treasury’s account pays it', () => {
  it('says what it waits for, and goes on with it', async () => {
    const order = await toGiveBack(ETH);
    expect(await why(order)).toMatch(/lie on their addresses.*deposit release/);
    expect(await world.rows("SELECT 1 FROM payment WHERE purpose = 'sweep'")).toEqual([]);
    await release();
    await world.settle();
    await world.settle();
    expect(await world.status(order)).toBe(5);
    expect(await wrongsOf(world)).toEqual([]);
  });

  it('keeps nobody else waiting whom the treasury can pay', async () => {
    const order = await toGiveBack((3n * ETH) / 2n);
    const other = await another();
    expect([await world.status(order), await world.status(other)]).toEqual([7, 4]);
    expect(await wrongsOf(world)).toEqual([]);
  });

  it('tells whoever waits because of it what lies there', async () => {
    const order = await toGiveBack((5n * ETH) / 2n);
    expect(await world.status(order)).toBe(5);
    const other = await another();
    expect(await world.status(other)).toBe(3);
    expect(await why(other)).toMatch(/lie on their addresses.*deposit release/);
    await release();
    await world.settle();
    await world.settle();
    expect(await world.status(other)).toBe(4);
    expect(await wrongsOf(world)).toEqual([]);
  });
});
