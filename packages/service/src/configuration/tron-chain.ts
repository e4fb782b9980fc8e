import type { Network } from '../chains/family.ts';
import type { KnownTronChain } from '../chains/known/tron-chains.ts';
import { tronForm } from '../chains/tron/address.ts';
import type { TronChainConfig, TronEndpoint } from './chains-config.ts';
import { readEndpoint, readQuorum } from './endpoints.ts';
import { readPoll } from './poll.ts';
import { below } from './problems.ts';
import type { Reading } from './reading.ts';
import { readTokens } from './tokens.ts';
import { readTreasuryPath } from './treasury-path.ts';
import type { TronEndpointInFile, TronInFile } from './tron-schema.ts';

const LIFETIME_S = 3_600;
/** The first that an account can give for some things alone. */
const PERMISSION = 2;

/** TRON, as the file has it at this path. */
export function readTronChain(
  reading: Reading,
  path: string,
  known: KnownTronChain,
  network: Network,
  given: TronInFile,
): TronChainConfig {
  return {
    family: 'tron',
    name: known.name,
    space: known.space,
    treasury: readTreasuryPath(reading, below(path, 'treasury'), given.treasury),
    endpoints: given.endpoints.map((each, n) =>
      readTronEndpoint(reading, `${below(path, 'endpoints')}[${n}]`, each),
    ),
    quorum: readQuorum(reading, below(path, 'quorum'), given),
    confirmations: known.confirmations,
    lifetimeS: given.lifetime?.toInteger() ?? LIFETIME_S,
    mostEnergyPrice: reading.units(below(below(path, 'fees'), 'cap'), given.fees?.cap ?? known.fees.cap, 0),
    energy: readEnergy(reading, below(path, 'energy'), given.energy),
    poll: readPoll(given.poll),
    tokens: readTokens(reading, below(path, 'tokens'), known, network, given.tokens ?? {}),
  };
}

function readEnergy(reading: Reading, path: string, given: TronInFile['energy']): TronChainConfig['energy'] {
  if (given === undefined) return null;
  const verdict = tronForm.check(given.account, 'main');
  if (!verdict.valid) reading.report(below(path, 'account'), `is no account: ${verdict.reason}`);
  return { account: given.account, permission: given.permission?.toInteger() ?? PERMISSION };
}

/** Where a node answers, and what it says of its solidified block: elsewhere, with a node of one's own. */
export function readTronEndpoint(reading: Reading, path: string, given: TronEndpointInFile): TronEndpoint {
  if (typeof given !== 'object' || !('url' in given) || given.solidity === undefined)
    return { ...readEndpoint(reading, path, given), solidityUrl: null };
  const { solidity, ...endpoint } = given;
  const { url: solidityUrl } = readEndpoint(reading, below(path, 'solidity'), solidity);
  return { ...readEndpoint(reading, path, endpoint), solidityUrl };
}
