import { durableSpend, MOST_NONCE_ACCOUNTS } from '../../../packages/service/src/chains/durable.ts';
import type { SimDurableChain } from '../../../packages/service/src/chains/sim/sim-durable-chain.ts';
import { EXPIRES_S } from '../../../packages/service/src/chains/sim/sim-expiry-chain.ts';
import type { SimNetwork } from '../../../packages/service/src/chains/sim/sim-network.ts';
import { encodeTransaction } from '../../../packages/service/src/chains/sim/sim-transaction.ts';
import { correctBooks } from '../../../packages/service/src/engine/books/correct-books.ts';
import { unusedCoins } from '../../../packages/service/src/engine/payments/spendable.ts';
import { openUnknown } from '../../../packages/service/src/engine/payments/unknown-spends.ts';
import { bookBy } from './book-by.ts';
import type { SimulatedChain, World } from './world.ts';

/** A transaction that somebody made with our keys, and what it took of ours. */
export interface Stranger {
  readonly chain: SimulatedChain;
  readonly txid: string;
  readonly assetId: number;
  readonly taken: bigint;
  /** How often an operator could not book all of it. */
  refused: number;
}

/** After so many tries only what lacks is booked: what an earlier one took, and was booked, has come back meanwhile. */
const MOST_REFUSED = 10;

/** How addresses begin that strangers pay. */
export const STRANGER = 'stranger-';

/** Somebody else signs with our keys. What the store does not know must stop its chain until an operator has decided. */
export class Strangers {
  private readonly world: World;
  /** Of chains on which something is undecided, since when that was seen, and how much has been signed since. */
  private stopped = new Map<number, { readonly since: number; readonly count: number }>();

  constructor(world: World) {
    this.world = world;
  }

  async step(): Promise<void> {
    await this.watch();
    const { luck, chains, nodes } = this.world;
    // Whoever is about to sign has taken its number already: that is another fault.
    if (!luck.chance(0.03) || nodes.some(({ process }) => process.isPaused)) return;
    await this.spend(luck.pick(chains));
  }

  /** While something is undecided nothing is signed there. */
  private async watch(): Promise<void> {
    const { database, chains, findings, clock } = this.world;
    const stopped: typeof this.stopped = new Map();
    for (const { chain } of chains) {
      if ((await openUnknown(database, chain.id)).length === 0) continue;
      const before = this.stopped.get(chain.id);
      const since = before?.since ?? clock.now();
      const { rows } = await database.query<{ count: number }>({
        name: 'simulation-payments',
        // What was signed earlier may be taken up from a record meanwhile.
        text: 'SELECT count(*)::int AS count FROM attempt WHERE chain_id = $1 AND signed_at >= $2',
        values: [chain.id, since],
      });
      const count = rows[0]?.count ?? 0;
      stopped.set(chain.id, { since, count });
      if (before !== undefined && count > before.count)
        findings.push(
          `stranger: something was signed on ${chain.name} while a stranger's payment was undecided`,
        );
    }
    this.stopped = stopped;
  }

  private async spend(simulated: SimulatedChain): Promise<void> {
    const { luck, catalogue, log, strangers } = this.world;
    const { chain, network, treasury } = simulated;
    const asset = catalogue.assets.find((each) => each.chain.id === chain.id && each.contract === null);
    const source = await this.source(simulated);
    if (asset === undefined || source === null) return;
    const units = BigInt(luck.between(1_000, 9_000));
    const taken = source.units ?? units + 1_000n;
    const given = [{ address: `${STRANGER}${strangers.length}`, assetId: asset.id, units: String(units) }];
    const change = taken - units - 1_000n;
    if (change < 0n) return;
    if (change > 0n) given.push({ address: treasury, assetId: asset.id, units: String(change) });
    const { spend, expiresAt, account } = source;
    const { txid, bytes } = encodeTransaction({
      chainId: chain.id,
      sources: [treasury],
      gives: given,
      feeUnits: '1000',
      takes: [{ address: treasury, assetId: asset.id, units: String(taken) }],
      salt: 'stranger',
      ...(account !== undefined && { rents: [{ address: account, assetId: asset.id, units: '0' }] }),
      // Nobody's activation is paid beside: it takes what it says.
      ...(expiresAt === undefined ? { spends: [spend] } : { spends: [], expiresAt, rents: [] }),
    });
    await network.submit(bytes);
    strangers.push({ chain: simulated, txid, assetId: asset.id, taken, refused: 0 });
    log.say(`a stranger spends ${source.spend} by ${txid.slice(0, 8)}`);
  }

