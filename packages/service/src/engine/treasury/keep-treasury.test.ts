import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../../../test/support/volume.ts';
import { dropWithdrawal, loadWithdrawals } from '../../acts/withdrawals.ts';
import { Catalogue } from '../../catalog/catalogue.ts';
import { changeAsset } from '../../catalog/change-asset.ts';
import { loadCatalogue } from '../../catalog/load-catalogue.ts';
import { type Chain, Unpayable } from '../../chains/chain.ts';
import type { SignedBytes, SigningPlan } from '../../chains/signer.ts';
import { signingThrough } from '../../chains/testing/signing-through.ts';
import { freeTreasury } from '../../ledger/treasury.ts';
import { coldFinding } from '../../observe/cold-finding.ts';
import { wrongWithdrawals } from '../../observe/ledger-sums.ts';
import { readAudit } from '../../operators/audit.ts';
import { SigningRecord } from '../../record/signing-record.ts';
import { unlimited } from '../../signer/limits.ts';
import { publishCold } from '../../signer/publish-cold.ts';
import { PlanRefused } from '../../signer/refusals.ts';
import { heard } from '../../signer/remote-signer.ts';
import { SigningDesk } from '../../signer/signing-desk.ts';
import { askingChain } from '../../signer/testing/asking-chain.ts';
import { NO_DEPOSITS } from '../../signer/testing/no-keys.ts';
import { transaction } from '../../store/transaction.ts';
import { decideCold } from '../../treasury/decide-cold.ts';
import type { Holding } from '../../treasury/holding.ts';
import { readHoldings } from '../../treasury/read-holdings.ts';
import { resumeSigning, stopSigning } from '../hold/signing-switch.ts';
import { wrongsOf } from '../testing/books.ts';
import { openWorld, RECEIVER, REFUND, type World } from '../testing/world.ts';

/** The engine moves what is above the hot limit, in a world whose every payment a signer with a file of its own approves of. */

const COLD = { Bitcoin: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', Ethereum: RECEIVER.Ethereum };
const THIEF = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const HOUR_S = 3_600;

let world: World;
let folder: string;
let record: SigningRecord;
let next: SignedBytes;
/** The engine is killed when it has the signer's answer, before it has stored it. */
let isKilled = false;
/** What the signer's file says. */
let cold: ReadonlyMap<number, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-cold-'));
  record = await SigningRecord.open(folder);
  world = await openWorld();
  world.isForgetful = true;
  const { assets } = await loadCatalogue(world.database);
  cold = new Map(Object.entries(COLD).map(([chain, address]) => [chainOf(chain), address]));
  const desk = new SigningDesk({
    database: world.database,
    wallet: NO_DEPOSITS,
    signer: { sign: async () => next },
    record,
    assets: new Catalogue(assets),
    limits: new Map(assets.map(unlimited)),
    feeCaps: new Map(assets.map(({ chain }) => [chain.id, 10n ** 17n])),
    withdrawals: new Map(),
    cold,
    witnesses: new Map(),
    stopFile: null,
    clock: () => world.now,
    ownClock: () => world.now,
    log: pino({ level: 'silent' }),
  });
  const ask = async (plan: SigningPlan, signed: SignedBytes) => {
    next = signed;
    await desk.sign(plan, 'test').catch((error: Error) => {
      throw error instanceof PlanRefused ? heard('refused', error.message) : error;
    });
    if (isKilled) throw new Error('killed');
  };
  world.chains = world.chains.map((chain) => askingChain(chain, () => new Catalogue(assets), ask));
  await publishCold(world.database, cold);
});
afterEach(async () => {
  expect(await wrongsOf(world)).toEqual([]);
  expect(await wrongWithdrawals(world.database)).toEqual([]);
});
afterAll(async () => {
  await world.close();
  await record.close();
  await rm(folder, { recursive: true });
});

const chainOf = (name: string) => world.network(name).chain.id;
const free = async (asset: string) => (await freeTreasury(world.database)).get(world.asset(asset).id) ?? 0n;
const payouts = () => loadWithdrawals(world.database);

