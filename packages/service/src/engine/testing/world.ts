import { type PlaceRequest, parseJson, type QueriedOrder } from '@swapdesk/contract';
import { createTestDatabase } from '../../../../../test/support/database.ts';
import type { Caller } from '../../access/caller.ts';
import { findRefCode } from '../../affiliates/ref-code.ts';
import { type Asset, Catalogue } from '../../catalog/catalogue.ts';
import { loadCatalogue } from '../../catalog/load-catalogue.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../catalog/settings.ts';
import type { Chain } from '../../chains/chain.ts';
import {
  fundTreasury,
  openTestNetworks,
  payFromFaucet,
  type TestNetwork,
  type TestNetworks,
} from '../../chains/sim/test-networks.ts';
import { readTreasury } from '../../ledger/treasury.ts';
import { parseFixed } from '../../money/fixed.ts';
import { toUnits } from '../../money/units.ts';
import type { Order } from '../../orders/order.ts';
import { place } from '../../orders/place.ts';
import { orderById } from '../../orders/reading/read-orders.ts';
import { orderStore } from '../../orders/store-order.ts';
import { queriedOrder } from '../../orders/view.ts';
import { sealQuote } from '../../pricing/calc-id.ts';
import { NO_RULES } from '../../pricing/fee-rules.ts';
import { type Price, Rates } from '../../pricing/rates.ts';
import { agree, type Market } from '../../pricing/terms.ts';
import type { SigningRecord } from '../../record/signing-record.ts';
import { CLEAR, type Screen } from '../../screening/screen.ts';
import type { Database } from '../../store/database.ts';
import { AddressPool } from '../../wallet/address-pool.ts';
import type { Engine } from '../context.ts';
import { WatchedAddresses } from '../follow/watched-addresses.ts';
import { type Job, jobsOf } from '../job.ts';
import { type Lease, takeLease } from '../lease.ts';
import { openWork } from '../open-work.ts';
import { fillSpaces } from './address-spaces.ts';

export const RECEIVER = {
  Bitcoin: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  Litecoin: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
  Ethereum: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  TRON: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  Solana: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
};
export const REFUND = {
  Bitcoin: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
  Ethereum: '0x52908400098527886E0F7030069857D2E4169EE7',
};

const START = 1_700_000_000;
/** A deposit and a payout after it, each with its confirmations. */
const SETTLE_BLOCKS = 8;
/** A chain of coins and one of accounts: what happens on others is the same, and every round would take twice as long. */
const TWO_CHAINS = ['Bitcoin', 'Ethereum'];
export const WITH_TRON = [...TWO_CHAINS, 'TRON'];
export const WITH_SOLANA = [...TWO_CHAINS, 'Solana'];
export const FOUR_CHAINS = [...WITH_TRON, 'Litecoin'];
const SEAL_KEY = { id: 1, key: Buffer.alloc(32, 7), createdAt: START - 100 };
export const ANYONE: Caller = {
  account: {
    id: 0,
    name: 'anonymous',
    ordersRollId: 0,
    referralRollId: 1,
    fees: { float: null, fixed: null, isKeyless: true },
  },
  key: null,
  scope: 'open',
  accountScope: 'open',
  mayList: true,
  isLimited: false,
  isSigned: false,
  nonce: undefined,
};

/** As a client sends it, with the parts that tests vary. */
export type Wish = Partial<Record<keyof PlaceRequest, unknown>> & { refCode?: string; caller?: Caller };

/**
 * A whole world: a real database, test networks with treasuries that are followed, prices and a clock that stand still
 * until told otherwise. The engine does a round when it is told to.
 */
