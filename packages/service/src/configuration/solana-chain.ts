import type { Network } from '../chains/family.ts';
import type { KnownSolanaChain } from '../chains/known/solana-chains.ts';
import { usualTreasuryPath } from '../wallet/treasury-paths.ts';
import type { SolanaChainConfig } from './chains-config.ts';
import { readEndpoint, readQuorum } from './endpoints.ts';
import { readPoll } from './poll.ts';
import { below } from './problems.ts';
import type { Reading } from './reading.ts';
import type { SolanaInFile } from './schema.ts';
import { readTokens } from './tokens.ts';

/** Solana, as the file has it at this path. */
export function readSolanaChain(
  reading: Reading,
  path: string,
  known: KnownSolanaChain,
  network: Network,
  given: SolanaInFile,
): SolanaChainConfig {
  return {
    family: 'solana',
    name: known.name,
    space: known.space,
    // On its curve every step is hardened, and each index is an account of its own: there is nothing to choose.
    treasury: usualTreasuryPath(known.space),
    genesis: known.genesis[network],
    endpoints: given.endpoints.map((each, n) =>
      readEndpoint(reading, `${below(path, 'endpoints')}[${n}]`, each),
    ),
    quorum: readQuorum(reading, below(path, 'quorum'), given),
    confirmations: known.confirmations,
    fees: readFees(reading, below(path, 'fees'), known, given.fees ?? {}),
    poll: readPoll(given.poll),
    tokens: readTokens(reading, below(path, 'tokens'), known, network, given.tokens ?? {}),
  };
}

function readFees(
  reading: Reading,
  path: string,
  { fees: usual }: KnownSolanaChain,
  given: NonNullable<SolanaInFile['fees']>,
): SolanaChainConfig['fees'] {
  const micro = (key: 'floor' | 'cap') => reading.units(below(path, key), given[key] ?? usual[key], 0);
  const fees = { floor: micro('floor'), cap: micro('cap') };
  if (reading.isSound(path) && !(fees.floor <= fees.cap && fees.cap > 0n)) {
    const { floor = usual.floor, cap = usual.cap } = given;
    reading.report(
      path,
      `must have a cap above 0 that the floor stays within, but they are ${cap} and ${floor}`,
    );
  }
  return fees;
}
