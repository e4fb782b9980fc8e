import { setTimeout as sleep } from 'node:timers/promises';
import { createDeskStore, type DeskStore } from '../../support/desk-store.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { CHAIN_IDS, FAMILY_ASSETS, type FamilyAsset, FamilyNetworks } from './family-networks.ts';
import { sourceOf } from './orders-as-told.ts';
import { startSigner } from './start-signer.ts';
import { prepareStore, writeConfig } from './write-config.ts';

const PATIENCE_MS = 180_000;
/** Somewhat longer than the service pauses between two looks at a chain. */
const ROUND_MS = 600;
const LOOK_MS = 25;
/** About what the service takes to do all that a block brings, once it has followed it. */
const SETTLE_MS = 50;
/** In base units. */
const TREASURY: Readonly<Record<FamilyAsset, bigint>> = {
  'TRON:TRX': 1_000_000_000_000n,
  'TRON:USDT': 500_000_000_000n,
  'Solana:SOL': 5_000_000_000_000n,
  'Solana:USDC': 500_000_000_000n,
};

/** An order as its client knows it. */
export interface FamilyOrder {
  readonly from: FamilyAsset;
  readonly quantity: number;
  readonly to: FamilyAsset;
  readonly receiver: string;
  /** Makes sure that asking twice places one. */
  readonly id: string;
}

/** TRON and Solana, each over nodes of its own, a real database, and the service between them in a process of its own. */
export class FamilyWorld {
  readonly networks: FamilyNetworks;
  readonly store: DeskStore;
  service: RunningService;
  /** Who holds the keys, if not the service. */
  readonly signer: RunningService | null;
  /** What services printed that have been killed. */
  readonly outputs: string[] = [];
  private readonly env: Record<string, string>;
  private isStruck = false;

  private constructor(
    parts: Pick<FamilyWorld, 'networks' | 'store' | 'service' | 'signer'>,
    env: Record<string, string>,
  ) {
    this.networks = parts.networks;
    this.store = parts.store;
    this.service = parts.service;
    this.signer = parts.signer;
    this.env = env;
  }

  /** Starts everything and fills the treasuries. `hasSigner`: the keys are in a process of their own. `more`: what else the service is told. */
  static async open({ hasSigner = false, more = {} as Record<string, string> } = {}): Promise<FamilyWorld> {
    const networks = await FamilyNetworks.open();
    const store = await createDeskStore(5, 'regtest');
    await prepareStore(store.database);
    const { chains } = networks;
    const { SWAPDESK_PASSPHRASE, ...others } = store.env;
    const env = {
      ...(hasSigner ? others : store.env),
      ...(await writeConfig(store.folder, chains, hasSigner)),
      ...more,
    };
    const nodes = {
      TRON: { endpoints: chains.TRON.endpoints },
      Solana: { endpoints: chains.Solana.endpoints },
    };
    const signer = hasSigner ? await startSigner(store.folder, env, { nodes }) : null;
    const service = await startService(env);
    const world = new FamilyWorld({ networks, store, service, signer }, env);
    await world.fund();
    return world;
  }

  async close(): Promise<void> {
    await this.service.stop();
    await this.signer?.stop();
    await this.store.drop();
    await this.networks.close();
  }

  get isRunning(): boolean {
    const { exitCode, signalCode } = this.service.process;
    return !this.isStruck && exitCode === null && signalCode === null;
  }

  /** Ends the service without warning, in this very moment. */
  strike(): void {
    this.isStruck = true;
    this.service.process.kill('SIGKILL');
  }

  /** Starts the service again after it was killed, as if its leases had run out meanwhile. */
  async restart(): Promise<void> {
    await this.service.kill();
    this.outputs.push(this.service.output());
    await this.store.database.query('UPDATE lease SET until = 0');
    this.service = await startService(this.env);
    this.isStruck = false;
  }

  /** Blocks come, and the service has the time that it usually takes to follow them; it may be down. */
  async mine(): Promise<void> {
    this.networks.mine();
    const giveUp = Date.now() + ROUND_MS;
    this.hurry();
    while (this.isRunning && Date.now() < giveUp && !(await this.isUpToDate())) await sleep(LOOK_MS);
    this.hurry();
    await sleep(SETTLE_MS);
  }

  /** Mines until something is so; fails with what the service printed if it takes too long. */
  async mineUntil(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const giveUp = Date.now() + PATIENCE_MS;
    while (!(await isSo())) {
      if (Date.now() > giveUp) throw new Error(`in vain: ${what}\n${this.service.output().slice(-4_000)}`);
      await this.mine();
    }
  }

  /** Where to pay; null if the service does not answer, or not yet. */
  async place({ from, quantity, to, receiver, id }: FamilyOrder): Promise<string | null> {
    const [to_chain, to_abbr] = to.split(':');
    const answer = await fetch(`${this.service.url}/openapi/order/place`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        exchange_mode: 'float',
        ...sourceOf(from, quantity),
        to_address: [{ to_chain, to_abbr, to_address: receiver }],
        client_order_id: id,
      }),
    }).catch(() => null);
    const json = (await answer?.json().catch(() => null)) as { data?: { address?: string } } | null;
    return json?.data?.address ?? null;
  }

  /** How many orders there are of each status. */
  async countByStatus(): Promise<Record<number, number>> {
    const { rows } = await this.store.database.query<{ status: number; n: number }>(
      'SELECT status, count(*)::int AS n FROM orders GROUP BY status',
    );
    return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
  }

  /** True if nothing is under way, and nothing is left to be brought in. */
  async isAtRest(): Promise<boolean> {
    const { rows } = await this.store.database.query<{ is_at_rest: boolean }>(
      `SELECT NOT EXISTS (SELECT 1 FROM attempt WHERE state IN ('signed', 'sent', 'mined'))
          AND NOT EXISTS (SELECT 1 FROM coin) AND NOT EXISTS (SELECT 1 FROM lost_payment WHERE NOT is_idle) AS is_at_rest`,
    );
    return rows[0]?.is_at_rest === true;
  }

  private async fund(): Promise<void> {
    const { database } = this.store;
    const { rows } = await database.query<{ name: string; treasury: string }>(
      'SELECT c.name, s.treasury FROM chain c JOIN address_space s ON s.name = c.address_space WHERE c.id = ANY ($1)',
      [Object.values(CHAIN_IDS)],
    );
    for (const asset of FAMILY_ASSETS) {
      const { treasury } = rows.find(({ name }) => asset.startsWith(name)) as { treasury: string };
      this.networks.pay(asset, treasury, TREASURY[asset]);
    }
    await this.mineUntil('the treasuries to be booked', async () => {
      const { rows: booked } = await database.query(
        "SELECT 1 FROM ledger_balance WHERE account = 'treasury' AND units <> 0",
      );
      return booked.length === FAMILY_ASSETS.length;
    });
  }

  private async isUpToDate(): Promise<boolean> {
    const { finalHashes } = this.networks;
    const { rowCount } = await this.store.database.query(
      'SELECT 1 FROM followed_block WHERE hash = ANY ($1)',
      [finalHashes],
    );
    return rowCount === finalHashes.length;
  }

  /** Has the service look at its chains at once: it need not wait for its next look. */
  private hurry(): void {
    if (this.isRunning) this.service.process.kill('SIGUSR2');
  }
}
