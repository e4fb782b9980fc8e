import { addressForm } from '../chains/address-forms.ts';
import type { Network } from '../chains/family.ts';
import { EVM_CHAINS, type KnownEvmChain } from '../chains/known/evm-chains.ts';
import type { EvmChainConfig, EvmEndpoint, EvmFees } from './chains-config.ts';
import { closest } from './did-you-mean.ts';
import { readPoll } from './poll.ts';
import { below } from './problems.ts';
import type { Reading } from './reading.ts';
import type { EndpointInFile, EvmInFile } from './schema.ts';
import { readTreasuryPath } from './treasury-path.ts';

const GWEI_DECIMALS = 9;
/** One endpoint can lie; of two that agree, both must. */
const QUORUM = 2;

/** A chain of the EVM family, as the file has it at this path. */
export function readEvmChain(
  reading: Reading,
  path: string,
  known: KnownEvmChain,
  network: Network,
  given: EvmInFile,
): EvmChainConfig {
  return {
    family: 'evm',
    name: known.name,
    space: 'evm',
    treasury: readTreasuryPath(reading, below(path, 'treasury'), given.treasury),
    chainId: readChainId(reading, below(path, 'chainId'), known, network, given),
    endpoints: given.endpoints.map((each, n) =>
      readEndpoint(reading, `${below(path, 'endpoints')}[${n}]`, each),
    ),
    quorum: readQuorum(reading, below(path, 'quorum'), given),
    finality: given.finality ?? known.finality,
    confirmations: given.confirmations?.toInteger() ?? known.confirmations,
    fees: readFees(reading, below(path, 'fees'), known, given.fees ?? {}),
    trace: given.trace ?? 'auto',
    poll: readPoll(given.poll),
    ws: given.ws === undefined ? null : readEndpoint(reading, below(path, 'ws'), given.ws, ['ws:', 'wss:']),
    tokens: readTokens(reading, below(path, 'tokens'), known, network, given.tokens ?? {}),
  };
}

/** With another chain's id, deposits would be taken in its coins. */
function readChainId(
  reading: Reading,
  path: string,
  known: KnownEvmChain,
  network: Network,
  given: EvmInFile,
): number {
  const chainId = given.chainId.toInteger() as number;
  if (network === 'main' && chainId !== known.chainId)
    reading.report(path, `must be ${known.chainId} for ${known.name} on the main network, not ${chainId}`);
  if (network !== 'main' && EVM_CHAINS.some((each) => each.chainId === chainId))
    reading.report(path, `${chainId} is a main network, but "network" is "${network}"`);
  return chainId;
}

function readEndpoint(
  reading: Reading,
  path: string,
  given: EndpointInFile,
  protocols?: readonly string[],
): EvmEndpoint {
  const isWhole = typeof given === 'object' && 'url' in given;
  const source = isWhole ? given.url : given;
  const at = isWhole ? below(path, 'url') : path;
  const found = typeof source === 'string' ? source : reading.secret(at, source);
  // What could not be found has been told of already.
  const url = reading.isSound(at) ? reading.url(at, found, protocols) : '';
  if (typeof source === 'string' && URL.canParse(url) && new URL(url).username !== '')
    reading.literalSecrets.push(at);
  const headers = Object.entries((isWhole ? given.headers : undefined) ?? {});
  return {
    url,
    headers: Object.fromEntries(
      headers.map(([name, secret]) => [name, reading.secret(below(below(path, 'headers'), name), secret)]),
    ),
  };
}

function readQuorum(reading: Reading, path: string, { quorum, endpoints }: EvmInFile): number {
  const wanted = quorum?.toInteger() ?? Math.min(QUORUM, endpoints.length);
  if (wanted > endpoints.length)
    reading.report(path, `${wanted} cannot agree where there are ${endpoints.length}; name more endpoints`);
  return wanted;
}

function readFees(
  reading: Reading,
  path: string,
  { fees: usual, isLegacy }: KnownEvmChain,
  given: NonNullable<EvmInFile['fees']>,
): EvmFees {
  const wei = (key: 'floor' | 'cap' | 'priority') =>
    reading.units(below(path, key), given[key] ?? usual[key], GWEI_DECIMALS);
  const fees = { floor: wei('floor'), cap: wei('cap'), minimumPriority: wei('priority') };
  const isWithinCap = fees.floor <= fees.cap && fees.minimumPriority <= fees.cap;
  if (reading.isSound(path) && !(isWithinCap && fees.cap > 0n)) {
    const { floor = usual.floor, priority = usual.priority, cap = usual.cap } = given;
    reading.report(
      path,
      `must have a cap above 0 that floor and priority stay within, but they are ${cap}, ${floor} and ${priority}`,
    );
  }
  return { ...fees, legacy: given.legacy ?? isLegacy === true };
}

function readTokens(
  reading: Reading,
  path: string,
  { name, tokens: ofChain = [] }: KnownEvmChain,
  network: Network,
  given: NonNullable<EvmInFile['tokens']>,
): ReadonlyMap<string, string> {
  const known = ofChain.map(({ coin }) => coin.abbr);
  const tokens = new Map<string, string>();
  if (network === 'main' && Object.keys(given).length > 0)
    reading.report(
      path,
      'is for test networks; on the main network the catalogue knows the contracts: remove it',
    );
  for (const [coin, contract] of Object.entries(given)) {
    const verdict = addressForm('evm').check(contract, 'main');
    if (!known.includes(coin)) {
      const meant = closest(coin, known);
      const hint = meant === undefined ? `there are ${known.join(', ')}` : `did you mean "${meant}"?`;
      reading.report(below(path, coin), `is no token of ${name}; ${hint}`);
    } else if (!verdict.valid) reading.report(below(path, coin), verdict.reason);
    else tokens.set(coin, verdict.address);
  }
  return tokens;
}
