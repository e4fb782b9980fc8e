import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { normalizeQueryCode } from '../../../packages/contract/src/index.ts';
import { checksummed } from '../../../packages/service/src/chains/evm/checksum.ts';
import {
  decodeUnits,
  encodeBalanceOf,
  encodeTransfer,
} from '../../../packages/service/src/chains/evm/erc20.ts';
import { AlteringProxy } from '../../support/altering-proxy.ts';
import type { CoreKind } from '../../support/core-kinds.ts';
import { CoreNode } from '../../support/core-node.ts';
import {
  createDeskStore,
  createEmbeddedDesk,
  type DeskStore,
  type EmbeddedDesk,
} from '../../support/desk-store.ts';
import { EvmNode } from '../../support/evm-node.ts';
import type { NodePair } from '../../support/found-nodes.ts';
import { runHere } from '../../support/run-here.ts';
import { type Ended, type RunningService, startService } from '../../support/service.ts';
import { booked, held, isQuiet, isUpToDate } from './books.ts';
import { Examiner } from './examiner.ts';
import { fund, whenOffered } from './first-funds.ts';
import { type ShownOrder, type StoredPayment, sourceOf } from './orders-as-told.ts';
import { startSigner } from './start-signer.ts';
import { coinUnits } from './units.ts';
import { type ChainSettings, chainsOf, changeConfig, prepareStore, writeConfig } from './write-config.ts';

const PATIENCE_MS = 180_000;
/** Somewhat longer than the service pauses between two looks at a chain. */
const ROUND_MS = 600;
const LOOK_MS = 25;
/** About what the service takes to do all that a block brings, once it has followed it. */
const SETTLE_MS = 50;

export interface Placed {
  readonly code: string;
  readonly manageCode: string;
  readonly address: string;
  readonly quantity: number;
}

/** A chain and a coin on it, as in Ethereum:USDT. */
export type AssetName = `${'Litecoin' | 'Bitcoin' | 'Ethereum'}:${string}`;

export interface WorldOptions {
  /** The contract of `test/nodes/contracts` that is USDT here; by default of the kind that returns nothing. */
  readonly token?: string;
  /** So many endpoints before the Ethereum node, each of which can be told to answer otherwise; 0: it is asked straight away. */
  readonly proxies?: number;
  /** What the configuration says of the chains beyond how to reach them. */
  readonly settings?: (coins: CoreKind) => ChainSettings;
  /** Options of the node of coins. */
  readonly coreOptions?: readonly string[];
  /** If given, the keys are in a process of their own, whose data folder the service does not know. */
  readonly signerRules?: ((coin: AssetName) => object) | null;
  /** True: the service has its own database, in its data folder. */
  readonly isEmbedded?: boolean;
}

/** Two real nodes, a real database, and the service between them in a process of its own. */
export class RealWorld {
  /** The chain of coins. */
  readonly core: CoreNode;
  readonly ethereum: EvmNode;
  /** The endpoints by which the service reaches it, where it does not do so straight away. */
  readonly proxies: readonly AlteringProxy[];
  /** ERC-20 with 6 decimals. */
  readonly usdt: string;
  readonly store: DeskStore | EmbeddedDesk;
  readonly env: Record<string, string>;
  service: RunningService;
  /** Who holds the keys, if not the service. */
  readonly signer: RunningService | null;
  private readonly examiner: Examiner;
  private isClosed = false;

  private constructor(
    parts: Pick<RealWorld, 'core' | 'ethereum' | 'proxies' | 'usdt' | 'store' | 'env' | 'service' | 'signer'>,
  ) {
    ({ core: this.core, ethereum: this.ethereum, usdt: this.usdt, store: this.store, env: this.env } = parts);
    this.proxies = parts.proxies;
    this.service = parts.service;
    this.signer = parts.signer;
    this.examiner = new Examiner(parts.store.database, parts.env);
  }

