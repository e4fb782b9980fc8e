import { type Asset, Catalogue } from '../../../packages/service/src/catalog/catalogue.ts';
import { loadCatalogue } from '../../../packages/service/src/catalog/load-catalogue.ts';
import { type AddressSpace, COIN_SPACES } from '../../../packages/service/src/chains/family.ts';
import {
  openSimChain,
  openSimNetwork,
  type SimChain,
} from '../../../packages/service/src/chains/sim/sim-chain.ts';
import type { SimNetwork } from '../../../packages/service/src/chains/sim/sim-network.ts';
import { payFromFaucet } from '../../../packages/service/src/chains/sim/test-networks.ts';
import type { Market } from '../../../packages/service/src/pricing/terms.ts';
import type { RecordedPayment } from '../../../packages/service/src/record/recorded-payment.ts';
import type { SigningLimits } from '../../../packages/service/src/signer/limits.ts';
import { publishLimits } from '../../../packages/service/src/signer/publish-limits.ts';
import type { Database } from '../../../packages/service/src/store/database.ts';
import { addAffiliates } from './affiliates.ts';
import { type DatabaseClock, openDatabaseClock } from './database-clock.ts';
import type { EngineNode } from './engine-node.ts';
import { EventLog } from './event-log.ts';
import type { FeeSpike, Lying } from './faulty-chain.ts';
import { Counters } from './given-addresses.ts';
import type { EndedHalt } from './halts.ts';
import { DURABLE_PRICES, EXPIRY_PRICES, MarketBoard } from './market-board.ts';
import { OrderCounter } from './order-counter.ts';
import { type Decided, ownAddress } from './people.ts';
import type { PlacedOrder } from './place-order.ts';
import { PublishedPrices } from './published-prices.ts';
import { Random } from './random.ts';
import { Receivers } from './receivers.ts';
import { resetDatabase } from './reset.ts';
import type { ForgottenOrder } from './restores.ts';
import { ScreeningDesk } from './screening-desk.ts';
import type { Sending } from './senders.ts';
import { Settlements } from './settlements.ts';
import { drawLimits, SignerProcess } from './signer-process.ts';
import { Disks } from './signing-records.ts';
import type { Stranger } from './strangers.ts';
import { apart, drawTrials, goesBack, type Trial } from './trials.ts';
import { VirtualClock } from './virtual-clock.ts';

const BEGIN_S = 1_800_000_000;
const SOME_CHAINS = [
  ['Bitcoin', 'Ethereum'],
  ['Litecoin', 'Ethereum'],
  ['Bitcoin', 'Litecoin'],
  ['Bitcoin', 'Ethereum', 'BSC'],
  ['Ethereum', 'BSC'],
];
/** One whose transactions expire, where there is one. */
const EXPIRY_CHAIN = 'TRON';
/** One whose transactions name nonce accounts, where there is one. */
const DURABLE_CHAIN = 'Solana';
/** Where deposits are helped along, they soon are. */
const HELP = { waitS: 5, worth: 2n * 10n ** 18n, mostUnits: null };
/** Derived at first; more follow when there are orders for them. */
export const FIRST_ADDRESSES = 2;

/** Of an address of ours that no order is ever given. */
const FAR = 1_000_000;

/** A chain of the simulated world. */
export interface SimulatedChain {
  readonly chain: SimChain;
  readonly network: SimNetwork;
  readonly space: AddressSpace;
  readonly treasury: string;
  readonly assets: readonly Asset[];
  readonly lying: Lying;
  readonly congestion: Congestion;
  readonly spike: FeeSpike;
  readonly record: ChainRecord;
}

/** Until when no block takes a payment of ours: its fee is too low for a while. */
export interface Congestion {
  until: number;
}

/** The highest block that there ever was, and how many blocks the deepest reorganisation took away. */
export interface ChainRecord {
  highest: number;
  deepest: number;
  /** When blocks that are gone by now had first taken a transaction. */
  readonly minedBefore: Map<string, number>;
}

