import { changeCommissions } from './affiliates.ts';
import { congest, mineReplaced } from './congestion.ts';
import { EngineNode } from './engine-node.ts';
import { Expiries } from './expiries.ts';
import { Failures } from './failures.ts';
import { clearHalts } from './halts.ts';
import { KillSwitch } from './kill-switch.ts';
import { decideLost } from './lost-decisions.ts';
import { drop, meddle, mine, mineMany, mineOn, spike } from './nature.ts';
import { anOrder, cancel, decide, hold, release, resolve } from './people.ts';
import { type PlacedOrder, placeOrder } from './place-order.ts';
import { reorganize } from './reorganisation.ts';
import { Restores } from './restores.ts';
import { sendDue } from './senders.ts';
import type { Settlements } from './settlements.ts';
import { StoppedRefunds } from './stopped-refunds.ts';
import { Strangers } from './strangers.ts';
import { watchDepth } from './watch-depth.ts';
import { watchExchanges } from './watch-exchanges.ts';
import { watchTime } from './watch-time.ts';
import { CALM, drawWeather, type Weather } from './weather.ts';
import type { World } from './world.ts';

const STEPS_PER_ORDER = 40;

/** How much of a node's work is folding. */
const FOLDING = 0.08;

/** Enough for a deposit and its payout. */
const RIPE_ROUNDS = 12;
const SETTLING_STEPS = 80;
/** How often somebody settles then. */
const SETTLING = 0.15;

const STEPS = {
  work: 55,
  wait: 14,
  mine: 22,
  'wait long': 1,
  'mine many': 0.5,
  spike: 1,
  reorganize: 2,
  congest: 6,
  'mine replaced': 2,
  drop: 2,
  meddle: 2,
  cancel: 0.7,
  resolve: 3,
  release: 0.5,
  'clear halts': 1.5,
  'commissions change': 0.7,
  decide: 1.5,
  hold: 0.5,
  'prices jump': 1.5,
  'prices stop': 0.7,
  'screening stops': 0.7,
  'all comes back': 10,
} as const;

/** Drives everything, one step after the other, as the seed draws: two nodes, clients, chains, time. */
export class Scheduler {
  private readonly world: World;
  private readonly weather: Weather;
  private readonly nodes: EngineNode[] = [];
  private born = 0;
  /** The one of the two nodes that does more, for a while: leases would keep two equal ones idle half the time. */
  private busier = 0;

  constructor(world: World) {
    this.world = world;
    this.weather = drawWeather(world.random);
    for (const place of [0, 1]) this.nodes[place] = this.bear(place, this.weather);
    world.log.say(`the weather: ${JSON.stringify(this.weather)}`);
  }

  /** A run up to the last of its steps, with so many orders. */
  async run(orders: number): Promise<void> {
    const { world } = this;
    // The chains are followed from their first block on.
    for (const node of this.nodes) node.process.weather = CALM;
    await world.signer?.keep();
    for (const node of this.nodes) await node.begin();
    for (const job of this.nodes[0]?.jobs ?? []) await this.nodes[0]?.round(job);
    for (const chain of world.chains) for (let n = 0; n < 3; n++) await mineOn(world, chain);
    for (const node of this.nodes) node.process.weather = this.weather;
    world.signer?.meet(this.weather);
    const steps = orders * STEPS_PER_ORDER;
    const restores = Restores.planned(world, steps);
    const killSwitch = world.trials.has('switch') ? new KillSwitch(world) : null;
    // What a store that went back has forgotten and what a stranger did are told apart in other tests.
    const strangers = world.trials.has('stranger') && restores === null ? new Strangers(world) : null;
    const failures = world.trials.has('failures') ? new Failures(world) : null;
    const { settlements } = world;
    const expire = world.trials.has('expiry') || world.trials.has('durable');
    const stoppedRefunds = world.trials.has('stopped') ? new StoppedRefunds(world) : null;
    const expiries = expire ? new Expiries(world) : null;
    for (let step = 0; step < steps; step++) {
      await killSwitch?.step(restores?.willForget(step) ?? false);
      await restores?.at(step);
      await strangers?.step();
      await failures?.step();
      await settlements?.step();
      await expiries?.step();
      await stoppedRefunds?.step();
      await world.databaseClock?.step();
      await world.published?.step();
      await world.signer?.keep();
      if (world.orders.length < orders && step % (STEPS_PER_ORDER / 4) === 0) await placeOrder(world);
      await sendDue(world);
      await this.step();
      if (world.random.chance(0.2)) await watchDepth(world);
      await watchExchanges(world);
      await watchTime(world);
    }
    if (settlements !== null) await this.goOnSettling(settlements);
    await killSwitch?.watch();
    await world.databaseClock?.setRight();
    await world.databaseClock?.acceptIfTold();
  }

