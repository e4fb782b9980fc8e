import { createHash, randomBytes } from 'node:crypto';
import type { Chain, Transaction } from '@swapdesk/service/dist/chains/chain.js';
import { recordTransfers } from '@swapdesk/service/dist/deposits/record-transfers.js';
import { WatchedAddresses } from '@swapdesk/service/dist/engine/follow/watched-addresses.js';
import { openDatabase } from '@swapdesk/service/dist/store/database.js';
import type pg from 'pg';
import type { Measure } from '../measure/rounds.ts';
import { sideBySide } from '../measure/rounds.ts';
import { latencyRow, type Row } from '../measure/row.ts';
import { LARGE, makeThousand, THOUSAND } from '../seed/databases.ts';
import type { Bench } from './bench.ts';

/** In one window: one alone takes no longer than whatever else the machine does at times. */
const BLOCKS = 30;
const TRANSFERS = 5_000;
/** Of these, to addresses of ours: a busy day. Most pay orders of the last hour; some are late, by a week at most. */
const OURS = 50;
const LATE = 5;
const LAST_HOUR = 1_000;
/** Seeded orders are of a year. */
const WEEK = 7 / 365;
const LEAST = 500;
const AIM = 1.5;
/** Ethereum; every order of an EVM chain has an address there. */
const CHAIN = { id: 4, name: 'Ethereum', spending: 'account' } as Chain;
const ASSET_ID = 4;

interface Orders {
  readonly newest: readonly string[];
  readonly late: readonly string[];
}

/** A block of 5,000 transfers is matched against all deposit addresses, against the same with a thousand addresses. */
export async function follow({ server }: Bench): Promise<Row[]> {
  await makeThousand(server);
  // As the service opens them: with its plans.
  const open = (name: string) => openDatabase({ connectionString: server.url(name) }, 1);
  const [many, few] = [open(LARGE), open(THOUSAND)];
  try {
    const windows = await sideBySide(await blockSide(many), await blockSide(few));
    const against = `the same with ${(await addressesIn(few)).toLocaleString('en')} addresses`;
    const work = `follow a block, ${(await addressesIn(many)).toLocaleString('en')} addresses`;
    return [latencyRow(work, against, AIM, windows)];
  } finally {
    await many.end();
    await few.end();
  }
}

/** Records blocks, as following does, and takes each back. */
async function blockSide(database: pg.Pool): Promise<Measure> {
  const watched = await watchAll(database);
  return async () => {
    const orders = await someOrders(database);
    const times: number[] = [];
    for (let n = 0; n < BLOCKS; n++) times.push(await oneBlock(database, watched, blockOf(draw(orders))));
    const ms = times.sort((a, b) => a - b)[BLOCKS / 2] as number;
    return { perSecond: 1000 / ms, p50Ms: ms, p99Ms: null, cpuUs: null };
  };
}

async function oneBlock(
  database: pg.Pool,
  watched: WatchedAddresses,
  transactions: readonly Transaction[],
): Promise<number> {
  const client = await database.connect();
  try {
    await client.query('BEGIN');
    const began = performance.now();
    const ours = await watched.among(client, CHAIN, transactions);
    const found = await recordTransfers(client, CHAIN, ours, { height: 1, minedAt: 1 }, 1);
    const ms = performance.now() - began;
    await client.query('ROLLBACK');
    if (found.length !== OURS) throw new Error(`${found.length} of ${OURS} transfers to us were found`);
    return ms;
  } finally {
    client.release();
  }
}

/** Reads all addresses, as an engine has done some time after its start. */
async function watchAll(database: pg.Pool): Promise<WatchedAddresses> {
  const watched = new WatchedAddresses((facts, message) => {
    throw new Error(`${message}: ${JSON.stringify(facts)}`);
  });
  const strangers = blockOf([]);
  while ((await watched.among(database, CHAIN, strangers)) === strangers) {}
  return watched;
}

function blockOf(ours: readonly string[]): readonly Transaction[] {
  return Array.from({ length: TRANSFERS }, (_, n) => {
    const txid = randomBytes(32).toString('hex');
    const address = ours[n] ?? `0x${createHash('sha1').update(txid).digest('hex')}`;
    const transfers = [{ index: 0, address, assetId: ASSET_ID, units: 1_000n }];
    return { txid, sources: ['0x00'], spends: [], transfers };
  });
}

/** Addresses of orders to choose from: of the newest ones, and some of the last week. */
async function someOrders(database: pg.Pool): Promise<Orders> {
  const { rows } = await database.query<{ last: number }>('SELECT max(id)::int AS last FROM orders');
  const last = rows[0]?.last ?? 0;
  // Of a thousand orders, a week has too few to choose from.
  const week = Math.max(last * WEEK, LEAST);
  const drawn = Array.from({ length: LAST_HOUR }, () => last - Math.floor(Math.random() * week));
  const newest = Array.from({ length: LAST_HOUR }, (_, n) => last - n);
  return { newest: await addressesOf(database, newest), late: await addressesOf(database, drawn) };
}

async function addressesOf(database: pg.Pool, ids: readonly number[]): Promise<string[]> {
  const { rows } = await database.query<{ address: string }>(
    `SELECT DISTINCT o.address FROM orders o JOIN asset a ON a.id = o.asset_id JOIN chain c ON c.id = a.chain_id
      WHERE o.id = ANY ($1::bigint[]) AND c.address_space = 'evm'`,
    [ids],
  );
  return rows.map(({ address }) => address);
}

function draw({ newest, late }: Orders): string[] {
  const chosen = new Set<string>();
  const from = (addresses: readonly string[]) =>
    addresses[Math.floor(Math.random() * addresses.length)] as string;
  while (chosen.size < LATE) chosen.add(from(late));
  while (chosen.size < OURS) chosen.add(from(newest));
  return [...chosen];
}

async function addressesIn(database: pg.Pool): Promise<number> {
  const { rows } = await database.query('SELECT count(*)::int AS addresses FROM deposit_address');
  return rows[0].addresses;
}