/** Everything outside the engine: chains, prices, people, and the database. */
export interface World {
  readonly seed: number;
  readonly random: Random;
  /** A stream of its own for what only some worlds have. */
  readonly luck: Random;
  readonly trials: ReadonlySet<Trial>;
  /** Where nodes keep what they have signed; null where nobody does. */
  readonly disks: Disks | null;
  /** Who gives deposit addresses; null where each order has the next one. */
  counters: Counters | null;
  /** Where orders are placed as the interface does; null where they are put into the store. */
  counter: OrderCounter | null;
  /** Who has the keys, where the nodes have not. */
  signer: SignerProcess | null;
  /** The clock that nodes go by; null where it is always right. */
  databaseClock: DatabaseClock | null;
  /** Prices that go through the store; null where each is heard as it is. */
  published: PublishedPrices | null;
  /** Who pays the affiliate; null where nobody does. */
  settlements: Settlements | null;
  readonly clock: VirtualClock;
  readonly log: EventLog;
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly chains: readonly SimulatedChain[];
  readonly board: MarketBoard;
  /** All that ever lived, the dead among them. */
  readonly nodes: EngineNode[];
  readonly screening: ScreeningDesk;
  readonly receivers: Receivers;
  readonly orders: PlacedOrder[];
  /** Those of which the store does not know any more. */
  readonly forgotten: ForgottenOrder[];
  readonly sendings: Sending[];
  readonly decisions: Decided[];
  readonly halts: EndedHalt[];
  /** Lost deposits that an operator has made good. */
  readonly covered: Set<number>;
  /** What an operator has put in for fees that nobody was charged, by asset. */
  readonly coveredFees: Map<number, bigint>;
  readonly strangers: Stranger[];
  /** Payments of which an operator has said that they were rightly made. */
  readonly settled: RecordedPayment[];
  /** How far events have been looked at as they happened, and when the store went back last. */
  readonly watched: {
    exchangesUpTo: number;
    timesUpTo: number;
    timesAt: number;
    restoredAt: number;
  };
  /** What orders gave beyond the worth of what came for them, and how much of that price moves explain, in 10^-18 USDT. */
  readonly losses: { lost: bigint; explained: bigint };
  /** What must not happen and did. */
  readonly findings: string[];
  market(): Market;
}

/** Makes the world of a seed in an empty database: treasuries are funded, nobody follows a chain yet. */
export async function createWorld(
  database: Database,
  seed: number,
  wanted: readonly Trial[] | null,
): Promise<World> {
  await resetDatabase(database);
  const random = new Random(seed);
  const luck = new Random(apart(seed));
  const drawn = drawTrials(luck, seed);
  const trials = new Set(wanted ?? drawn);
  const clock = new VirtualClock(BEGIN_S);
  const board = new MarketBoard(
    { ...(trials.has('expiry') && EXPIRY_PRICES), ...(trials.has('durable') && DURABLE_PRICES) },
    // So few that payments have to wait for one another.
    trials.has('durable') ? { nonce_accounts: new Random(apart(seed + 11)).between(1, 4) } : {},
  );
  const drawnNames = random.pick(SOME_CHAINS);
  // Half of what there is then: else few payments would be on it.
  const others = [
    ...(trials.has('expiry') ? [EXPIRY_CHAIN] : []),
    ...(trials.has('durable') ? [DURABLE_CHAIN] : []),
  ];
  const names = others.length > 0 ? [drawnNames[0] as string, ...others] : drawnNames;
  const limits = trials.has('signer') ? await limitSigner(database, seed, names, board) : null;
  const catalogue = drawCatalogue(await loadCatalogue(database), names, random);
  const chains = [...new Set(catalogue.assets.map(({ chain }) => chain))].map((chain): SimulatedChain => {
    const isOfAccounts = !COIN_SPACES.includes(chain.space);
    const needsSweeping = isOfAccounts && random.chance(0.5);
    const treasury = `treasury-${chain.space}`;
    const { id: nativeAssetId, transferCost } = catalogue.native(chain);
    const network = openSimNetwork(database, { chain, nativeAssetId, transferCost }, needsSweeping);
    const lying: Lying = { lie: null, until: 0, oldFork: new Map(), falseBalances: new Map() };
    const assets = catalogue.assets.filter((asset) => asset.chain === chain);
    // Only what spends coins can spend one that waits.
    const help = random.chance(0.5) && !isOfAccounts ? { help: HELP } : {};
    const sim = openSimChain(network, {
      chain,
      nativeAssetId,
      transferCost,
      treasury,
      needsSweeping,
      ...help,
    });
    const record = { highest: 0, deepest: 0, minedBefore: new Map<string, number>() };
    const congestion = { until: 0 };
    const spike = { times: 1n, until: 0 };
    return { chain: sim, network, space: chain.space, treasury, assets, lying, congestion, spike, record };
  });
  await addAffiliates(database);
  await addAddresses(database, [...new Set(chains.map(({ space }) => space))]);
  const keepsRecord = goesBack(trials) || trials.has('signer');
  const world: World = {
    seed,
    random,
    luck,
    trials,
    disks: keepsRecord ? await Disks.open() : null,
    clock,
    log: new EventLog(clock),
    database,
    catalogue,
    chains,
    board,
    nodes: [],
    receivers: new Receivers({ random, trials, seed }),
    screening: new ScreeningDesk(trials.has('stopped') ? new Random(apart(seed + 9)) : null),
    orders: [],
    forgotten: [],
    sendings: [],
    decisions: [],
    halts: [],
    counters: null,
    counter: null,
    signer: null,
    databaseClock: null,
    published: null,
    settlements: null,
    strangers: [],
    settled: [],
    covered: new Set(),
    coveredFees: new Map(),
    losses: { lost: 0n, explained: 0n },
    findings: [],
    watched: { exchangesUpTo: 0, timesUpTo: 0, timesAt: BEGIN_S, restoredAt: 0 },
    market: () => board.market(catalogue, clock.now(), world.published?.rates),
  };
  if (goesBack(trials) || trials.has('place')) world.counters = new Counters(world);
  if (trials.has('place')) world.counter = new OrderCounter(world as World & { counters: Counters });
  if (trials.has('prices') || trials.has('frozen')) world.published = await PublishedPrices.open(world);
  if (limits !== null) world.signer = new SignerProcess(world as World & { disks: Disks }, limits);
  // What a store that went back has forgotten of them is told apart in other tests.
  if ((trials.has('settlements') || trials.has('schedule')) && !goesBack(trials))
    world.settlements = new Settlements(world);
  if (trials.has('clock')) world.databaseClock = await openDatabaseClock(world);
  for (const chain of chains) await fundTreasury(world, chain);
  return world;
}

