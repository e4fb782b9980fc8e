import type { ReadInstruction } from './message.ts';
import {
  ASSOCIATED,
  COMPUTE_BUDGET,
  isTokenProgram,
  MEMOS,
  RECENT_BLOCKHASHES,
  RENT,
  SYSTEM,
  TOKEN,
  TOKEN_2022,
} from './program-ids.ts';
import type { RpcAccount } from './read-block.ts';

/** What whoever sent a transaction says with it: memos, and the references of Solana Pay, keys that a transfer names and does nothing with. */
export interface Remarks {
  readonly memo?: string;
  readonly references?: readonly string[];
}

const isMemo = (program: string) => MEMOS.some((each) => each === program);
const USUAL = new Set<string>([
  ...[SYSTEM, TOKEN, TOKEN_2022, ASSOCIATED, COMPUTE_BUDGET],
  ...[RENT, RECENT_BLOCKHASHES],
]);

/** Whether a transaction may say something: its bytes need not be asked for if all that it names has another use, as mints and owners have. */
export function maySay(accounts: readonly RpcAccount[], used: ReadonlySet<string>): boolean {
  return accounts.some(
    ({ pubkey, signer, writable }) => !signer && !writable && !USUAL.has(pubkey) && !used.has(pubkey),
  );
}

/** What the instructions of a transaction say; `accounts`: all that it names. */
export function saidIn(instructions: readonly ReadInstruction[], accounts: readonly RpcAccount[]): Remarks {
  const memos = instructions.flatMap(({ program, data }) => (isMemo(program) ? [textOf(data)] : []));
  const idle = new Set(
    accounts.flatMap(({ pubkey, signer, writable }) => (signer || writable ? [] : [pubkey])),
  );
  const references = new Set(instructions.flatMap(besideTransfer).filter((key) => idle.has(key)));
  return {
    ...(memos.length > 0 && { memo: memos.join(' ') }),
    ...(references.size > 0 && { references: [...references] }),
  };
}

const NATIVE_TRANSFER = 2;
/** How many accounts a transfer of a token has use for, by its number. */
const TOKEN_TRANSFERS = new Map([
  [3, 3],
  [12, 4],
]);

/** The accounts that a transfer names beyond those it has use for. */
function besideTransfer({ program, accounts, data }: ReadInstruction): readonly string[] {
  const [kind = -1] = data;
  if (program === SYSTEM) return kind === NATIVE_TRANSFER && data.length === 12 ? accounts.slice(2) : [];
  const used = isTokenProgram(program) ? TOKEN_TRANSFERS.get(kind) : undefined;
  return used === undefined ? [] : accounts.slice(used);
}

/** Anybody writes what they like: what cannot be seen is no part of it. */
function textOf(data: Uint8Array): string {
  return new TextDecoder().decode(data).replace(/\p{C}/gu, '\ufffd');
}
