import { Decimal } from '@swapdesk/contract';
import { type Asset, Catalogue } from '../catalog/catalogue.ts';
import { receiverCheck } from '../catalog/receiver.ts';
import type { Network } from '../chains/family.ts';
import type { Withdrawals } from '../configuration/chains-config.ts';
import { faultsIn } from '../configuration/json-file.ts';
import { below } from '../configuration/problems.ts';
import { Reading } from '../configuration/reading.ts';
import { toUnits } from '../money/units.ts';
import type { LenderRule } from './facts.ts';
import { DEFAULT_FEE_CAPS } from './fee-caps.ts';
import { type Limit, type SigningLimits, unlimited } from './limits.ts';
import { SIGNER_FILE_NAME as NAME, type SignerFile } from './signer-file.ts';

/** The signer's settings in the units of the catalogue. */
export interface Rules {
  /** The assets that are signed for, as the file has them: nothing else of the store's catalogue counts. */
  readonly assets: Catalogue;
  /** An entry for each of them. */
  readonly limits: SigningLimits;
  /** By chain, in units of its native coin. A chain without one is not signed for. */
  readonly feeCaps: ReadonlyMap<number, bigint>;
  /** By chain, the addresses to which withdrawals are signed. */
  readonly withdrawals: ReadonlyMap<number, readonly string[]>;
  /** By chain, the address to which what is above hot limits is signed. */
  readonly cold: ReadonlyMap<number, string>;
  /** By chain, whose energy may be lent to deposit addresses. */
  readonly lenders: ReadonlyMap<number, LenderRule>;
}

/** Turns the file's amounts into units; throws a StartupError for assets, chains and decimals that do not exist. */
export function rulesOf(
  { file, assets, limits, fees, withdrawals, cold, energy }: SignerFile,
  known: Catalogue,
  network: Network,
): Rules {
  const reading = new Reading('', {});
  const catalogue = readAssets(reading, assets, known);
  if (reading.problems.length > 0) throw faultsIn(file ?? NAME, reading.problems);
  const rules = {
    assets: catalogue,
    limits: readLimits(reading, limits, catalogue),
    feeCaps: readFeeCaps(reading, fees, catalogue),
    withdrawals: readAddresses(reading, 'withdrawals', withdrawals, catalogue, network),
    cold: readCold(reading, cold, catalogue, network),
    lenders: readLenders(reading, energy, catalogue, network),
  };
  if (reading.problems.length > 0) throw faultsIn(file ?? NAME, reading.problems);
  return rules;
}

/** The assets that the file names, if the store has them as the file says. With each, the coin that pays its fees. */
function readAssets(reading: Reading, given: SignerFile['assets'], known: Catalogue): Catalogue {
  const found = new Map<string, Asset>();
  if (Object.keys(given).length === 0)
    reading.report(
      'assets',
      'is missing, so nothing would be signed. What to write: npx swapdesk signing assets',
    );
  for (const [name, { decimals, contract = null }] of Object.entries(given)) {
    const path = below('assets', name);
    const [chain = '', abbr = ''] = name.split(':');
    const asset = known.find(chain, abbr);
    if (asset === undefined || asset.isAbsent) {
      reading.report(path, 'is no asset that is followed; see: npx swapdesk signing assets');
      continue;
    }
    if (asset.decimals !== decimals.toInteger())
      reading.report(
        path,
        `has ${asset.decimals} decimals in the database. Find out which is right before you sign anything`,
      );
    if ((asset.contract ?? '').toLowerCase() !== (contract ?? '').toLowerCase())
      reading.report(
        path,
        `is ${asset.contract ?? 'no contract'} in the database. Find out which is right before you sign anything`,
      );
    found.set(name, asset);
  }
  for (const [name, { chain }] of found) {
    const isFuelled = [...found.values()].some(
      (each) => each.chain === chain && each.abbr === chain.nativeAbbr,
    );
    if (!isFuelled)
      reading.report(
        below('assets', name),
        `needs ${chain.name}:${chain.nativeAbbr} beside it, in which its fees are paid`,
      );
  }
  return new Catalogue([...found.values()]);
}

/** Assets that can be paid out without any limit, as in `Ethereum:USDT`. */
export function unlimitedAssets({ limits }: Pick<Rules, 'limits'>): string[] {
  return [...limits.values()].filter(({ perHour }) => perHour === null).map(({ name }) => name);
}

