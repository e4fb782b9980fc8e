import { askAgain } from '../ask-again.ts';
import type { Transaction } from '../chain.ts';
import { balancesIfKnown, TAKES_BLOCK_MS } from './balances.ts';
import type { Rpc } from './evm-rpc.ts';
import { stored } from './hex.ts';
import type { PlainBlock, TokenLog } from './read-block.ts';

/** Someone got less of a token in a block than the logs say. */
export interface Shortfall {
  readonly contract: string;
  readonly address: string;
  readonly units: bigint;
}

type LoggedBlock = Pick<PlainBlock, 'hash' | 'parent' | 'tokenLogs'>;

/**
 * Compares what the logs of a block say with what the receivers' balances say. Some tokens keep a part of each transfer
 * and log the whole: what has not arrived must not be credited. Null if the node has not the balances any more.
 */
export function readShortfalls(
  rpc: Rpc,
  block: LoggedBlock,
  received: readonly TokenLog[],
): Promise<Shortfall[] | null> {
  return askAgain(
    () => readOnce(rpc, block, received),
    (shortfalls) => shortfalls !== null && shortfalls.length > 0,
    TAKES_BLOCK_MS,
  );
}

async function readOnce(
  rpc: Rpc,
  block: LoggedBlock,
  received: readonly TokenLog[],
): Promise<Shortfall[] | null> {
  const shortfalls: Shortfall[] = [];
  for (const contract of new Set(received.map((log) => log.contract))) {
    const receivers = [...new Set(received.filter((log) => log.contract === contract).map(({ to }) => to))];
    const before = await balancesIfKnown(rpc, contract, receivers, { blockHash: block.parent });
    const after = await balancesIfKnown(rpc, contract, receivers, { blockHash: block.hash });
    if (before === null || after === null) return null;
    receivers.forEach((receiver, n) => {
      const missing = expectedChange(block.tokenLogs, contract, receiver) - (after[n]! - before[n]!);
      if (missing > 0n) shortfalls.push({ contract, address: stored(receiver), units: missing });
    });
  }
  return shortfalls;
}

function expectedChange(logs: readonly TokenLog[], contract: string, holder: string): bigint {
  return logs
    .filter((log) => log.contract === contract)
    .reduce(
      (sum, { from, to, units }) => sum + (to === holder ? units : 0n) - (from === holder ? units : 0n),
      0n,
    );
}

/** The transactions with what has arrived in place of what was logged: the last transfers of a block come short first. */
export function withoutShortfalls(
  transactions: readonly Transaction[],
  shortfalls: readonly Shortfall[],
  assetIdOf: (contract: string) => number | undefined,
): readonly Transaction[] {
  if (shortfalls.length === 0) return transactions;
  const missing = new Map(
    shortfalls.map(({ contract, address, units }) => [`${assetIdOf(contract)} ${address}`, units]),
  );
  const lessened = [...transactions].reverse().map((transaction) => {
    const transfers = [...transaction.transfers].reverse().map((transfer) => {
      const key = `${transfer.assetId} ${transfer.address}`;
      const short = missing.get(key) ?? 0n;
      const taken = short < transfer.units ? short : transfer.units;
      if (taken > 0n) missing.set(key, short - taken);
      return { ...transfer, units: transfer.units - taken };
    });
    return { ...transaction, transfers: transfers.reverse().filter(({ units }) => units > 0n) };
  });
  return lessened.reverse();
}