  /** Most orders are done only in the end: some are let come to it, and whatever happens does so while they are settled. */
  private async goOnSettling(settlements: Settlements): Promise<void> {
    const { world } = this;
    for (let round = 0; round < RIPE_ROUNDS; round++) {
      world.clock.advance(20);
      for (const chain of world.chains) await mineOn(world, chain);
      const node = await this.alive(0, CALM);
      node.process.weather = CALM;
      while (node.process.isPaused) await node.process.resume();
      for (const job of node.jobs) await node.round(job);
      node.process.weather = this.weather;
    }
    for (let step = 0; step < SETTLING_STEPS; step++) {
      await settlements.step(SETTLING);
      await world.signer?.keep();
      await this.step();
      await watchExchanges(world);
      await watchTime(world);
    }
  }

  /**
   * Ends all misfortune but slow answers; every node finishes what it is at. Returns those that live: one, or two where
   * answers are slow, since two nodes must get the work done as well.
   */
  async calmDown(): Promise<EngineNode[]> {
    const { world } = this;
    world.log.say('the weather clears');
    world.board.goOn();
    world.published?.setRight();
    world.screening.isDown = false;
    for (const { lying, congestion, spike: fees } of world.chains) {
      lying.until = 0;
      congestion.until = 0;
      fees.until = 0;
    }
    const { callS } = this.weather;
    const weather = { ...CALM, callS };
    for (const { process } of this.nodes) process.weather = weather;
    world.signer?.meet(CALM);
    for (const { process } of this.nodes) while (process.isPaused) await process.resume();
    await world.signer?.lift();
    // A desk that is held waits for the record of each machine.
    const places = callS > 0 || (world.disks !== null && world.signer === null) ? [0, 1] : [0];
    const alive: EngineNode[] = [];
    for (const place of places) alive.push(await this.alive(place, weather));
    return alive;
  }

  private async step(): Promise<void> {
    const { world } = this;
    const { random, clock, board, screening, log } = world;
    /** All orders may have been forgotten. */
    const about = async (order: PlacedOrder | undefined, act: typeof cancel) => {
      if (order !== undefined) await act(world, order);
    };
    const steps: Record<keyof typeof STEPS, () => void | Promise<void>> = {
      work: () => this.work(),
      wait: () => clock.advance(random.between(1, 20)),
      mine: () => mine(world),
      'mine many': () => mineMany(world),
      spike: () => spike(world),
      'wait long': () => clock.advance(random.pick([400, 700, 700, 4_000, 8 * 86_400])),
      reorganize: () => reorganize(world),
      congest: () => congest(world),
      'mine replaced': () => mineReplaced(world),
      drop: () => drop(world),
      meddle: () => meddle(world),
      cancel: () => about(random.pick(world.orders), cancel),
      resolve: () => anOrder(world).then((order) => about(order, resolve)),
      release: async () => void (await release(world)),
      'clear halts': async () => {
        await clearHalts(world);
        await decideLost(world);
      },
      'commissions change': () => changeCommissions(world),
      decide: () => anOrder(world).then((order) => about(order, decide)),
      hold: () => about(random.pick(world.orders), hold),
      'prices jump': () => log.say(board.jump(random, clock.now())),
      'prices stop': () => board.stop(clock.now()),
      'screening stops': () => {
        screening.isDown = true;
      },
      'all comes back': () => {
        board.goOn();
        screening.isDown = false;
      },
    };
    await steps[random.weighted(STEPS)]();
  }

  /** A node does a round of some job; one that has stopped goes on, perhaps. */
  private async work(): Promise<void> {
    const { random } = this.world;
    if (random.chance(0.05)) this.busier = 1 - this.busier;
    const node = await this.alive(random.chance(0.8) ? this.busier : 1 - this.busier, this.weather);
    if (node.process.isPaused) {
      if (random.chance(0.35)) await node.process.resume();
      return;
    }
    if (random.chance(FOLDING)) await node.fold();
    else await node.round(random.pick(node.jobs));
  }

  /** The node in a place; a dead one has been replaced by another, under another name. */
  private async alive(place: number, weather: Weather): Promise<EngineNode> {
    const node = this.nodes[place] as EngineNode;
    if (!node.process.isDead) return node;
    await node.close();
    const next = this.bear(place, weather);
    this.nodes[place] = next;
    return next;
  }

  private bear(place: number, weather: Weather): EngineNode {
    this.born++;
    return new EngineNode(this.world, `node ${this.born}`, weather, place);
  }
}