function readLimits(reading: Reading, given: SignerFile['limits'], catalogue: Catalogue): SigningLimits {
  const limits = new Map<number, Limit>(catalogue.assets.map(unlimited));
  for (const [name, { perTransaction, perHour }] of Object.entries(given)) {
    const path = below('limits', name);
    const [chain = '', abbr = ''] = name.split(':');
    const asset = catalogue.find(chain, abbr);
    if (asset === undefined) {
      reading.report(path, 'is none of "assets"; write chain and coin, as there');
      continue;
    }
    const units = (key: string, value: typeof perHour) =>
      value === undefined ? null : reading.units(below(path, key), value, asset.decimals);
    limits.set(asset.id, {
      name: `${asset.chain.name}:${asset.abbr}`,
      decimals: asset.decimals,
      perTransaction: units('perTransaction', perTransaction),
      perHour: units('perHour', perHour),
    });
  }
  return limits;
}

function readFeeCaps(reading: Reading, given: SignerFile['fees'], catalogue: Catalogue): Map<number, bigint> {
  const chains = new Map(catalogue.assets.map(({ chain }) => [chain.name, chain]));
  const caps = new Map<number, bigint>();
  for (const [name, chain] of chains) {
    const decimals = catalogue.native(chain).decimals;
    const usual = DEFAULT_FEE_CAPS.get(name);
    if (usual !== undefined) caps.set(chain.id, toUnits(Decimal.parse(usual) as Decimal, decimals));
  }
  for (const [name, value] of Object.entries(given)) {
    const path = below('fees', name);
    const chain = chains.get(name);
    if (chain === undefined) reading.report(path, 'is no chain. See: npx swapdesk chain list');
    else caps.set(chain.id, reading.units(path, value, catalogue.native(chain).decimals));
  }
  return caps;
}

function readCold(
  reading: Reading,
  given: SignerFile['cold'],
  catalogue: Catalogue,
  network: Network,
): Map<number, string> {
  const lists = Object.fromEntries(Object.entries(given).map(([chain, address]) => [chain, [address]]));
  const read = readAddresses(reading, 'cold', lists, catalogue, network);
  return new Map(
    [...read].flatMap(([chainId, [address]]) => (address === undefined ? [] : [[chainId, address]])),
  );
}

function readLenders(
  reading: Reading,
  given: SignerFile['energy'],
  catalogue: Catalogue,
  network: Network,
): Map<number, LenderRule> {
  const lists = Object.fromEntries(Object.entries(given).map(([chain, { account }]) => [chain, [account]]));
  const read = readAddresses(reading, 'energy', lists, catalogue, network);
  const chains = new Map(catalogue.assets.map(({ chain }) => [chain.name, chain]));
  return new Map(
    Object.entries(given).flatMap(([name, { most }]) => {
      const chain = chains.get(name);
      const account = chain && read.get(chain.id)?.[0];
      if (chain === undefined || account === undefined) return [];
      const path = below(below('energy', name), 'most');
      return [[chain.id, { account, most: reading.units(path, most, catalogue.native(chain).decimals) }]];
    }),
  );
}

function readAddresses(
  reading: Reading,
  part: 'withdrawals' | 'cold' | 'energy',
  given: Withdrawals,
  catalogue: Catalogue,
  network: Network,
): Map<number, string[]> {
  const chains = new Map(catalogue.assets.map(({ chain }) => [chain.name, chain]));
  const check = receiverCheck(catalogue, network);
  const allowed = new Map<number, string[]>();
  for (const [name, addresses] of Object.entries(given)) {
    const path = below(part, name);
    const chain = chains.get(name);
    if (chain === undefined) {
      reading.report(path, 'is no chain. See: npx swapdesk chain list');
      continue;
    }
    const verdicts = addresses.map((text) => ({ text, verdict: check(chain, text) }));
    for (const { text, verdict } of verdicts) {
      if (!verdict.valid) reading.report(path, `${text} cannot be paid to: ${verdict.reason}`);
    }
    allowed.set(
      chain.id,
      verdicts.flatMap(({ verdict }) => (verdict.valid ? [verdict.address] : [])),
    );
  }
  return allowed;
}