export class World {
  now = START;
  prices: Record<string, string> = {
    BTC: '100000',
    ETH: '4000',
    USDT: '1',
    USDC: '1',
    LTC: '100',
    TRX: '0.25',
    SOL: '200',
  };
  settings: Settings = DEFAULT_SETTINGS;
  /** What a market says of coins beside their prices. */
  told: Record<string, Pick<Price, 'ladder' | 'floatStop' | 'fixedStop'>> = {};
  /** What everybody pays for pairs and amounts. */
  fees = NO_RULES;
  /** When the prices were read; null: just now. */
  pricedAt: number | null = null;
  /** Told what was exchanged at prices of now; none: nobody counts that. */
  taken: Engine['taken'];
  screen: Screen = async () => CLEAR;
  /** True if it counts that nobody says who sent something. */
  isScreened = false;
  /** What this world's engine has signed; none if a signer keeps that, or nobody. */
  record: SigningRecord | undefined;
  /** True if each round is done by a new process, which remembers nothing: slower, and nothing is put off. */
  isForgetful = false;
  /** What it warned of, with what that speaks of. */
  readonly lines: { readonly message: string; readonly facts: object }[] = [];
  readonly database: Database;
  /** The chains that the engine works on; a test can put a faulty one in the place of another. */
  chains: Chain[];
  readonly close: () => Promise<void>;
  private readonly networks: TestNetworks;
  private readonly pool: AddressPool;
  private readonly watched = new WatchedAddresses(
    (facts, message) => void this.lines.push({ message, facts }),
  );
  private catalogue: Catalogue;
  private readonly leases = new Map<string, { readonly lease: Lease; readonly takenAt: number }>();
  /** What the engine does until it is restarted, and with which chains. */
  private working: { readonly chains: readonly Chain[]; readonly jobs: readonly Job[] } | null = null;

  constructor(
    database: Database,
    catalogue: Catalogue,
    networks: TestNetworks,
    chains: readonly string[],
    close: () => Promise<void>,
  ) {
    this.database = database;
    this.close = close;
    this.catalogue = catalogue;
    this.networks = networks;
    this.chains = [...networks.values()]
      .map(({ chain }) => chain)
      .filter(({ name }) => chains.includes(name));
    this.pool = new AddressPool(database, () => this.now);
  }

  get engine(): Engine {
    return {
      database: this.database,
      holder: 'world',
      chains: this.chains,
      clock: () => this.now,
      market: async () => this.market(),
      ...(this.taken !== undefined && { taken: this.taken }),
      screen: (subject) => this.screen(subject),
      isScreened: this.isScreened,
      watched: this.watched,
      sweeping: { worth: 10n ** 19n, intervalS: 0 },
      tell: () => {},
      ...(this.record !== undefined && { record: this.record }),
      warn: (facts, message) => void this.lines.push({ message, facts }),
    };
  }

  market(): Market {
    const prices = Object.entries(this.prices).map(([abbr, text]) => ({
      abbr,
      value: parseFixed(text),
      at: this.pricedAt ?? this.now,
      source: 'test',
      ...this.told[abbr],
    }));
    const { catalogue, settings, fees, now } = this;
    return { catalogue, rates: new Rates(prices), settings, fees, now };
  }

  /** By names, as in Ethereum/USDT. */
  asset(name: string): Asset {
    const [chain = '', abbr = ''] = name.split('/');
    return this.catalogue.find(chain, abbr) as Asset;
  }

  network(chain: string): TestNetwork {
    return [...this.networks.values()].find((each) => each.chain.name === chain) as TestNetwork;
  }

