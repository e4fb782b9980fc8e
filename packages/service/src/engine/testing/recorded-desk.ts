import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Order } from '../../orders/order.ts';
import { SigningRecord } from '../../record/signing-record.ts';
import { readHold } from '../hold/hold.ts';
import { RecordKeeper } from '../hold/keep-record.ts';
import { openWorld, RECEIVER, type Wish, type World } from './world.ts';

export const TO_BITCOIN = {
  from_chain: 'Ethereum',
  from_abbr: 'ETH',
  from_quantity: 2,
  to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
} satisfies Wish;

const ROUND_S = 20;

/** A world in which whatever is signed is on record, as where signer and engine are one process. */
export class RecordedDesk {
  readonly world: World;
  readonly folder: string;
  keeper!: RecordKeeper;

  private constructor(world: World, folder: string) {
    this.world = world;
    this.folder = folder;
  }

  static async open(chains?: readonly string[]): Promise<RecordedDesk> {
    const folder = await mkdtemp(join(tmpdir(), 'swapdesk-recorded-'));
    const desk = new RecordedDesk(await openWorld(chains), folder);
    await desk.startAnew();
    return desk;
  }

  /** As a process does that starts: the record is opened and compared before anything else happens. */
  async startAnew(): Promise<void> {
    const { world } = this;
    await world.record?.close();
    world.restart();
    world.record = await SigningRecord.open(this.folder);
    this.keeper = new RecordKeeper({
      database: world.database,
      record: world.record,
      clock: () => world.now,
      warn: (facts, message) => void world.lines.push({ message, facts }),
    });
    await this.keeper.start();
  }

  /**
   * Time passes: every record is kept in step again and again. Blocks come where something is under way. Once nothing is,
   * before a block everywhere and after it, the rounds that are left would find nothing to do: time alone goes on.
   */
  async goOn(rounds = 10): Promise<void> {
    const everywhere = this.world.chains.map(({ name }) => name);
    let busy = everywhere;
    for (let n = 0; n < rounds; n++) {
      const wasAtRest = busy.length === 0;
      await this.world.pass(1, wasAtRest || n === rounds - 1 ? everywhere : busy);
      this.world.now += ROUND_S;
      await this.keeper.keep();
      busy = await this.world.busyChains();
      if (wasAtRest && busy.length === 0) {
        this.world.now += ROUND_S * (rounds - n - 1);
        return;
      }
    }
  }

  async paid(wish: Wish = {}): Promise<Order> {
    const order = await this.world.place(wish);
    await this.world.pay(order);
    return order;
  }

  async isHeld(): Promise<boolean> {
    return (await readHold(this.world.database)) !== null;
  }

  async close(): Promise<void> {
    await this.world.record?.close();
    await this.world.close();
    await rm(this.folder, { recursive: true });
  }
}
