import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const ENTRY = fileURLToPath(new URL('../attack/src/support/money-books.ts', import.meta.url));
const DIST = fileURLToPath(new URL('dist/', import.meta.url));
const REST_MS = 240_000;
/** In doctor, what says nothing about money: the machine is busy, or was just taken apart. */
const OF_MONEY = /books|ledger|reserved|loss|halt|HELD|payouts|orders/i;

/** The same looks at the money as after the other attacks. */
export async function loadBooks() {
  const file = `${DIST}books-${process.pid}.mjs`;
  const bundle = await rolldown({ input: ENTRY, platform: 'node', external: (id) => !/^[./]/.test(id) });
  await bundle.write({ file, format: 'esm' });
  await bundle.close();
  try {
    return await import(pathToFileURL(file).href);
  } finally {
    await rm(file);
  }
}

/** Waits until nothing is under way any more; returns what still is, if that takes too long. */
export async function atRest(database) {
  const end = Date.now() + REST_MS;
  for (;;) {
    const { rows } = await database.query(`
      SELECT (SELECT count(*) FROM orders WHERE status IN (2, 3)) AS moving,
             (SELECT count(*) FROM payout p WHERE NOT EXISTS (
                SELECT 1 FROM attempt y JOIN sim_tx t ON t.chain_id = y.chain_id AND t.txid = y.txid AND t.state = 'mined'
                 WHERE y.payment_id = p.payment_id)) AS unpaid,
             (SELECT count(*) FROM hold WHERE id IS NOT NULL) AS held`);
    const { moving, unpaid, held } = rows[0];
    if (moving + unpaid + held === 0) return null;
    if (Date.now() > end)
      return `not at rest: ${moving} orders under way, ${unpaid} payouts unpaid, held: ${held}`;
    await pause(1_000);
  }
}

/** Every order that a client was told of, as the store has it. Returns the numbers of those that are not there so. */
export async function lostOrders(database, acknowledged) {
  const { rows } = await database.query('SELECT no, query_code, address FROM orders');
  const stored = new Map(rows.map((row) => [row.no, row]));
  const isThere = ({ no, query_code, address }) =>
    stored.get(no)?.query_code === query_code && stored.get(no)?.address === address;
  return acknowledged.filter((order) => !isThere(order)).map(({ no }) => no);
}

/** All that is wrong, a line each; none, if all is well. */
export async function wrongsOf(database, load, services) {
  const books = await loadBooks();
  const look = async (what, found) => (await found).map((each) => `${what}: ${JSON.stringify(each)}`);
  const lines = [
    ...(await look('lost order', lostOrders(database, load.acknowledged))),
    ...(await look('paid otherwise than owed', books.wrongPayouts(database))),
    ...(await look('ledger is not zero', books.unbalancedAssets(database))),
    ...(await look('order is done and not settled', books.openAccounts(database))),
    ...(await look('ledger and wallet differ', books.wrongWallets(database))),
    ...(await look('halted', books.halts(database))),
    ...services.ended,
  ];
  const { output } = await services.command('doctor');
  const wrong = output.split('\n').filter((line) => line.startsWith('WRONG') && OF_MONEY.test(line));
  if (!output.includes('books')) lines.push(`doctor did not look: ${output.slice(-300)}`);
  return [...lines, ...wrong.map((line) => `doctor: ${line}`)];
}
