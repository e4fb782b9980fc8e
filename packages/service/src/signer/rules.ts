import { Decimal } from '@swapdesk/contract';
import type { Catalogue } from '../catalog/catalogue.ts';
import { receiverCheck } from '../catalog/receiver.ts';
import type { Network } from '../chains/family.ts';
import type { Withdrawals } from '../configuration/chains-config.ts';
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
  /** By chain, the addresses to which withdrawals are signed. */
  readonly withdrawals: ReadonlyMap<number, readonly string[]>;
}

/** Turns the file's amounts into units; throws a StartupError for assets, chains and decimals that do not exist. */
export function rulesOf(
  { file, limits, fees, withdrawals }: SignerFile,
  catalogue: Catalogue,
  network: Network,
): Rules {
  const reading = new Reading('', {});
  const rules = {
    limits: readLimits(reading, limits, catalogue),
    feeCaps: readFeeCaps(reading, fees, catalogue),
    withdrawals: readWithdrawals(reading, withdrawals, catalogue, network),
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

function readWithdrawals(
  reading: Reading,
  given: Withdrawals,
  catalogue: Catalogue,
  network: Network,
): Map<number, string[]> {
  const chains = new Map(catalogue.assets.map(({ chain }) => [chain.name, chain]));
  const check = receiverCheck(catalogue, network);
  const allowed = new Map<number, string[]>();
  for (const [name, addresses] of Object.entries(given)) {
    const path = below('withdrawals', name);
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
