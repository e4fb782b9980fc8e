import type { Network } from '../chains/family.ts';
import { EVM_CHAINS, type KnownEvmChain } from '../chains/known/evm-chains.ts';
import type { EvmChainConfig, EvmFees } from './chains-config.ts';
import { readEndpoint, readQuorum } from './endpoints.ts';
import { readPoll } from './poll.ts';
import { below } from './problems.ts';
import type { Reading } from './reading.ts';
import type { EvmInFile } from './schema.ts';
import { readTokens } from './tokens.ts';
import { readTreasuryPath } from './treasury-path.ts';

const GWEI_DECIMALS = 9;

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
