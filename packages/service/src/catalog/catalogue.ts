import type { AddressSpace } from '../chains/family.ts';
import { CAIP19 } from '../chains/known/caip19.ts';
import type { Treasury } from '../ledger/treasury.ts';
import { chainKey } from './chain-names.ts';

export type Mode = 'float' | 'fixed';

export interface CatalogueChain {
  readonly id: number;
  readonly name: string;
  readonly space: AddressSpace;
  readonly nativeAbbr: string;
  readonly evmChainId: number | null;
  readonly confirmations: number;
  /** Where the treasury lives; absent before the wallet was opened for the first time. */
  readonly treasury?: string;
}

export interface Asset {
  readonly id: number;
  readonly chain: CatalogueChain;
  readonly abbr: string;
  /** What people call it. */
  readonly name: string;
  /** `type` on the wire. */
  readonly protocol: string;
  readonly decimals: number;
  readonly contract: string | null;
  readonly stable: boolean;
  readonly canSend: boolean;
  readonly canReceive: boolean;
  readonly minUnits: bigint;
  readonly maxUnits: bigint;
  /** The least that its chain carries. */
  readonly dustUnits: bigint;
  /** What one transfer costs, in units of the chain's native coin. */
  readonly transferCost: bigint;
  /** Free to be paid out. */
  readonly treasuryUnits: bigint;
  /** What open fixed orders have been promised of it, on top of that; absent: nothing. */
  readonly promisedUnits?: bigint;
  /** The same in USDT, counted in 10^-18; absent: nothing. */
  readonly promisedValue?: bigint;
  /** What of both was promised to callers without a key; absent: nothing. */
  readonly keylessUnits?: bigint;
  readonly keylessValue?: bigint;
  /** What should be free to be paid out; absent: nothing was said. */
  readonly targetUnits?: bigint;
  /** What is free beyond it is sent to the cold address; absent: nothing is. */
  readonly hotLimitUnits?: bigint;
  /** The most that one payment may let go of it, its fee included; absent: no signer has told a limit. */
  readonly payoutLimitUnits?: bigint;
  /** True if it does not exist on the network that is configured: nobody asks the chain about it. */
  readonly isAbsent?: boolean;
  /** True while nothing is paid out in it: orders are taken, and their payouts wait. */
  readonly isPaused?: boolean;
  /** Service fee of this asset; null where the general setting counts. */
  readonly feePpm: Readonly<Record<Mode, number | null>>;
}

/** All chains and assets as they were at one moment. Never changed; a newer one replaces it. */
export class Catalogue {
  readonly assets: readonly Asset[];
  /** What open fixed orders have been promised in all, in USDT counted in 10^-18. */
  readonly promisedValue: bigint;
  /** What of it callers without a key have. */
  readonly keylessValue: bigint;
  private readonly byName = new Map<string, Asset>();
  private readonly byId = new Map<number, Asset>();
  private readonly natives = new Map<number, Asset>();
  private readonly contracts = new Set<string>();

  constructor(assets: readonly Asset[]) {
    this.assets = assets;
    let [promisedValue, keylessValue] = [0n, 0n];
    for (const asset of assets) {
      promisedValue += asset.promisedValue ?? 0n;
      keylessValue += asset.keylessValue ?? 0n;
      this.byName.set(nameKey(asset.chain.name, asset.abbr), asset);
      const caip19 = CAIP19.get(asset.id);
      if (caip19 !== undefined) this.byName.set(nameKey(asset.chain.name, partsOf(caip19).asset), asset);
      this.byId.set(asset.id, asset);
      if (asset.abbr === asset.chain.nativeAbbr) this.natives.set(asset.chain.id, asset);
      if (asset.contract !== null) this.contracts.add(nameKey(asset.chain.name, asset.contract));
    }
    this.promisedValue = promisedValue;
    this.keylessValue = keylessValue;
  }

  /** The same, but with so much free in the treasury, and promised of it. Assets that are not named keep what they have. */
  withTreasury({ free, ...sums }: Pick<Treasury, 'free'> & Partial<Treasury>): Catalogue {
    return new Catalogue(
      this.assets.map((asset) => {
        const units = free.get(asset.id);
        const known = {
          ...asset,
          promisedUnits: sums.promised?.get(asset.id) ?? 0n,
          promisedValue: sums.promisedValue?.get(asset.id) ?? 0n,
          keylessUnits: sums.keyless?.get(asset.id) ?? 0n,
          keylessValue: sums.keylessValue?.get(asset.id) ?? 0n,
        };
        return units === undefined ? known : { ...known, treasuryUnits: units > 0n ? units : 0n };
      }),
    );
  }

  /** The same, but with nothing paid out in these assets, and in no other. */
  withPaused(assetIds: ReadonlySet<number>): Catalogue {
    return new Catalogue(this.assets.map((asset) => ({ ...asset, isPaused: assetIds.has(asset.id) })));
  }

  /**
   * By chain and coin name, without regard to case; the chain by any of its names. In place of the coin's name its CAIP-19 id
   * does, whole or without its chain.
   */
  find(chain: string, abbr: string): Asset | undefined {
    if (!abbr.includes('/')) return this.byName.get(nameKey(chain, abbr));
    const parts = partsOf(abbr);
    return chainKey(parts.chain) === chainKey(chain)
      ? this.byName.get(nameKey(chain, parts.asset))
      : undefined;
  }

  /** An asset that is known to exist, such as an order's. */
  get(id: number): Asset {
    const asset = this.byId.get(id);
    if (asset === undefined) throw new Error(`asset ${id} is not in the catalogue; assets are never deleted`);
    return asset;
  }

  /** Whether an address is a token's contract on that chain: what is sent there is lost. */
  isContract(chain: CatalogueChain, address: string): boolean {
    return this.contracts.has(nameKey(chain.name, address));
  }

  /** The coin in which the chain's network fees are paid. */
  native({ id, name }: Pick<CatalogueChain, 'id' | 'name'>): Asset {
    const asset = this.natives.get(id);
    if (asset === undefined) throw new Error(`chain ${name} lacks its native coin`);
    return asset;
  }
}

/** Of a CAIP-19 id. */
function partsOf(id: string): { readonly chain: string; readonly asset: string } {
  const at = id.indexOf('/');
  return { chain: id.slice(0, at), asset: id.slice(at + 1) };
}

function nameKey(chain: string, abbr: string): string {
  return `${chainKey(chain)}\n${abbr.toLowerCase()}`;
}
