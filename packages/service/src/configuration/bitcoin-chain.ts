import type { KnownBitcoinChain } from '../chains/known/bitcoin-chains.ts';
import { FIXED_DECIMALS } from '../money/fixed.ts';
import type { BitcoinChainConfig, BitcoinFees, HelpConfig, NodeAuth } from './chains-config.ts';
import { readPoll } from './poll.ts';
import { below } from './problems.ts';
import type { Reading } from './reading.ts';
import type { BitcoinInFile } from './schema.ts';
import { readTreasuryPath } from './treasury-path.ts';

/** Fees are given per virtual byte; nodes reckon in thousands of them, to the unit. */
const KVB_DECIMALS = 3;
const TARGET_BLOCKS = 3;
/** All coins of the family have eight places. */
const COIN_DECIMALS = 8;
const HELP_WAIT_S = 1_800;
const HELP_WORTH = '50';

/** A chain of the Bitcoin family, as the file has it at this path. */
export function readBitcoinChain(
  reading: Reading,
  path: string,
  known: KnownBitcoinChain,
  given: BitcoinInFile,
): BitcoinChainConfig {
  return {
    family: 'bitcoin',
    name: known.name,
    space: known.space,
    deposits: readDeposits(reading, below(path, 'deposits'), known, given.deposits),
    treasury: readTreasuryPath(reading, below(path, 'treasury'), given.treasury),
    endpoint: readEndpoint(reading, below(path, 'endpoint'), given.endpoint),
    auth: readAuth(reading, path, given),
    confirmations: given.confirmations?.toInteger() ?? known.confirmations,
    fees: readFees(reading, below(path, 'fees'), known, given.fees ?? {}),
    help: readHelp(reading, below(path, 'help'), given.help),
    zmq: given.zmq ?? null,
    poll: readPoll(given.poll),
  };
}

function readDeposits(
  reading: Reading,
  path: string,
  { name, hasTaproot }: KnownBitcoinChain,
  given: BitcoinInFile['deposits'],
): BitcoinChainConfig['deposits'] {
  if (hasTaproot) return given ?? 'p2wpkh';
  if (given !== undefined)
    reading.report(path, `is no choice on ${name}, whose addresses are P2PKH; remove it`);
  return null;
}

/** Without a user in it, who has a place of their own: two could differ. */
function readEndpoint(reading: Reading, path: string, given: string): string {
  const endpoint = reading.url(path, given);
  if (!reading.isSound(path)) return endpoint;
  const { username, password } = new URL(endpoint);
  if (username !== '' || password !== '')
    reading.report(path, 'must be without user and password; write "user" and "password" beside it');
  return endpoint;
}

function readAuth(reading: Reading, path: string, { user, password, cookieFile }: BitcoinInFile): NodeAuth {
  if (cookieFile !== undefined) {
    if (user !== undefined || password !== undefined)
      reading.report(
        below(path, 'cookieFile'),
        'takes the place of user and password; write one or the other',
      );
    // Not looked for: it is there only while the node runs.
    return { kind: 'cookie', file: reading.absolute(cookieFile) };
  }
  if (user === undefined || password === undefined)
    reading.report(path, 'needs "user" and "password", or "cookieFile"');
  return {
    kind: 'password',
    user: user ?? '',
    password: password === undefined ? '' : reading.secret(below(path, 'password'), password),
  };
}

function readHelp(reading: Reading, path: string, given: BitcoinInFile['help']): HelpConfig | null {
  if (given === undefined) return null;
  const { wait, worth, most } = given;
  return {
    waitS: wait?.toInteger() ?? HELP_WAIT_S,
    worth: reading.units(below(path, 'worth'), worth ?? HELP_WORTH, FIXED_DECIMALS),
    mostUnits: most === undefined ? null : reading.units(below(path, 'most'), most, COIN_DECIMALS),
  };
}

function readFees(
  reading: Reading,
  path: string,
  { fees: usual }: KnownBitcoinChain,
  given: NonNullable<BitcoinInFile['fees']>,
): BitcoinFees {
  const perKvb = (key: 'floor' | 'cap' | 'fallback') =>
    reading.units(below(path, key), given[key] ?? usual[key], KVB_DECIMALS);
  const fees = { floor: perKvb('floor'), cap: perKvb('cap'), fallback: perKvb('fallback') };
  const isRising = fees.floor <= fees.fallback && fees.fallback <= fees.cap;
  if (reading.isSound(path) && !(isRising && fees.cap > 0n)) {
    const { floor = usual.floor, fallback = usual.fallback, cap = usual.cap } = given;
    reading.report(
      path,
      `must rise from floor to fallback to cap, above 0, but they are ${floor}, ${fallback} and ${cap}`,
    );
  }
  return { ...fees, targetBlocks: given.target?.toInteger() ?? TARGET_BLOCKS };
}
