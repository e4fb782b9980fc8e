import { dirname } from 'node:path';
import { toJsonSchema } from '@swapdesk/contract';
import { SOLANA_CHAINS } from '../chains/known/solana-chains.ts';
import { TRON_CHAINS } from '../chains/known/tron-chains.ts';
import type { SignerConfig, TronEndpoint, Withdrawals } from '../configuration/chains-config.ts';
import { readQuorum } from '../configuration/endpoints.ts';
import { type FileName, faultsIn, findFile, readJsonFile } from '../configuration/json-file.ts';
import { below, problemsOf, type SchemaNode } from '../configuration/problems.ts';
import { Reading } from '../configuration/reading.ts';
import { readTronEndpoint } from '../configuration/tron-chain.ts';
import { StartupError } from '../startup-error.ts';
import type { SignerLocation } from './listen.ts';
import { SIGNER_FILE, type SignerFileContent } from './signer-schema.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export const SIGNER_FILE_NAME = 'swapdesk.signer.json';
const NAME: FileName = { variable: 'SWAPDESK_SIGNER_CONFIG', name: SIGNER_FILE_NAME };
const SCHEMA = toJsonSchema(SIGNER_FILE) as SchemaNode;

/** What is set for the signer alone. */
export interface SignerFile {
  /** The file that was read; null if there is none. */
  readonly file: string | null;
  readonly listen: SignerLocation;
  readonly stopFile: string | null;
  /** Where it keeps its record; null: as the configuration says. */
  readonly record: string | null;
  /** All that it signs for. */
  readonly assets: NonNullable<SignerFileContent['assets']>;
  /** As in the file: what they are in units only the catalogue can tell. */
  readonly limits: NonNullable<SignerFileContent['limits']>;
  readonly fees: NonNullable<SignerFileContent['fees']>;
  /** Nodes of its own, by chain: it asks them whether what it signed has expired, and what nonce accounts hold. */
  readonly nodes: ReadonlyMap<string, OwnNodes>;
  /** Where it signs withdrawals to, by chain; nowhere else. */
  readonly withdrawals: Withdrawals;
  /** Whose energy it signs loans of, by chain. */
  readonly energy: NonNullable<SignerFileContent['energy']>;
  /** Where it signs what is above hot limits to, by chain. */
  readonly cold: NonNullable<SignerFileContent['cold']>;
}

/** Nodes of a chain that the signer asks for itself. */
export interface OwnNodes {
  readonly endpoints: readonly TronEndpoint[];
  readonly quorum: number;
}

/**
 * Reads the signer's own settings, or throws a StartupError that names all that is wrong, a line each. Without a word on
 * where to listen, it is the socket on which the desk's configuration expects a signer.
 */
export function readSignerFile(
  env: Environment,
  folders: readonly string[],
  expected: SignerConfig | null,
): SignerFile {
  const file = findFile(NAME, env, folders);
  const reading = new Reading(file === null ? '' : dirname(file), env);
  const given = file === null ? {} : check(file);
  const place = given.listen === undefined ? expectedPlace(expected) : readPlace(reading, given.listen);
  const nodes = readNodes(reading, given.nodes ?? {});
  const stopFile = given.stopFile === undefined ? null : reading.place('stopFile', given.stopFile);
  if (reading.problems.length > 0) throw faultsIn(file as string, reading.problems);
  const { record, assets = {}, limits = {}, fees = {}, withdrawals = {}, cold = {} } = given;
  const { energy = {} } = given;
  return {
    file,
    listen: place,
    stopFile,
    record: record === undefined ? null : reading.absolute(record),
    assets,
    limits,
    fees,
    nodes,
    withdrawals,
    cold,
    energy,
  };
}

function readNodes(
  reading: Reading,
  given: NonNullable<SignerFileContent['nodes']>,
): ReadonlyMap<string, OwnNodes> {
  return new Map(
    Object.entries(given).map(([chain, own]) => {
      const path = below('nodes', chain);
      const isNamed = ({ name }: { readonly name: string }) => name === chain;
      if (!TRON_CHAINS.some(isNamed) && !SOLANA_CHAINS.some(isNamed))
        reading.report(
          path,
          'needs none: only on chains whose transactions expire, or name nonce accounts, a signer asks for itself',
        );
      const endpointPath = (n: number) => `${below(path, 'endpoints')}[${n}]`;
      for (const [n, each] of own.endpoints.entries())
        if (SOLANA_CHAINS.some(isNamed) && typeof each === 'object' && 'solidity' in each)
          reading.report(below(endpointPath(n), 'solidity'), 'is of TRON alone: leave it out');
      const endpoints = own.endpoints.map((each, n) => readTronEndpoint(reading, endpointPath(n), each));
      return [chain, { endpoints, quorum: readQuorum(reading, below(path, 'quorum'), own) }];
    }),
  );
}

function check(file: string): SignerFileContent {
  const value = readJsonFile(file, NAME);
  const faults = problemsOf(SCHEMA, value);
  if (faults.length > 0) throw faultsIn(file, faults);
  return value as unknown as SignerFileContent;
}

function readPlace(reading: Reading, given: NonNullable<SignerFileContent['listen']>): SignerLocation {
  if ('socket' in given) return { kind: 'socket', path: reading.absolute(given.socket) };
  return {
    kind: 'https',
    host: given.host,
    port: given.port.toInteger() as number,
    caFile: reading.readable('listen.ca', given.ca),
    certFile: reading.readable('listen.cert', given.cert),
    keyFile: reading.readable('listen.key', given.key),
  };
}

function expectedPlace(expected: SignerConfig | null): SignerLocation {
  if (expected?.kind === 'socket') return expected;
  throw new StartupError(
    expected === null
      ? `Nothing says where the signer is to be: set "signer": {"socket": "signer.sock"} in swapdesk.config.json.`
      : `Engines expect the signer at ${expected.url}: set "listen" in ${NAME.name}, with host, port, ca, cert and key.`,
  );
}
