import { createHash, randomBytes } from 'node:crypto';
import type { Chain, Transaction } from '@swapdesk/service/dist/chains/chain.js';
import { recordTransfers } from '@swapdesk/service/dist/engine/record-transfers.js';
import { WatchedAddresses } from '@swapdesk/service/dist/engine/watched-addresses.js';
import { openDatabase } from '@swapdesk/service/dist/store/database.js';
import type pg from 'pg';
import type { Measure } from '../measure/rounds.ts';
import { sideBySide } from '../measure/rounds.ts';
import { latencyRow, type Row } from '../measure/row.ts';
import { FEW, LARGE, makeFew } from '../seed/databases.ts';
import type { Bench } from './bench.ts';

const TRANSFERS = 5_000;
/** Of these, to addresses of ours: a busy day. */
const OURS = 50;
const AIM = 1.5;
/** Ethereum; every order of an EVM chain has an address there. */
const CHAIN = { id: 4, name: 'Ethereum', spending: 'account' } as Chain;
const ASSET_ID = 4;

/** A block of 5,000 transfers is matched against all deposit addresses, against the same with a thousand addresses. */
export async function follow({ server }: Bench): Promise<Row[]> {
  await makeFew(server);
  // As the service opens them: with its plans.
  const open = (name: string) => openDatabase({ connectionString: server.url(name) }, 1);
  const [many, few] = [open(LARGE), open(FEW)];
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

/** Records one block, as following does, and takes it back. */
async function blockSide(database: pg.Pool): Promise<Measure> {
  const watched = await watchAll(database);
  return async () => {
    const transactions = blockOf(await someAddresses(database));
    const client = await database.connect();
    try {
      await client.query('BEGIN');
      const began = performance.now();
      const ours = await watched.among(client, CHAIN, transactions);
      const found = await recordTransfers(client, CHAIN, ours, { height: 1, minedAt: 1 }, 1);
      const ms = performance.now() - began;
      await client.query('ROLLBACK');
      if (found.length !== OURS) throw new Error(`${found.length} of ${OURS} transfers to us were found`);
      return { perSecond: 1000 / ms, p50Ms: ms, p99Ms: null, cpuUs: null };
    } finally {
      client.release();
    }
  };
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

/** Addresses of ours from all over the table. */
async function someAddresses(database: pg.Pool): Promise<string[]> {
  const { rows } = await database.query<{ address: string }>(
    `SELECT address FROM deposit_address WHERE space = 'evm' AND index IN (
       SELECT floor(random() * derived)::bigint FROM address_space, generate_series(1, $1) WHERE name = 'evm')
      LIMIT $2`,
    [OURS * 3, OURS],
  );
  return rows.map(({ address }) => address);
}

async function addressesIn(database: pg.Pool): Promise<number> {
  const { rows } = await database.query('SELECT count(*)::int AS addresses FROM deposit_address');
  return rows[0].addresses;
}