  /** A coin of the treasury that no payment uses, or its next number; null if what is stored has not all been sent. */
  private async source({ chain, treasury, network }: SimulatedChain): Promise<Source | null> {
    const { database, luck } = this.world;
    if (chain.spending === 'coins') {
      const coins = (await unusedCoins(database, chain)).filter(({ address }) => address === treasury);
      const free = (await chain.spent(coins)).map(({ spend }) => spend);
      const left = coins.filter(({ spend }) => !free.includes(spend));
      return left.length === 0 ? null : luck.pick(left);
    }
    if (chain.excluding === 'expiry')
      return { spend: 'its name', expiresAt: (await network.tip()).minedAt + EXPIRES_S };
    if (chain.excluding === 'durable nonce') return this.durable(chain, network);
    const next = await chain.nextNonceWaiting(treasury);
    const { rowCount } = await database.query(
      'SELECT 1 FROM payment WHERE chain_id = $1 AND source = $2 AND nonce >= $3 LIMIT 1',
      [chain.id, treasury, next],
    );
    return rowCount === 0 ? { spend: `${treasury}#${next}` } : null;
  }

  /** A nonce account that no payment uses, or none, if a stranger does without. */
  private async durable(chain: SimDurableChain, network: SimNetwork): Promise<Source | null> {
    const { database, luck } = this.world;
    const numbers = Array.from({ length: MOST_NONCE_ACCOUNTS }, (_, n) => n);
    const accounts = await Promise.all(numbers.map((n) => chain.nonceAccount(n)));
    const [values, waiting] = [await chain.nonceValues(accounts), await chain.nonceValuesWaiting(accounts)];
    const open = accounts.flatMap((account, n) => {
      const value = values[n] ?? null;
      // What it will hold behind something that waits is nobody's to know: it hangs on the block.
      return value === null || value !== waiting[n]
        ? []
        : { account, spend: durableSpend({ account, value }) };
    });
    const { rows } = await database.query<{ spend: string }>(
      'SELECT spend FROM payment_spend WHERE chain_id = $1 AND spend = ANY ($2::text[])',
      [chain.id, open.map(({ spend }) => spend)],
    );
    const free = open.filter(({ spend }) => !rows.some((row) => row.spend === spend));
    if (free.length === 0 || luck.chance(0.3))
      return { spend: 'its name', expiresAt: (await network.tip()).minedAt + EXPIRES_S };
    return luck.pick(free);
  }
}

/** What a stranger uses up. */
interface Source {
  readonly spend: string;
  readonly units?: bigint;
  readonly expiresAt?: number;
  /** The nonce account that it names. */
  readonly account?: string;
}

/** `books correct --txid`: an operator books what a stranger took, once its block counts; nothing, if it came to nothing. */
export async function bookStrangers(world: World): Promise<void> {
  for (const { chain, txid, assetId } of await vanishedStrangers(world)) {
    await bookBy(world, chain.chain, assetId, (client, books) =>
      correctBooks(
        client,
        chain.chain,
        books,
        { units: 0n, why: 'it came to nothing', txid },
        world.clock.now(),
      ),
    );
  }
  for (const stranger of await unbookedStrangers(world)) {
    const { chain, txid, assetId, taken } = stranger;
    await bookBy(world, chain.chain, assetId, (client, books) => {
      const lacks = books.ledgerUnits - books.walletUnits;
      const isLess = lacks > 0n && lacks < taken && ++stranger.refused > MOST_REFUSED;
      const correction = { units: isLess ? -lacks : -taken, why: `a stranger took ${txid}`, txid };
      return correctBooks(client, chain.chain, books, correction, world.clock.now());
    });
  }
}

/** What strangers wanted to take, and no chain knows any more. */
async function vanishedStrangers({ strangers, database }: World): Promise<Stranger[]> {
  const vanished: Stranger[] = [];
  for (const stranger of strangers) {
    const { chain } = stranger.chain;
    if ((await chain.statusOf(stranger.txid)).state !== 'unknown') continue;
    const open = await openUnknown(database, chain.id);
    if (open.some(({ txid }) => txid === stranger.txid)) vanished.push(stranger);
  }
  return vanished;
}

/** What strangers took, as the chains say it, and the books do not. */
export async function unbookedStrangers({ strangers, database }: World): Promise<Stranger[]> {
  const unbooked: Stranger[] = [];
  for (const stranger of strangers) {
    if ((await stranger.chain.chain.statusOf(stranger.txid)).state !== 'mined') continue;
    const { rowCount } = await database.query({
      name: 'simulation-booked',
      text: 'SELECT 1 FROM ledger_entry WHERE why = $1 LIMIT 1',
      values: [`corrected: a stranger took ${stranger.txid}`],
    });
    if (rowCount === 0) unbooked.push(stranger);
  }
  return unbooked;
}
