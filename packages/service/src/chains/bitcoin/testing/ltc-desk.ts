import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hex } from '@scure/base';
import { p2pkh, p2tr } from '@scure/btc-signer';
import type { CoreNode } from '../../../../../../test/support/core-node.ts';
import { privateKey } from '../../../wallet/keys.ts';
import { addressForm } from '../../address-forms.ts';
import type { Coin, Watch } from '../../chain.ts';
import type { KeyOf, Signer, SigningPlan } from '../../signer.ts';
import { BitcoinChain, type BitcoinChainOptions } from '../bitcoin-chain.ts';
import { addressOfLock, lockOfScript } from '../script.ts';
import { signCoins } from '../sign-coins.ts';
import { LITECOIN } from './coins.ts';

const SEED = new Uint8Array(64).fill(7);
export const LTC = { id: 1, abbr: 'LTC', contract: null };
const KEYS = 200;
const TREASURY_INDEX = KEYS;

/** Our side of a test: a wallet of a few hundred keys, and the chain as the engine would have it. */
export class LtcDesk {
  readonly chain: BitcoinChain;
  readonly deposits: readonly string[];
  readonly treasury: string;
  readonly watch: () => Promise<Watch>;
  private readonly options: BitcoinChainOptions;
  private readonly keys = new Map<string, Uint8Array>();

  constructor({ rpc }: Pick<CoreNode, 'rpc'>) {
    const address = (index: number) => {
      const key = privateKey('litecoin', 'regtest', SEED, index);
      const derived = addressForm('litecoin').encode(secp256k1.getPublicKey(key), 'regtest');
      this.keys.set(derived, key);
      return derived;
    };
    this.deposits = Array.from({ length: KEYS }, (_, index) => address(index));
    this.treasury = address(TREASURY_INDEX);
    this.watch = async () => (text) => this.keys.has(text);
    this.options = {
      chain: { id: 2, name: 'litecoin', space: 'litecoin', confirmations: 6 },
      nativeAssetId: LTC.id,
      treasury: this.treasury,
      coin: LITECOIN,
      network: 'regtest',
      rpc,
      signer: this.signer(),
      fees: { targetBlocks: 6, floor: 1_000n, cap: 1_000_000n, fallback: 10_000n },
      maxTipAgeS: null,
      clock: () => Math.floor(Date.now() / 1000),
      zmq: null,
      help: null,
      poll: { busyS: 0, idleS: 4 },
      warn: () => undefined,
    };
    this.chain = this.chainWith({});
  }

  chainWith(changes: Partial<BitcoinChainOptions>): BitcoinChain {
    return new BitcoinChain({ ...this.options, ...changes });
  }

  /** The address of a key in another form than the usual one. */
  addressOfKind(kind: 'p2pkh' | 'p2tr', index: number): string {
    const key = privateKey('litecoin', 'regtest', SEED, index);
    const publicKey = secp256k1.getPublicKey(key);
    const script = kind === 'p2pkh' ? p2pkh(publicKey).script : p2tr(publicKey.slice(1)).script;
    const address = addressOfLock(LITECOIN, 'regtest', lockOfScript(hex.encode(script))!) as string;
    this.keys.set(address, key);
    return address;
  }

  /** The coins of ours in the newest block. */
  async newCoins(): Promise<Coin[]> {
    const tip = await this.chain.tip();
    const block = await this.chain.block(tip.height, this.watch);
    return (block?.transactions ?? []).flatMap(({ txid, transfers }) =>
      transfers.map(({ index, address, assetId, units }) => ({
        spend: `${txid}:${index}`,
        address,
        assetId,
        units,
      })),
    );
  }

  private signer(): Signer {
    const keyOf: KeyOf = async (_space, address) => {
      const key = this.keys.get(address);
      if (key === undefined) throw new Error(`${address} is not ours`);
      return key;
    };
    return {
      sign: async (plan: SigningPlan) => {
        if (plan.kind !== 'coins') throw new Error('a plan of another family');
        return signCoins(plan, { coin: LITECOIN, network: 'regtest', keyOf });
      },
    };
  }
}

/** Amounts in whole coins, as the node takes and gives them. */
export function inCoins(units: bigint): string {
  const digits = String(units).padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}
