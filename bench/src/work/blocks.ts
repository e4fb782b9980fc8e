import { openDatabase } from '@swapdesk/service/dist/store/database.js';
import type pg from 'pg';
import { type Measure, sideBySide } from '../measure/rounds.ts';
import { latencyRow, type Row } from '../measure/row.ts';
import { startAnswering } from '../run/answering.ts';
import { makeThousand, THOUSAND } from '../seed/databases.ts';
import type { Bench } from './bench.ts';
import { addAddresses, followingBlock } from './follow-block.ts';
import type { FullBlock } from './full-block.ts';
import { solanaBlock } from './solana-block.ts';
import { tronBlock } from './tron-block.ts';

const AIM = 2;

/** Blocks of 2,000 transactions are read from a process that answers as nodes do, and recorded, against its answers alone. */
export async function blocks({ server, dataDir }: Bench): Promise<Row[]> {
  await makeThousand(server);
  const database = openDatabase({ connectionString: server.url(THOUSAND) }, 1);
  try {
    const rows: Row[] = [];
    for (const block of [tronBlock(), solanaBlock()]) rows.push(await measure(database, dataDir, block));
    return rows;
  } finally {
    await database.end();
  }
}

async function measure(database: pg.Pool, dataDir: string, block: FullBlock): Promise<Row> {
  const node = await startAnswering(dataDir, block.answers);
  try {
    await addAddresses(database, block.space, block.addresses);
    const windows = await sideBySide(
      followingBlock(database, block.follow(node.url)),
      answering(node.url, block),
    );
    return latencyRow(
      `follow a full block of ${block.family}`,
      'the answers to the same calls',
      AIM,
      windows,
    );
  } finally {
    await node.stop();
  }
}

/** The same questions at once, whose answers are read to their end and thrown away. */
function answering(url: string, { questions }: FullBlock): Measure {
  const ask = async ([path, body]: FullBlock['questions'][number]) => {
    const answer = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: HTTP ${answer.status}`);
    await answer.arrayBuffer();
  };
  return async () => {
    const began = performance.now();
    await Promise.all(questions.map(ask));
    const ms = performance.now() - began;
    return { perSecond: 1000 / ms, p50Ms: ms, p99Ms: null, cpuUs: null };
  };
}
