import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Catalogue } from '../catalog/catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import type { EvmPlan } from '../chains/signer.ts';
import { releaseAddresses } from '../engine/hold/released-addresses.ts';
import { openWorld, RECEIVER, type World } from '../engine/testing/world.ts';
import { SigningRecord } from '../record/signing-record.ts';
import { NotOurs } from '../wallet/key-ring.ts';
import { HourTally } from './hour-tally.ts';
import { unlimited } from './limits.ts';
import { SigningDesk } from './signing-desk.ts';
import { NO_DEPOSITS } from './testing/no-keys.ts';

/** Whoever can write the store tries to walk around the signer's limits. */

let world: World;
let folder: string;
let record: SigningRecord;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-pinned-'));
  world = await openWorld();
  record = await SigningRecord.open(join(folder, 'record'));
});
afterAll(async () => {
  await world.close();
  await record.close();
  await rm(folder, { recursive: true });
});

it('a second asset with the contract of a limited one is not signed for', async () => {
  const { assets } = await loadCatalogue(world.database);
  const ether = assets.filter(({ chain }) => chain.name === 'Ethereum');
  const usdt = ether.find(({ abbr }) => abbr === 'USDT') as (typeof ether)[number];
  const limit = { name: 'Ethereum:USDT', decimals: 6, perTransaction: 1_000_000n, perHour: 1_000_000n };
  let signed = 0;
  const desk = new SigningDesk({
    database: world.database,
    record,
    withdrawals: new Map(),
    cold: new Map(),
    witnesses: new Map(),
    stopFile: null,
    clock: () => world.now,
    ownClock: () => world.now,
    log: pino({ level: 'silent' }),
    wallet: NO_DEPOSITS,
    signer: {
      async sign() {
        signed++;
        return { txid: `tx${signed}`, bytes: new Uint8Array([signed]) };
      },
    },
    assets: new Catalogue(ether),
    limits: new Map([...ether.map(unlimited), [usdt.id, limit]]),
    feeCaps: new Map([[usdt.chain.id, 10n ** 17n]]),
  });
  // The attack of the audit: another row for the same coin, and what is owed in it.
  await world.rows(
    `INSERT INTO asset (id, chain_id, abbr, protocol, decimals, contract, min_units, max_units, transfer_cost)
     SELECT 999, chain_id, 'USDX', protocol, decimals, contract, min_units, max_units, transfer_cost FROM asset WHERE id = $1`,
    [usdt.id],
  );
  const order = await world.place({
    to_address: [{ to_chain: 'Ethereum', to_abbr: 'USDT', to_address: RECEIVER.Ethereum }],
  });
  await world.pay(order);
  await world.mine(3, 'Bitcoin');
  await world.round();
  await world.round();
  const [payout] = await world.rows<{ address: string; units: string }>(
    'UPDATE payout SET asset_id = 999 WHERE order_id = $1 RETURNING address, units::text',
    [order.id],
  );
  await world.rows('UPDATE order_entry SET asset_id = 999 WHERE order_id = $1', [order.id]);
  expect(BigInt(payout?.units ?? 0)).toBeGreaterThan(limit.perTransaction);
  const plan: EvmPlan = {
    kind: 'evm',
    chainId: usdt.chain.id,
    space: 'evm',
    evmChainId: usdt.chain.evmChainId ?? 0,
    from: 'treasury-evm',
    nonce: 0,
    payee: payout?.address ?? '',
    contract: usdt.contract,
    units: BigInt(payout?.units ?? 0),
    gas: 1n,
    fee: { type: 'legacy', gasPrice: 1n },
  };
  await expect(desk.sign(plan, 'attacker')).rejects.toThrow('no order asks for');
  expect(signed).toBe(0);
});

it('the hour is that of the machine that signs, whatever time the store says it was', async () => {
  const tally = await HourTally.of(
    {
      count: 2,
      between: async () => [
        // The store's clock was set a day back and a day ahead; the machine knows better.
        { at: 1_000, ownAt: 100_000, amounts: { 1: '5' } },
        { at: 186_400, ownAt: 90_000, amounts: { 1: '7' } },
      ],
    } as unknown as SigningRecord,
    100_100,
  );
  expect(tally.at(100_100)).toEqual(new Map([[1, 5n]]));
  expect(tally.at(103_601)).toEqual(new Map());
});

it('an address that somebody put into the store is not given to anybody', async () => {
  await world.rows('UPDATE address_space SET released = derived');
  await world.rows("UPDATE address_space SET derived = derived + 1 WHERE name = 'evm'");
  await world.rows(
    "INSERT INTO deposit_address (space, index, address) SELECT 'evm', derived - 1, '0xthief' FROM address_space WHERE name = 'evm'",
  );
  const [before] = await world.rows("SELECT released FROM address_space WHERE name = 'evm'");
  const check = (_space: string, _index: number, address: string) => {
    if (address === '0xthief') throw new NotOurs(address);
  };
  await expect(releaseAddresses(world.database, record, check)).rejects.toThrow(NotOurs);
  expect(await world.rows("SELECT released FROM address_space WHERE name = 'evm'")).toEqual([before]);
});
