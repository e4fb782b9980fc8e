/** Tokens of TRON: calls and logs as on Ethereum, whose machine it has; accounts in hex, with their first byte. */

/** `Transfer(address,address,uint256)`. */
export const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const TRANSFER = 'a9059cbb';
const WORD = 64;

/** What a call has logged. */
export interface ContractLog {
  readonly topics: readonly string[];
  readonly data: string;
}

/** A movement of tokens. */
export interface TokenMovement {
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
}

/** What a log says of a movement; null if it is no `Transfer`: that of an NFT has a fourth topic and no data. */
export function movementIn({ topics, data }: ContractLog): TokenMovement | null {
  const [topic, from = '', to = ''] = topics;
  if (topics.length !== 3 || topic !== TRANSFER_TOPIC || data.length !== WORD) return null;
  // A contract can log what it likes; it must not keep us from reading the block.
  if (!isAccount(from) || !isAccount(to)) return null;
  return { from: accountIn(from), to: accountIn(to), units: unitsIn(data) };
}

/** The call that pays tokens, in hexadecimal. */
export function transferData(to: string, units: bigint): string {
  return `${TRANSFER}${transferArguments(to, units)}`;
}

/** The same without its name. */
export function transferArguments(to: string, units: bigint): string {
  if (units < 0n || units >= 1n << 256n) throw new RangeError('an amount has at most 256 bits');
  return `${to.slice(2).padStart(WORD, '0')}${units.toString(16).padStart(WORD, '0')}`;
}

/** The first number of an answer. */
export function unitsIn(answer: string): bigint {
  return BigInt(`0x${answer.slice(0, WORD)}`);
}

function isAccount(word: string): boolean {
  return /^0{24}[0-9a-f]{40}$/.test(word);
}

function accountIn(word: string): string {
  return `41${word.slice(24)}`;
}