  /** Places an order: 0.05 BTC for ETH, unless it is wished otherwise. A fixed one gets its quote first. */
  async place({ refCode: code, caller = ANYONE, ...wish }: Wish = {}): Promise<Order> {
    const body = {
      exchange_mode: 'float',
      from_chain: 'Bitcoin',
      from_abbr: 'BTC',
      from_quantity: 0.05,
      to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER.Ethereum }],
      ...wish,
    };
    const read = (more: object) => parseJson(JSON.stringify({ ...body, ...more })) as unknown as PlaceRequest;
    await this.refresh();
    const terms = () => agree(this.market(), read({}), caller.account.fees, caller.isLimited);
    const calcId =
      body.exchange_mode === 'fixed'
        ? { calc_id: sealQuote(SEAL_KEY, terms(), read({}), this.now * 1_000) }
        : {};
    return place(
      {
        database: this.database,
        pool: this.pool,
        network: 'test',
        store: orderStore(this.database, () => this.now),
        market: () => this.market(),
        clockMs: () => this.now * 1_000,
        sealKeys: () => [SEAL_KEY],
      },
      {
        request: read(calcId),
        caller,
        idempotencyKey: undefined,
        refCodeName: code,
        refCode: code === undefined ? null : await findRefCode(this.database, code),
      },
    );
  }

  /** Pays to an order's address: what was agreed, or another amount, or another asset. Returns the txid. */
  pay(order: Order, amount?: string, assetName?: string): Promise<string> {
    const asset = assetName === undefined ? this.catalogue.get(order.assetId) : this.asset(assetName);
    const units = amount === undefined ? order.units : toUnits(parseJson(amount) as never, asset.decimals);
    const { network } = this.network(asset.chain.name);
    return payFromFaucet(network, { address: order.address, assetId: asset.id, units });
  }

  /** Mines on a chain, or on all. The engine does not look yet. */
  async mine(blocks = 1, chain?: string): Promise<void> {
    for (const name of chain === undefined ? this.chains.map((each) => each.name) : [chain]) {
      for (let n = 0; n < blocks; n++) await this.network(name).network.mine(this.now);
    }
  }

  /** One round of all the jobs there are, or of those of some chains and of the orders. */
  async round(chains?: readonly string[]): Promise<void> {
    await this.refresh();
    const idle = this.chains
      .filter(({ name }) => chains?.includes(name) === false)
      .map(({ id }) => `chain ${id}`);
    for (const job of this.jobs().filter(({ name }) => !idle.includes(name))) {
      const lease = await this.lease(job.name);
      if (lease !== null) await job.round(this.engine, lease);
    }
  }

  /** The process that works is ended, and another begins: what it remembered is gone. */
  restart(): void {
    this.leases.clear();
    this.working = null;
  }

  /** Renewed when time has passed. */
  private async lease(name: string): Promise<Lease | null> {
    const held = this.leases.get(name);
    if (held?.takenAt === this.now) return held.lease;
    const lease = await takeLease(this.database, name, 'world', this.now, 60);
    if (lease !== null) this.leases.set(name, { lease, takenAt: this.now });
    return lease;
  }

  private jobs(): readonly Job[] {
    if (this.isForgetful) return jobsOf(this.chains);
    const isSame = this.working?.chains.every((chain, n) => chain === this.chains[n]) ?? false;
    if (this.working === null || !isSame || this.working.chains.length !== this.chains.length) {
      this.working = { chains: [...this.chains], jobs: jobsOf(this.chains) };
    }
    return this.working.jobs;
  }

  /** Mines so many blocks one by one, everywhere or on some chains, and lets the engine do all that there is to do after each. */
  async pass(blocks: number, chains: readonly string[] = this.chains.map(({ name }) => name)): Promise<void> {
    for (let n = 0; n < blocks; n++) {
      for (const name of chains) await this.mine(1, name);
      await this.round(chains);
      await this.round(chains);
    }
  }

  /**
   * Enough blocks for whatever is under way: a deposit, then its payouts. They come where something is under way, and the
   * last one everywhere. Fewer, once nothing is before a block and after it.
   */
  async settle(most = SETTLE_BLOCKS): Promise<void> {
    await this.round();
    let busy = await this.busyChains();
    for (let n = 0; n < most; n++) {
      const wasAtRest = busy.length === 0;
      await (wasAtRest || n === most - 1 ? this.pass(1) : this.pass(1, busy));
      busy = await this.busyChains();
      if (wasAtRest && busy.length === 0) return;
    }
  }

  /** The chains on which something waits for a block, or an engine has something to do. */
  async busyChains(): Promise<string[]> {
    const waiting = await this.rows<{ chain_id: number }>(
      "SELECT DISTINCT chain_id FROM sim_tx WHERE state = 'waiting'",
    );
    const busy: string[] = [];
    for (const { id, name } of this.chains) {
      const isAwaited = waiting.some(({ chain_id }) => chain_id === id);
      if (isAwaited || Object.values(await openWork(this.database, id)).includes(true)) busy.push(name);
    }
    return busy;
  }

  /** Gives the treasuries their first coins. */
  async fund(): Promise<void> {
    for (const { id, name } of this.chains) {
      const { network, chain, treasury } = this.network(name);
      const assets = this.catalogue.assets.filter((asset) => asset.chain.id === id);
      await fundTreasury(network, chain, treasury, assets);
    }
  }

  /** The order as it is stored now. */
  order({ id }: Order): Promise<Order> {
    return orderById(this.database, id);
  }

  async status(order: Order): Promise<number> {
    return (await this.order(order)).status;
  }

  /** As order/query shows it. */
  async shown(order: Order): Promise<QueriedOrder> {
    return queriedOrder(await this.order(order), this.market());
  }

  /** Rows of any statement, for what the interface does not show. */
  async rows<T extends object>(sql: string, values: unknown[] = []): Promise<T[]> {
    return (await this.database.query<T>(sql, values)).rows;
  }

  async freezeReason({ id }: Order): Promise<string | null> {
    const [row] = await this.rows<{ freeze_reason: string | null }>(
      'SELECT freeze_reason FROM orders WHERE id = $1',
      [id],
    );
    return row?.freeze_reason ?? null;
  }

  /** What an address has received in the chain. */
  async received(address: string, assetName: string): Promise<bigint> {
    const [row] = await this.rows<{ units: string }>(
      `SELECT coalesce(sum(m.units), 0)::text AS units FROM sim_move m
         JOIN sim_tx t ON t.chain_id = m.chain_id AND t.txid = m.txid AND t.state = 'mined'
        WHERE m.address = $1 AND m.asset_id = $2 AND m.index IS NOT NULL`,
      [address, this.asset(assetName).id],
    );
    return BigInt(row?.units ?? 0);
  }

  get warnings(): string[] {
    return this.lines.map(({ message }) => message);
  }

  /** Says how much of an asset there should be. */
  aim(name: string, targetUnits: bigint): void {
    const { id } = this.asset(name);
    const aimed = (asset: Asset) => (asset.id === id ? { ...asset, targetUnits } : asset);
    this.catalogue = new Catalogue(this.catalogue.assets.map(aimed));
  }

  /** What is free is read anew, as a node does twice a second. */
  private async refresh(): Promise<void> {
    this.catalogue = this.catalogue.withTreasury(await readTreasury(this.database));
  }
}

/** A past that several tests begin with, by its name: lived through by the first of them. */
export type Past = readonly [name: string, live: (world: World) => Promise<void>];

/** A world whose treasuries are filled, followed and confirmed; with a past, if it has one. */
export async function openWorld(chains: readonly string[] = TWO_CHAINS, past?: Past): Promise<World> {
  const [name, live] = past ?? ['swapdesk_world'];
  const begin = (made: Database) =>
    fill(made).then(async () => live?.(await inhabit(made, chains, async () => {})));
  const { database, drop } = await createTestDatabase(5, { name, fill: begin });
  return inhabit(database, chains, drop);
}

async function inhabit(
  database: Database,
  chains: readonly string[],
  close: () => Promise<void>,
): Promise<World> {
  const catalogue = await loadCatalogue(database);
  return new World(database, catalogue, await openTestNetworks(database, catalogue.assets), chains, close);
}

async function fill(database: Database): Promise<void> {
  await fillSpaces(database);
  const world = await inhabit(database, [...FOUR_CHAINS, 'Solana'], () => database.end());
  await world.round();
  await world.fund();
  await world.pass(3);
}
