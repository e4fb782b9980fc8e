import type { AddressSpace } from '../../../packages/service/src/chains/family.ts';
import { lastEnded, readHold } from '../../../packages/service/src/engine/hold/hold.ts';
import { Refusal } from '../../../packages/service/src/refusal.ts';
import type { Database } from '../../../packages/service/src/store/database.ts';
import { AddressPool, type DepositAddress } from '../../../packages/service/src/wallet/address-pool.ts';
import { isLocked } from './locked.ts';
import { deriveAddresses, type World } from './world.ts';

/** As many are derived ahead of need. */
const AHEAD = 3;

/** Two nodes that take orders, each with a stock of addresses of its own. */
export class Counters {
  private readonly world: World;
  private readonly pools: readonly AddressPool[];
  private readonly underWay = new Set<Promise<unknown>>();
  private epoch = '';
  private readonly given = new Map<string, number>();

  constructor(world: World) {
    this.world = world;
    const { database, clock } = world;
    const heard = { query: (...asked: unknown[]) => this.hear(database, asked) } as unknown as Database;
    this.pools = [0, 1].map(() => new AddressPool(heard, clock.now, () => this.epoch));
  }

  /** An address for the nth order; null if the desk is held, or has none to give. */
  async take(space: AddressSpace, nth: number): Promise<DepositAddress | null> {
    const { database, luck, findings } = this.world;
    const hold = await readHold(database);
    this.epoch = hold?.id ?? (await lastEnded(database));
    if (hold !== null) return null;
    try {
      const taken = await luck.pick(this.pools).take(space);
      const before = this.given.get(taken.address);
      if (before !== undefined)
        findings.push(`address: ${taken.address} was given to order ${before} and to order ${nth}`);
      this.given.set(taken.address, nth);
      return taken;
    } catch (error) {
      if (error instanceof Refusal || isLocked(error)) return null;
      throw error;
    } finally {
      await Promise.allSettled([...this.underWay]);
      await this.derive(space).catch((error: unknown) => {
        if (!isLocked(error)) throw error;
      });
    }
  }

  /** As a node with the wallet does: what may be given is there ahead of need. */
  private async derive(space: string): Promise<void> {
    const { database } = this.world;
    const { rows } = await database.query<{ given: number }>(
      'SELECT given FROM address_space WHERE name = $1',
      [space],
    );
    await deriveAddresses(database, space, (rows[0]?.given ?? 0) + AHEAD);
  }

  /** Nothing that is fetched ahead of need is under way when somebody else moves. */
  private hear(database: Database, asked: unknown[]): Promise<unknown> {
    const answer = (database.query as (...given: unknown[]) => Promise<unknown>)(...asked);
    this.underWay.add(answer);
    return answer.finally(() => this.underWay.delete(answer));
  }
}
