import { findOrCreateAccount } from '../../access/accounts.ts';
import type { Caller } from '../../access/caller.ts';
import { ANYONE, openWorld, type World } from '../../engine/testing/world.ts';
import { transaction } from '../../store/transaction.ts';

/** A world in which two accounts place orders. */
export interface AccountWorld {
  readonly world: World;
  readonly shop: Caller;
  readonly other: Caller;
}

export async function openAccountWorld(): Promise<AccountWorld> {
  const world = await openWorld();
  return { world, shop: await callerOf(world, 'shop'), other: await callerOf(world, 'other') };
}

export async function callerOf(world: World, name: string): Promise<Caller> {
  const { id } = await transaction(world.database, (client) => findOrCreateAccount(client, name, 0));
  const [row] = await world.rows<{ roll: number }>(
    'SELECT orders_roll_id AS roll FROM account WHERE id = $1',
    [id],
  );
  const account = {
    ...ANYONE.account,
    id,
    name,
    ordersRollId: Number(row?.roll),
    fees: { float: null, fixed: null },
  };
  return { ...ANYONE, account, scope: `key:${name}`, accountScope: `account:${id}`, isSigned: true };
}
