import { account, padded, quantity } from './hex.ts';

/** `Transfer(address,address,uint256)`. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const TRANSFER = 'a9059cbb';
const TRANSFER_FROM = '23b872dd';
const BALANCE_OF = '70a08231';
const WORD = 64;

/** A log as nodes give it. */
export interface RpcLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly logIndex: string;
  readonly blockHash: string;
  readonly transactionHash: string;
}

/** A movement of tokens. Accounts in lower case. */
export interface TokenMove {
  readonly contract: string;
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
}

/** What a log says of a movement; null if it is no ERC-20 `Transfer`: that of an NFT has a fourth topic and no data. */
export function transferOf({
  address,
  topics,
  data,
}: Pick<RpcLog, 'address' | 'topics' | 'data'>): TokenMove | null {
  if (topics.length !== 3 || topics[0] !== TRANSFER_TOPIC || data.length !== 2 + WORD) return null;
  const [from = '', to = ''] = topics.slice(1).map((topic) => topic.slice(2));
  // A contract can log what it likes; it must not keep us from reading the block.
  if (!isAccount(from) || !isAccount(to)) return null;
  return { contract: account(address), from: accountIn(from), to: accountIn(to), units: quantity(data) };
}

/** What a transaction that waits will move if it calls the token itself; null for every other call. */
export function transferCall(contract: string, from: string, input: string): TokenMove | null {
  const selector = input.slice(2, 10);
  const words = input.slice(10);
  const expected = selector === TRANSFER ? 2 : selector === TRANSFER_FROM ? 3 : 0;
  // Some wallets append notes to the arguments; the contract does not read them.
  if (expected === 0 || words.length < expected * WORD) return null;
  const word = (n: number) => words.slice(n * WORD, (n + 1) * WORD);
  // The upper bytes of an address that is no address make the call fail.
  if (!isAccount(word(0)) || (expected === 3 && !isAccount(word(1)))) return null;
  return {
    contract,
    from: expected === 3 ? accountIn(word(0)) : from,
    to: accountIn(word(expected - 2)),
    units: quantity(`0x${word(expected - 1)}`),
  };
}

export function encodeTransfer(to: string, units: bigint): string {
  return `0x${TRANSFER}${padded(to)}${encodeUnits(units)}`;
}

export function encodeBalanceOf(holder: string): string {
  return `0x${BALANCE_OF}${padded(holder)}`;
}

/** The 32 bytes of an amount. */
export function encodeUnits(units: bigint): string {
  if (units < 0n || units >= 1n << 256n) throw new RangeError('an amount has at most 256 bits');
  return units.toString(16).padStart(WORD, '0');
}

/** What `balanceOf` answered. Where no contract is, or was at the time, nobody holds anything. */
export function decodeUnits(answer: string): bigint {
  return answer === '0x' ? 0n : quantity(answer.slice(0, 2 + WORD));
}

function isAccount(word: string): boolean {
  return /^0{24}[0-9a-f]{40}$/i.test(word);
}

function accountIn(word: string): string {
  return `0x${word.slice(24).toLowerCase()}`;
}
