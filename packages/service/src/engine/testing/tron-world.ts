import { toHex } from '../../chains/tron/account.ts';
import {
  strangers,
  TestWallet,
  testChain,
  trxPayment,
  USDT,
  usdtPayment,
} from '../../chains/tron/testing/test-chain.ts';
import { KINDS, TronTestNetwork } from '../../chains/tron/testing/test-network.ts';
import { TronTestNode } from '../../chains/tron/testing/test-node.ts';
import type { Order } from '../../orders/order.ts';
import { openWorld, type World } from './world.ts';

const TRON_ID = 8;

/** How large a world is. */
export interface TronWorldOptions {
  /** Of ours that orders can be given. */
  readonly addresses?: number;
  /** Two have to agree. */
  readonly endpoints?: number;
  /** What an account of the operator's has staked for energy that deposit addresses are lent; none: nobody lends. */
  readonly stakedUnits?: bigint;
}

/** A world in which TRON is no test network, but spoken to over nodes. */
export class TronWorld {
  readonly world: World;
  readonly network: TronTestNetwork;
  readonly stranger: string;
  /** Who may lend energy. */
  readonly operator: string;
  /** Nothing that is sent gets into a block. */
  isDeaf = false;
  readonly nodes: readonly TronTestNode[];
  private readonly addresses: readonly string[];

  private constructor(
    world: World,
    network: TronTestNetwork,
    nodes: readonly TronTestNode[],
    addresses: readonly string[],
  ) {
    this.world = world;
    this.network = network;
    this.nodes = nodes;
    this.addresses = addresses;
    this.stranger = new TestWallet().address(50);
    this.operator = new TestWallet().address(60);
  }

  static async open({
    addresses: count = 10,
    endpoints = 2,
    stakedUnits,
  }: TronWorldOptions = {}): Promise<TronWorld> {
    const world = await openWorld(['Ethereum', 'TRON']);
    // Nodes are asked at intervals of real time: a new process looks at once.
    world.isForgetful = true;
    const wallet = new TestWallet();
    const treasury = wallet.address(0);
    const addresses = Array.from({ length: count }, (_, n) => wallet.address(100 + n));
    await moveIn(world, treasury, addresses);
    const network = new TronTestNetwork(world.now * 1_000);
    network.unsolid = 2;
    network.addToken(USDT, { decimals: 6 });
    network.account(treasury).balance = world.asset('TRON/TRX').treasuryUnits;
    network.mint(USDT, treasury, world.asset('TRON/USDT').treasuryUnits);
    const nodes: TronTestNode[] = [];
    for (let n = 0; n < endpoints; n++) nodes.push(await TronTestNode.start(network));
    const operator = wallet.address(60);
    const energy = stakedUnits === undefined ? null : { account: operator, permission: 2 };
    const chain = testChain(nodes, wallet, { energy });
    world.chains = world.chains.map((each) => (each.name === 'TRON' ? chain : each));
    const opened = new TronWorld(world, network, nodes, [treasury, ...addresses]);
    network.account(opened.stranger).balance = 1_000_000_000_000n;
    Object.assign(network.account(operator), {
      balance: 1_000_000_000n,
      frozen: stakedUnits ?? 0n,
      permissions: [{ id: 2, key: toHex(treasury), kinds: Object.values(KINDS) }],
    });
    network.mint(USDT, opened.stranger, 1_000_000_000_000n);
    network.mine(25);
    await world.round();
    return opened;
  }

  async close(): Promise<void> {
    // One may have been killed before.
    await Promise.all(this.nodes.map((node) => node.stop().catch(() => undefined)));
    await this.world.close();
  }

  /** A stranger pays what an order asks for, or more or less, or as many units of the other asset. */
  pay({ address, units, assetId }: Order, more = 0n, isOther = false): string {
    const isNative = assetId === this.world.asset('TRON/TRX').id;
    const payment = isNative === isOther ? usdtPayment : trxPayment;
    return this.network.enqueue(strangers(this.network, payment(this.stranger, address, units + more)));
  }

  /** Somebody pays TRX. */
  sendFrom(from: string, to: string, units: bigint): string {
    return this.network.enqueue(strangers(this.network, trxPayment(from, to, units)));
  }

  /** Blocks come everywhere, and the engine does what there is to do after each. */
  async pass(blocks: number, gapMs = 3_000): Promise<void> {
    for (let n = 0; n < blocks; n++) {
      if (this.isDeaf) this.network.pending = [];
      this.network.mine(1, gapMs);
      this.world.now += Math.floor(gapMs / 1_000);
      await this.world.mine(1, 'Ethereum');
      await this.world.round();
    }
  }

  /** What we hold of an asset on the network, less what the ledger says. */
  async difference(name: 'TRON/TRX' | 'TRON/USDT'): Promise<bigint> {
    const { id, contract } = this.world.asset(name);
    const { accounts, tokens } = this.network.newest.state;
    const holders = contract === null ? null : tokens.get(toHex(USDT));
    const held = (address: string) =>
      (holders === null ? accounts.get(toHex(address))?.balance : holders?.get(toHex(address))) ?? 0n;
    const [row] = await this.world.rows<{ units: string }>(
      "SELECT coalesce(sum(units), 0)::text AS units FROM ledger_entry WHERE account = 'wallet' AND asset_id = $1",
      [id],
    );
    return this.addresses.reduce((sum, address) => sum + held(address), 0n) - BigInt(row?.units ?? 0);
  }

  /** What somebody has of USDT. */
  usdtOf(address: string): bigint {
    return this.network.newest.state.tokens.get(toHex(USDT))?.get(toHex(address)) ?? 0n;
  }
}

/** Addresses of which we have the keys, and no block of TRON that was followed yet. */
async function moveIn(world: World, treasury: string, addresses: readonly string[]): Promise<void> {
  await world.rows("UPDATE address_space SET treasury = $1, derived = $2 WHERE name = 'tron'", [
    treasury,
    addresses.length,
  ]);
  await world.rows("DELETE FROM deposit_address WHERE space = 'tron'");
  await world.rows(
    `INSERT INTO deposit_address (space, index, address)
     SELECT 'tron', n - 1, address FROM unnest($1::text[]) WITH ORDINALITY AS t (address, n)`,
    [addresses],
  );
  await world.rows('DELETE FROM followed_block WHERE chain_id = $1', [TRON_ID]);
}
