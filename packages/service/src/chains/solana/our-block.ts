import type { Transaction, Watch } from '../chain.ts';
import type { AccountChanges } from './account-changes.ts';
import { advancedBy } from './instructions.ts';
import { readTransaction } from './message.ts';
import { amongOurs, type Counting, toTransactions, transfersOf } from './our-transactions.ts';
import type { BlockHead, Commitment, SlotBlock } from './read-block.ts';
import { maySay, type Remarks, saidIn } from './said.ts';
import type { Rpc } from './solana-rpc.ts';
import { bytesOf } from './values.ts';

/** A block, and of its transactions those that are somebody's business. */
export interface BlockOfOurs {
  readonly head: BlockHead;
  readonly transactions: readonly Transaction[];
  readonly feeTakers: readonly number[];
}

/** What the bytes of a transaction tell beside what it did. */
interface Told extends Remarks {
  readonly nonce: { readonly account: string; readonly value: string } | null;
}

/** Of so many in a block it is asked what they say: to say something costs next to nothing, and each question is one to a node. */
const MOST_ASKED = 20;

/**
 * What of a block that was read is ours. Of what the treasury has sent, the bytes are asked for: they name the nonce; and of some of
 * what brings something, if it may say something. Nothing is decided by that: a node that cannot tell keeps no block waiting.
 */
export async function readOurs(
  rpc: Rpc,
  block: SlotBlock,
  counting: Counting,
  watch: Watch,
  commitment: Commitment,
): Promise<BlockOfOurs> {
  const ours = amongOurs(block.transactions, counting, watch);
  const isTreasurys = ({ feePayer }: AccountChanges) => feePayer === counting.treasury;
  const told = await readTold(rpc, ours.filter(isTreasurys), commitment);
  const bringing = ours.filter(
    (each) =>
      !isTreasurys(each) &&
      !each.isFailed &&
      maySay(each.accounts, each.tokenParties) &&
      transfersOf(each, counting).length > 0,
  );
  const said = await readTold(rpc, bringing.slice(0, MOST_ASKED), commitment).catch(() => NOBODY);
  const { transactions: _, ...head } = block;
  const toldOf = (txid: string) => told.get(txid) ?? said.get(txid) ?? NOTHING_TOLD;
  return { head, ...toTransactions(ours, counting, toldOf) };
}

const NOTHING_TOLD: Told = { nonce: null };
const NOBODY: ReadonlyMap<string, Told> = new Map();

async function readTold(
  rpc: Rpc,
  changes: readonly AccountChanges[],
  commitment: Commitment,
): Promise<ReadonlyMap<string, Told>> {
  if (changes.length === 0) return new Map();
  const options = { encoding: 'base64', commitment, maxSupportedTransactionVersion: 0 };
  const answers = await rpc.batch<{ transaction: unknown } | null>(
    changes.map(({ txid }) => ({ method: 'getTransaction', params: [txid, options] })),
  );
  return new Map(changes.map((each, n) => [each.txid, toldBy(rpc, each, answers[n] ?? null)]));
}

function toldBy(
  { host }: Rpc,
  { txid, accounts }: AccountChanges,
  answer: { transaction: unknown } | null,
): Told {
  if (answer === null) throw new Error(`${host} has a block with ${txid}, but not the transaction itself`);
  const keys = accounts.map(({ pubkey }) => pubkey);
  const { txid: told, lifetime, instructions } = readTransaction(bytesOf(answer.transaction), keys);
  if (told !== txid) throw new Error(`${host} gives another transaction for ${txid}`);
  const advanced = advancedBy(instructions);
  const nonce = advanced === null ? null : { account: advanced.account, value: lifetime };
  return { nonce, ...saidIn(instructions, accounts) };
}