/** A signer has told what it lets go before anybody is quoted anything. */
async function limitSigner(
  database: Database,
  seed: number,
  names: readonly string[],
  board: MarketBoard,
): Promise<SigningLimits> {
  const { assets } = await loadCatalogue(database);
  const ours = assets.filter(({ chain }) => names.includes(chain.name));
  const limits = drawLimits(new Random(apart(seed + 7)), ours, board);
  await publishLimits(database, limits);
  return limits;
}

/** A few chains, as deep as the seed says. */
function drawCatalogue(all: Catalogue, names: readonly string[], random: Random): Catalogue {
  const assets = names.flatMap((name) => {
    const ofChain = all.assets.filter(({ chain }) => chain.name === name);
    const chain = { ...(ofChain[0] as Asset).chain, confirmations: random.between(1, 3) };
    return ofChain.map((asset) => ({ ...asset, chain }));
  });
  return new Catalogue(assets);
}

async function addAddresses(database: Database, spaces: readonly AddressSpace[]): Promise<void> {
  await database.query(
    `INSERT INTO address_space (name, treasury) SELECT name, 'treasury-' || name FROM unnest($1::text[]) AS name`,
    [spaces],
  );
  for (const space of spaces) await deriveAddresses(database, space, FIRST_ADDRESSES);
  await database.query(
    `INSERT INTO deposit_address (space, index, address) SELECT space, ${FAR}, address FROM unnest($1::text[], $2::text[]) AS t (space, address)`,
    [spaces, spaces.map((space) => ownAddress({ space }))],
  );
}

/** Adds as many addresses as are lacking, as a node with the wallet does. */
export async function deriveAddresses(database: Database, space: string, wanted: number): Promise<void> {
  await database.query(
    `WITH before AS (SELECT derived FROM address_space WHERE name = $1 AND derived < $2::bigint),
          after AS (UPDATE address_space SET derived = $2 WHERE name = $1 AND derived < $2)
     INSERT INTO deposit_address (space, index, address)
     SELECT $1, n, 'deposit-' || $1 || '-' || n FROM before, generate_series(derived, $2 - 1) AS n ORDER BY n`,
    [space, wanted],
  );
}

/** Most treasuries are rich enough for all; some are not. */
async function fundTreasury(
  world: World,
  { chain, network, treasury, assets }: SimulatedChain,
): Promise<void> {
  const { random, board } = world;
  const coins = chain.spending === 'coins' ? random.between(2, 4) : 1;
  const worth = BigInt(random.pick([800, 5_000, 20_000]));
  for (const { id, abbr, decimals } of assets) {
    const units = (worth * 10n ** BigInt(decimals + 18)) / board.priceOf(abbr) / BigInt(coins);
    for (let n = 0; n < coins; n++) {
      await payFromFaucet(
        network,
        { address: treasury, assetId: id, units },
        `treasury ${chain.id} ${id} ${n}`,
      );
    }
  }
}
