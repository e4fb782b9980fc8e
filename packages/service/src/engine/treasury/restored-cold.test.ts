import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadWithdrawals } from '../../acts/withdrawals.ts';
import { changeAsset } from '../../catalog/change-asset.ts';
import { freeTreasury } from '../../ledger/treasury.ts';
import { wrongWithdrawals } from '../../observe/ledger-sums.ts';
import { publishCold } from '../../signer/publish-cold.ts';
import { transaction } from '../../store/transaction.ts';
import { wrongsOf } from '../testing/books.ts';
import { copyStore } from '../testing/copy-store.ts';
import { RecordedDesk } from '../testing/recorded-desk.ts';

const COLD = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

let desk: RecordedDesk;
beforeEach(async () => {
  desk = await RecordedDesk.open();
});
afterEach(() => desk.close());

it('a store that has gone back to before a cold transfer was decided takes it up as it was signed, and decides no other', async () => {
  const { world } = desk;
  const asset = world.asset('Bitcoin/BTC');
  const free = async () => (await freeTreasury(world.database)).get(asset.id) ?? 0n;
  const before = await free();
  await publishCold(world.database, new Map([[asset.chain.id, COLD]]));
  await transaction(world.database, (client) =>
    changeAsset(client, asset.id, { hotLimitUnits: before - before / 4n }),
  );
  const copy = await copyStore(world.database);
  await desk.goOn(4);
  const moved = await world.received(COLD, 'Bitcoin/BTC');
  expect(moved > 0n).toBe(true);
  const left = await free();
  await copy.restore();
  await desk.startAnew();
  await desk.goOn();
  expect(await desk.isHeld()).toBe(false);
  expect(await world.received(COLD, 'Bitcoin/BTC')).toBe(moved);
  expect(await free()).toBe(left);
  expect(await loadWithdrawals(world.database)).toMatchObject([{ purpose: 'cold', state: 'confirmed' }]);
  expect(await wrongsOf(world)).toEqual([]);
  expect(await wrongWithdrawals(world.database)).toEqual([]);
});