  /** Starts everything and fills the treasuries. When it is open, whatever a test asks for is there: prices, addresses, funds. */
  static async open(
    { core: coreKind, evm }: NodePair,
    {
      token = 'SilentToken',
      proxies: count = 0,
      settings = () => ({}),
      coreOptions = [],
      signerRules = null,
      isEmbedded = false,
    }: WorldOptions = {},
  ): Promise<RealWorld> {
    const [core, ethereum, store] = await Promise.all([
      CoreNode.start(coreKind, [...coreKind.endless, ...coreOptions]),
      EvmNode.start({ kind: evm }),
      isEmbedded ? createEmbeddedDesk('regtest', prepareStore) : createDeskStore(5, 'regtest'),
    ]);
    await ethereum.rpc.call('evm_setAutomine', [false]);
    if (!isEmbedded) await prepareStore(store.database);
    const usdt = await ethereum.deploy(token);
    const { folder } = store;
    const proxies = await Promise.all(Array.from({ length: count }, () => AlteringProxy.start(ethereum.rpc)));
    const endpoints = count === 0 ? [ethereum.url] : proxies.map(({ url }) => url);
    const chains = chainsOf(core, endpoints, usdt);
    const { SWAPDESK_PASSPHRASE, ...others } = store.env;
    const env: Record<string, string> = {
      ...(signerRules === null ? store.env : others),
      ...(await writeConfig(folder, chains, signerRules !== null)),
    };
    await changeConfig(folder, settings(coreKind));
    const signer =
      signerRules === null ? null : await startSigner(folder, env, signerRules(coinOf(coreKind)));
    const service = await startService(env);
    const world = new RealWorld({ core, ethereum, proxies, usdt, store, env, service, signer });
    await fund(world);
    await whenOffered(world);
    return world;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.service.stop();
    await this.signer?.stop();
    await this.store.drop();
    await Promise.all([this.core.stop(), this.ethereum.stop(), ...this.proxies.map((each) => each.stop())]);
  }

  /** Starts the service again after it was killed. */
  async restart(): Promise<void> {
    // A test that its timeout has ended goes on all the same; nobody would stop what it starts.
    if (this.isClosed) throw new Error('this world is closed');
    this.service = await startService(this.env);
    if (this.isClosed) await this.service.kill();
  }

  /** Starts the service again with other settings of its chains. */
  async restartWith(settings: ChainSettings): Promise<void> {
    await this.service.stop();
    await changeConfig(this.store.folder, settings);
    await this.restart();
  }

  swapdesk(...args: string[]): Promise<Ended> {
    return runHere(args, this.env);
  }

  /** The coin of the chain of coins. */
  get coin(): AssetName {
    return coinOf(this.core.kind);
  }

  /** Where the treasury is, on Ethereum or on the chain of coins. */
  async treasury(of: 'evm' | 'coins'): Promise<string> {
    const space = of === 'evm' ? 'evm' : this.core.kind.chain.toLowerCase();
    const { rows } = await this.store.database.query('SELECT treasury FROM address_space WHERE name = $1', [
      space,
    ]);
    return rows[0].treasury;
  }

  /** Both chains go on by a block. */
  async mine(blocks = 1): Promise<void> {
    for (let n = 0; n < blocks; n++) await Promise.all([this.core.mine(), this.ethereum.mine()]);
    this.hasNews();
  }

  /** Has the service look at its chains at once, if it runs: it need not wait for its next look. */
  private hasNews(): void {
    const { process: running } = this.service;
    if (running.exitCode === null && running.signalCode === null) running.kill('SIGUSR2');
  }

  /** Mines until something is so; fails with what the service printed if it takes too long. */
  async mineUntil<T>(what: string, look: () => Promise<T | false | undefined>): Promise<T> {
    const giveUp = Date.now() + PATIENCE_MS;
    for (;;) {
      const found = await look();
      if (found !== false && found !== undefined) return found;
      if (Date.now() > giveUp) throw new Error(`in vain: ${what}\n${this.service.output().slice(-4_000)}`);
      await this.mine();
      await this.follows();
    }
  }

