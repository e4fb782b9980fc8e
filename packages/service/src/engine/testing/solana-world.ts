import { MOST_NONCE_ACCOUNTS } from '../../chains/durable.ts';
import { nonceAccountOf } from '../../chains/solana/derived-address.ts';
import type { TokenPlace } from '../../chains/solana/instructions.ts';
import { TOKEN, TOKEN_2022 } from '../../chains/solana/program-ids.ts';
import { TestDesk } from '../../chains/solana/testing/test-desk.ts';
import type { Order } from '../../orders/order.ts';
import { wrongsOf } from './books.ts';
import { openWorld, type World } from './world.ts';

const SOLANA_ID = 9;
/** Blocks that are confirmed, and not final yet. */
const NOT_FINAL = 2;
/** USDT is of the newer token program here. */
const TOKENS = [
  ['Solana/USDC', TOKEN],
  ['Solana/USDT', TOKEN_2022],
] as const;

export type SolanaAsset = 'Solana/SOL' | (typeof TOKENS)[number][0];
export const SOLANA_ASSETS = ['Solana/SOL', ...TOKENS.map(([name]) => name)] as const;

/** A world in which Solana is no test network, but spoken to over nodes whose ledger runs the real programs. */
export class SolanaWorld {
  readonly world: World;
  readonly desk: TestDesk;

  private constructor(world: World, desk: TestDesk) {
    this.world = world;
    this.desk = desk;
  }

  static async open(
    others: readonly string[] = ['Ethereum'],
    endpoints = 2,
    addresses = ADDRESSES,
  ): Promise<SolanaWorld> {
    const world = await openWorld([...others, 'Solana']);
    const desk = await TestDesk.open(endpoints, world.asset('Solana/USDC').contract as string, addresses);
    const opened = new SolanaWorld(world, desk);
    await moveIn(world, desk);
    desk.ledger.put(desk.treasury, null);
    desk.ledger.fund(desk.treasury, world.asset('Solana/SOL').treasuryUnits);
    for (const [name] of TOKENS) {
      const place = opened.place(name);
      desk.putMint(place.mint, place.program);
      desk.putTokens(desk.stranger, 1_000_000_000_000n, place);
      desk.putTokens(desk.treasury, world.asset(name).treasuryUnits, place);
    }
    // Its nodes are asked in every round: rounds come faster here than those of a service.
    const chain = desk.chain({
      clock: () => world.now,
      poll: { busyS: 0, idleS: 0 },
      tokens: () =>
        TOKENS.map(([name]) => {
          const { id, abbr, contract } = world.asset(name);
          return { id, abbr, contract: contract as string };
        }),
    });
    world.chains = world.chains.map((each) => (each.name === 'Solana' ? chain : each));
    await opened.pass(NOT_FINAL + 1);
    return opened;
  }

  async close(): Promise<void> {
    await this.desk.close();
    await this.world.close();
  }

  /** A stranger pays what an order asks for, or more; or in something else. */
  pay({ address, units, assetId }: Order, more = 0n, name = this.nameOf(assetId)): string {
    // A process that works notes within a second that an order waits; one that begins knows at once.
    this.world.restart();
    if (name === 'Solana/SOL') return this.desk.pay(address, units + more);
    return this.desk.pay(address, units + more, this.world.asset(name).id, this.place(name));
  }

  /** Blocks come everywhere, and the engine does what there is to do after each. */
  async pass(blocks: number): Promise<void> {
    for (let n = 0; n < blocks; n++) {
      this.desk.ledger.makeBlock();
      this.desk.ledger.finalize(NOT_FINAL);
      this.world.now = Math.max(this.world.now, this.desk.ledger.newest.time);
      for (const { name } of this.world.chains) if (name !== 'Solana') await this.world.mine(1, name);
      await this.world.round();
    }
  }

  /** Where the accounts of a token are. */
  place(name: SolanaAsset): TokenPlace {
    const [, program] = TOKENS.find(([token]) => token === name) ?? TOKENS[0];
    return { mint: this.world.asset(name).contract as string, program };
  }

  /** What an address has of an asset in final blocks. */
  held(address: string, name: SolanaAsset): bigint {
    const { slot } = this.desk.ledger.final;
    if (name === 'Solana/SOL') return this.desk.ledger.accountAt(address, slot)?.lamports ?? 0n;
    const account = this.desk.ledger.accountAt(this.desk.tokenAccount(address, this.place(name)), slot);
    return account === null ? 0n : Buffer.from(account.data).readBigUInt64LE(64);
  }

  /** What we hold on the network, less what the ledger says. */
  async difference(name: SolanaAsset): Promise<bigint> {
    const { treasury, deposits } = this.desk;
    const nonces = Array.from({ length: MOST_NONCE_ACCOUNTS }, (_, n) => nonceAccountOf(treasury, n));
    const held = [treasury, ...deposits, ...nonces].reduce((sum, each) => sum + this.held(each, name), 0n);
    const [row] = await this.world.rows<{ units: string }>(
      "SELECT coalesce(sum(units), 0)::text AS units FROM ledger_entry WHERE account = 'wallet' AND asset_id = $1",
      [this.world.asset(name).id],
    );
    return held - BigInt(row?.units ?? 0);
  }

  /** All that is wrong with the books. Those of the test network that Solana was before say nothing of it. */
  async wrongs(): Promise<unknown[]> {
    const ids = SOLANA_ASSETS.map((name) => this.world.asset(name).id);
    const isOfBefore = (wrong: object) =>
      'chain' in wrong && 'asset_id' in wrong && ids.includes(wrong.asset_id as number);
    return (await wrongsOf(this.world)).filter((wrong) => !isOfBefore(wrong as object));
  }

  private nameOf(assetId: number): SolanaAsset {
    return SOLANA_ASSETS.find((name) => this.world.asset(name).id === assetId) as SolanaAsset;
  }
}

/** Of ours that orders can be given. */
const ADDRESSES = 20;

/** Addresses of which we have the keys, and no block of Solana that was followed yet. */
async function moveIn(world: World, { treasury, deposits }: TestDesk): Promise<void> {
  await world.rows("UPDATE address_space SET treasury = $1, derived = $2 WHERE name = 'solana'", [
    treasury,
    deposits.length,
  ]);
  await world.rows("DELETE FROM deposit_address WHERE space = 'solana'");
  await world.rows(
    `INSERT INTO deposit_address (space, index, address)
     SELECT 'solana', n - 1, address FROM unnest($1::text[]) WITH ORDINALITY AS t (address, n)`,
    [deposits],
  );
  await world.rows('DELETE FROM nonce_account WHERE chain_id = $1', [SOLANA_ID]);
  await world.rows('DELETE FROM followed_block WHERE chain_id = $1', [SOLANA_ID]);
}