/** Sets a hot limit; 0: none. */
const limit = (asset: string, hotLimitUnits: bigint) =>
  transaction(world.database, (client) => changeAsset(client, world.asset(asset).id, { hotLimitUnits }));

/** Time passes, so that the treasury is looked at again, and whatever is under way is done. */
async function goOn(seconds = 20): Promise<void> {
  world.now += seconds;
  await world.round();
  await world.settle();
}

describe('what is above the hot limit', () => {
  it('goes to the cold address once, wherever the engine is killed, and never what is kept', async () => {
    const before = await free('Bitcoin/BTC');
    const hotLimit = before - before / 4n;
    await limit('Bitcoin/BTC', hotLimit);

    // Cut off in the midst of the decision: nothing of it stays.
    await world.rows(`ALTER TABLE audit_entry ADD CONSTRAINT cut CHECK (act <> 'treasury cold')`);
    world.now += 20;
    await expect(world.round()).rejects.toThrow('cut');
    expect([await payouts(), await free('Bitcoin/BTC')]).toEqual([[], before]);
    await world.rows('ALTER TABLE audit_entry DROP CONSTRAINT cut');

    // Cut off when it is signed: the signer remembers, and the same bytes are sent.
    isKilled = true;
    await expect(world.round()).rejects.toThrow('killed');
    isKilled = false;
    const [{ units } = { units: '' }] = await payouts();
    for (let n = 0; n < 4; n++) await goOn();
    expect(await payouts()).toMatchObject([{ purpose: 'cold', state: 'confirmed', address: COLD.Bitcoin }]);
    expect(await world.received(COLD.Bitcoin, 'Bitcoin/BTC')).toBe(BigInt(units));
    const left = await free('Bitcoin/BTC');
    expect(left >= hotLimit && left < hotLimit + hotLimit / 100n).toBe(true);

    const [entry] = await readAudit(world.database, { act: 'treasury cold' }, 10);
    expect(entry).toMatchObject({ actor: 'engine', via: 'engine', subject: 'Bitcoin BTC' });
    await limit('Bitcoin/BTC', 0n);
  });

  it.runIf(IS_LONG)(
    'goes there where accounts pay, too, an hour after the one before at the earliest',
    async () => {
      const before = await free('Ethereum/USDT');
      await limit('Ethereum/USDT', before / 2n);
      await goOn();
      await limit('Ethereum/USDT', before / 4n);
      await goOn();
      expect(await world.received(COLD.Ethereum, 'Ethereum/USDT')).toBe(before - before / 2n);
      // Though it was decided long before it was signed: a signer counts from then.
      await world.rows('UPDATE cold_transfer SET decided_at = decided_at - $1', [HOUR_S]);
      await goOn();
      expect(await world.received(COLD.Ethereum, 'Ethereum/USDT')).toBe(before - before / 2n);
      await goOn(HOUR_S);
      expect(await world.received(COLD.Ethereum, 'Ethereum/USDT')).toBe(before - before / 4n);
      await limit('Ethereum/USDT', 0n);
    },
  );

  it('keeps no client waiting, however long it waits itself', async () => {
    const order = await world.place({
      exchange_mode: 'fixed',
      from_chain: 'Ethereum',
      from_abbr: 'ETH',
      from_quantity: 2,
      to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
    });
    await limit('Bitcoin/BTC', 10n ** 30n);
    const { id } = world.asset('Bitcoin/BTC');
    const holdings = await readHoldings(world.database, world.market());
    const holding = holdings.find(({ asset }) => asset.id === id) as Holding;
    const step = { kind: 'cold', holding, units: 100_000n, why: 'test', waits: null } as const;
    await transaction(world.database, (client) => decideCold(client, step, COLD.Bitcoin, world.now));
    // More than the wallet has, and for longer than anybody lets others pass.
    const [cold] = await payouts();
    const change = (columns: string) => world.rows(`UPDATE payout SET ${columns} WHERE id = ${cold?.id}`);
    await change(`units = ${10n ** 20n}, waits_since = 1`);
    await world.pay(order);
    await goOn();
    expect(await world.status(order)).toBe(4);
    expect((await payouts())[0]).toMatchObject({ id: cold?.id, purpose: 'cold', state: 'ready' });
    await change('units = 100000');
    await transaction(world.database, (client) => dropWithdrawal(client, cold?.id ?? 0, '', world.now));
    await limit('Bitcoin/BTC', 0n);
  });

  it.runIf(IS_LONG)('waits for no payout that cannot be paid, and leaves what that is for', async () => {
    await goOn(HOUR_S);
    const all = world.chains;
    const real = all.find(({ name }) => name === 'Ethereum') as Chain;
    const refusing = signingThrough(real, async (request, sign) => {
      if (request.payees.some(({ address }) => address === REFUND.Ethereum))
        throw new Unpayable('the receiver refuses it');
      return sign();
    });
    world.chains = all.map((chain) =>
      chain === real ? Object.assign(Object.create(real), refusing) : chain,
    );
    const order = await world.place({
      to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: REFUND.Ethereum }],
    });
    await world.pay(order);
    for (let n = 0; n < 12; n++) await world.pass(1);
    const [stuck] = await world.rows('SELECT units::text, waits_why FROM payout WHERE order_id = $1', [
      order.id,
    ]);
    expect(stuck).toMatchObject({ waits_why: expect.stringContaining('refuses') });

    const before = {
      usdt: await free('Ethereum/USDT'),
      cold: await world.received(COLD.Ethereum, 'Ethereum/USDT'),
    };
    await limit('Ethereum/USDT', before.usdt / 2n);
    await limit('Ethereum/ETH', 10n ** 30n);
    for (let n = 0; n < 12; n++) await world.pass(1);
    const sent = (await world.received(COLD.Ethereum, 'Ethereum/USDT')) - before.cold;
    expect(sent).toBe(before.usdt - before.usdt / 2n);
    const holdings = await readHoldings(world.database, world.market());
    expect(holdings.find(({ asset }) => asset.id === world.asset('Ethereum/ETH').id)).toMatchObject({
      waitingPayouts: 0,
      stuckUnits: BigInt((stuck as { units: string }).units),
    });
    await limit('Ethereum/USDT', 0n);
    await limit('Ethereum/ETH', 0n);
    world.chains = all;
    await goOn();
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });

  it('goes nowhere else, whatever somebody writes into the store', async () => {
    await goOn(HOUR_S);
    const before = await free('Bitcoin/BTC');
    await world.rows('UPDATE signer_cold SET address = $1 WHERE chain_id = $2', [THIEF, chainOf('Bitcoin')]);
    await limit('Bitcoin/BTC', before / 2n);
    await goOn();
    const [forged] = await payouts();
    expect(forged).toMatchObject({ state: 'ready', address: THIEF });
    expect(forged?.waits_why).toMatch(/may not be paid/);
    // Nor once the store says again what the signer's file does.
    await publishCold(world.database, cold);
    await goOn();
    expect(await world.received(THIEF, 'Bitcoin/BTC')).toBe(0n);
    expect(await coldFinding(world.database, (await world.market()).catalogue)).toMatchObject([
      { isWell: false, facts: expect.stringContaining(THIEF) },
    ]);
    await limit('Bitcoin/BTC', 0n);
    await transaction(world.database, (client) => dropWithdrawal(client, forged?.id ?? 0, '', world.now));
    expect(await free('Bitcoin/BTC')).toBe(before);
  });

  it('stays while signing is stopped, without an address, and as far as it is reserved', async () => {
    await goOn(HOUR_S);
    const count = (await payouts()).length;
    const before = await free('Bitcoin/BTC');
    await stopSigning(world.database, 'test', world.now);
    await limit('Bitcoin/BTC', before / 2n);
    await goOn();
    await resumeSigning(world.database);
    await publishCold(world.database, new Map());
    await goOn();
    expect(await payouts()).toHaveLength(count);
    await world.place({
      exchange_mode: 'fixed',
      from_chain: 'Ethereum',
      from_abbr: 'ETH',
      from_quantity: 2,
      to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
    });
    await publishCold(world.database, cold);
    await goOn();
    expect(await payouts()).toHaveLength(count + 1);
    expect((await free('Bitcoin/BTC')) >= before / 2n).toBe(true);
  });
});