  /** Waits without mining. */
  async until<T>(what: string, look: () => Promise<T | false | undefined>, everyMs = 100): Promise<T> {
    const giveUp = Date.now() + PATIENCE_MS;
    for (;;) {
      const found = await look();
      if (found !== false && found !== undefined) return found;
      if (Date.now() > giveUp) throw new Error(`in vain: ${what}\n${this.service.output().slice(-4_000)}`);
      this.hasNews();
      await sleep(everyMs);
    }
  }

  async call(
    path: string,
    body: object,
  ): Promise<{ code: number; msg: string; data: Record<string, unknown> }> {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(this.service.url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { code: number; msg: string; data: Record<string, unknown> };
  }

  /** Places an order that pays to one or several receivers. */
  async place(
    from: AssetName,
    quantity: number,
    receivers: readonly { readonly to: AssetName; readonly address: string; readonly ratio?: number }[],
    more: object = {},
  ): Promise<Placed> {
    const { data, msg } = await this.call('/openapi/order/place', {
      exchange_mode: 'float',
      ...sourceOf(from, quantity),
      to_address: receivers.map(({ to, address, ratio }) => {
        const [to_chain, to_abbr] = to.split(':');
        return { to_chain, to_abbr, to_address: address, ...(ratio !== undefined && { to_ratio: ratio }) };
      }),
      ...more,
    });
    if (msg !== 'success') throw new Error(`not placed: ${msg}`);
    const { query_code = '', manage_code = '', address = '' } = data as Record<string, string>;
    return { code: query_code, manageCode: manage_code, address, quantity };
  }

  /** Places an order at a fixed rate. */
  async placeFixed(
    from: AssetName,
    quantity: number,
    receiver: { to: AssetName; address: string },
  ): Promise<Placed> {
    const [to_chain, to_abbr] = receiver.to.split(':');
    const { data } = await this.call('/openapi/order/calculate', {
      exchange_mode: 'fixed',
      ...sourceOf(from, quantity),
      to_address: [{ to_chain, to_abbr }],
    });
    return this.place(from, quantity, [receiver], { exchange_mode: 'fixed', calc_id: data.calc_id });
  }

  async shown({ code }: Placed): Promise<ShownOrder> {
    const answer = await fetch(`${this.service.url}/openapi/order/query?query_code=${code}`);
    return ((await answer.json()) as { data: ShownOrder }).data;
  }

  reaches(order: Placed, status: number): Promise<ShownOrder> {
    return this.mineUntil(`status ${status}`, async () => {
      const shown = await this.shown(order);
      return shown.status === status && shown;
    });
  }

  sees(order: Placed, status: number): Promise<ShownOrder> {
    return this.until(`status ${status}`, async () => {
      const shown = await this.shown(order);
      return shown.status === status && shown;
    });
  }

  payEther(address: string, units: bigint): Promise<string> {
    return this.ethereum.send({ to: address, value: units });
  }

  payToken(address: string, units: bigint): Promise<string> {
    return this.ethereum.send({ to: this.usdt, data: encodeTransfer(address, units) });
  }

  /** An account that nobody has used. */
  stranger(): string {
    return checksummed(randomBytes(20));
  }

  async balanceOf(address: string): Promise<bigint> {
    return BigInt(await this.ethereum.rpc.call<string>('eth_getBalance', [address, 'latest']));
  }

  async tokensOf(address: string): Promise<bigint> {
    return decodeUnits(
      await this.ethereum.rpc.call<string>('eth_call', [
        { to: this.usdt, data: encodeBalanceOf(address) },
        'latest',
      ]),
    );
  }

  /** What an address of the user has received, in base units. */
  async receivedCoins(address: string): Promise<bigint> {
    return coinUnits(await this.core.user.call('getreceivedbyaddress', address, 1));
  }

  /** What has to be paid for an order, in base units, as the store has it. */
  async owed({ code }: Placed): Promise<{ address: string; units: bigint; state: string }[]> {
    const { rows } = await this.store.database.query<{ address: string; units: string; state: string }>(
      `SELECT p.address, p.units::text, p.state FROM payout p JOIN orders o ON o.id = p.order_id
        WHERE o.query_code = $1 ORDER BY p.id`,
      [normalizeQueryCode(code)],
    );
    return rows.map((row) => ({ ...row, units: BigInt(row.units) }));
  }

  /** All payments that carry what an order is owed, replaced ones too, oldest first. */
  async payments({ code }: Placed): Promise<StoredPayment[]> {
    const { rows } = await this.store.database.query<StoredPayment>(
      `SELECT DISTINCT y.id, y.txid, y.bytes, y.state, nullif(y.payment_id, y.id) AS replaces, y.is_failed
         FROM payout p JOIN orders o ON o.id = p.order_id
         JOIN attempt y ON y.payment_id = p.payment_id
        WHERE o.query_code = $1 ORDER BY y.id`,
      [normalizeQueryCode(code)],
    );
    return rows;
  }

  /** Waits until the network has been given the payment of an order. */
  sent(order: Placed): Promise<StoredPayment> {
    return this.until('its payment to be sent', async () => {
      const newest = (await this.payments(order)).at(-1);
      return newest?.state === 'sent' && newest;
    });
  }

  /** Time passes for an order, up to its end or beyond the time in which late payments are taken. */
  async letPass({ code }: Placed, what: 'expires_at' | 'late_until'): Promise<void> {
    await this.store.database.query(
      `UPDATE orders SET ${what} = extract(epoch FROM now())::bigint - 2 WHERE query_code = $1`,
      [normalizeQueryCode(code)],
    );
  }

  /** Time passes for payments that no block has taken, all of them or those from one account. */
  async letPaymentsWait(what: 'signed_at' | 'sent_at', seconds: number, source?: string): Promise<void> {
    await this.store.database.query(
      `UPDATE attempt a SET ${what} = a.${what} - $1 FROM payment p
        WHERE p.id = a.payment_id AND a.state IN ('signed', 'sent') AND ($2::text IS NULL OR p.source = $2)`,
      [seconds, source ?? null],
    );
  }

  /** All is done and booked, and the books agree with what the nodes themselves say. */
  async balanced(): Promise<void> {
    await this.mineUntil('nothing to be under way', () => isQuiet(this));
    await this.agrees();
  }

  /** As of now, without another block, the books agree with what the nodes themselves say. */
  async agrees(): Promise<void> {
    await this.until('all blocks to be followed', () => this.isUpToDate());
    const findings = await this.examiner.books();
    const compared = [this.coin, 'Ethereum:ETH', 'Ethereum:USDT'].map((asset) => asset.replace(':', ' '));
    const isEachCompared = compared.every((asset) => findings.some(({ what }) => what === `${asset}: books`));
    if (!isEachCompared || findings.some(({ isWell }) => !isWell))
      throw new Error(`the books do not agree:\n${JSON.stringify(findings, null, 2)}`);
    const books = await booked(this);
    for (const [asset, units] of Object.entries(await held(this))) {
      if (books[asset] === units) continue;
      throw new Error(`the books say ${books[asset]} units of ${asset}, the nodes ${units}`);
    }
  }

  /** The operator decides about a frozen order. */
  async resolve({ code }: Placed, ...decision: string[]): Promise<void> {
    const { code: ended, output } = await this.swapdesk('order', 'resolve', code, ...decision);
    if (ended !== 0) throw new Error(output);
  }

  /** Waits until the service has followed what was mined, but no longer than it usually takes: it may be down, or in doubt. */
  private async follows(): Promise<void> {
    const giveUp = Date.now() + ROUND_MS;
    while (Date.now() < giveUp && !(await this.isUpToDate())) await sleep(LOOK_MS);
    // What a block brought is done in other rounds than that which followed it.
    this.hasNews();
    await sleep(SETTLE_MS);
  }

  /** True if the service has followed both chains to their ends. */
  isUpToDate(): Promise<boolean> {
    return isUpToDate(this);
  }
}

function coinOf({ chain, abbr }: CoreKind): AssetName {
  return `${chain}:${abbr}`;
}
