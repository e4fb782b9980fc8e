import { Decimal } from '@swapdesk/contract';
import type { Catalogue } from '../catalog/catalogue.ts';
import { faultsIn } from '../configuration/json-file.ts';
import { below } from '../configuration/problems.ts';
import { Reading } from '../configuration/reading.ts';
import { toUnits } from '../money/units.ts';
import { DEFAULT_FEE_CAPS } from './fee-caps.ts';
import type { Limit, Limits } from './limits.ts';
import type { SignerFile } from './signer-file.ts';

/** The signer's settings in the units of the catalogue. */
export interface Rules {
  readonly limits: Limits;
  /** By chain, in units of its native coin. A chain without one is not signed for. */
  readonly feeCaps: ReadonlyMap<number, bigint>;
}

/** Turns the file's amounts into units; throws a StartupError for assets, chains and decimals that do not exist. */
export function rulesOf({ file, limits, fees }: SignerFile, catalogue: Catalogue): Rules {
  const reading = new Reading('', {});
  const rules = {
    limits: readLimits(reading, limits, catalogue),
    feeCaps: readFeeCaps(reading, fees, catalogue),
  };
  if (reading.problems.length > 0) throw faultsIn(file as string, reading.problems);
  return rules;
}

/** Assets that can be paid out without any limit, as in `Ethereum:USDT`. */
export function unlimitedAssets({ limits }: Rules, { assets }: Catalogue): string[] {
  return assets
    .filter(({ id, isAbsent }) => !isAbsent && (limits.get(id)?.perHour ?? null) === null)
    .map(({ chain, abbr }) => `${chain.name}:${abbr}`);
}

function readLimits(reading: Reading, given: SignerFile['limits'], catalogue: Catalogue): Limits {
  const limits = new Map<number, Limit>();
  for (const [name, { perTransaction, perHour }] of Object.entries(given)) {
    const path = below('limits', name);
    const [chain = '', abbr = ''] = name.split(':');
    const asset = catalogue.find(chain, abbr);
    if (asset === undefined) {
      reading.report(
        path,
        'is no asset; write chain and coin, as in "Ethereum:USDT". See: npx swapdesk asset list',
      );
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
    const usual = DEFAULT_FEE_CAPS[name];
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
