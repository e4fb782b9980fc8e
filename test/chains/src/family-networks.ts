import { TestDesk, USDC_ID } from '../../../packages/service/src/chains/solana/testing/test-desk.ts';
import { toHex } from '../../../packages/service/src/chains/tron/account.ts';
import {
  strangers,
  TestWallet,
  trxPayment,
  USDT,
  usdtPayment,
} from '../../../packages/service/src/chains/tron/testing/test-chain.ts';
import { TronTestNetwork } from '../../../packages/service/src/chains/tron/testing/test-network.ts';
import { TronTestNode } from '../../../packages/service/src/chains/tron/testing/test-node.ts';

/** As the catalogue numbers them. */
export const CHAIN_IDS = { TRON: 8, Solana: 9 } as const;
export type Family = keyof typeof CHAIN_IDS;

export const FAMILY_ASSETS = ['TRON:TRX', 'TRON:USDT', 'Solana:SOL', 'Solana:USDC'] as const;
export type FamilyAsset = (typeof FAMILY_ASSETS)[number];

/** Blocks that are not final yet. */
const NOT_FINAL = 2;
const PLENTY = 10n ** 15n;

/** The networks of both families, with two nodes each, on which a stranger is rich. All of it in this process. */
export class FamilyNetworks {
  readonly tron: TronTestNetwork;
  readonly solana: TestDesk;
  private readonly tronNodes: readonly TronTestNode[];
  private readonly stranger = new TestWallet().address(50);

  private constructor(tron: TronTestNetwork, tronNodes: readonly TronTestNode[], solana: TestDesk) {
    this.tron = tron;
    this.tronNodes = tronNodes;
    this.solana = solana;
  }

  static async open(): Promise<FamilyNetworks> {
    const tron = new TronTestNetwork(Date.now());
    const solana = await TestDesk.open();
    const nodes = [await TronTestNode.start(tron), await TronTestNode.start(tron)];
    const networks = new FamilyNetworks(tron, nodes, solana);
    tron.unsolid = NOT_FINAL;
    tron.addToken(USDT, { decimals: 6 });
    tron.account(networks.stranger).balance = PLENTY;
    tron.mint(USDT, networks.stranger, PLENTY);
    solana.ledger.timeOf = () => Math.floor(Date.now() / 1_000);
    solana.ledger.fund(solana.stranger, PLENTY);
    solana.putTokens(solana.stranger, PLENTY);
    for (let n = 0; n <= NOT_FINAL; n++) networks.mine();
    return networks;
  }

  async close(): Promise<void> {
    await Promise.all([this.solana.close(), ...this.tronNodes.map((node) => node.stop())]);
  }

  /** As a configuration file names them. */
  get chains() {
    const urls = (nodes: readonly { readonly url: string }[]) => nodes.map(({ url }) => url);
    return {
      TRON: { family: 'tron', endpoints: urls(this.tronNodes), tokens: { USDT } },
      Solana: {
        family: 'solana',
        endpoints: urls(this.solana.nodes),
        tokens: { USDC: this.solana.mint },
      },
    };
  }

  /** The stranger pays. It is in the next block. */
  pay(asset: FamilyAsset, address: string, units: bigint): void {
    if (asset === 'Solana:SOL') this.solana.pay(address, units);
    else if (asset === 'Solana:USDC') this.solana.pay(address, units, USDC_ID);
    else {
      const payment = asset === 'TRON:TRX' ? trxPayment : usdtPayment;
      this.tron.enqueue(strangers(this.tron, payment(this.stranger, address, units)));
    }
  }

  /** Both go on by a block, whose time is that of now. */
  mine(): void {
    this.tron.mine(1, Math.max(1, Date.now() - this.tron.newest.timeMs));
    this.solana.ledger.makeBlock();
    this.solana.ledger.finalize(NOT_FINAL);
  }

  /** The newest blocks that are final. */
  get finalHashes(): string[] {
    return [this.tron.solid.hash, this.solana.ledger.final.hash];
  }

  /** What an address holds in the newest block. */
  held(asset: FamilyAsset, address: string): bigint {
    const { accounts, tokens } = this.tron.newest.state;
    if (asset === 'TRON:TRX') return accounts.get(toHex(address))?.balance ?? 0n;
    if (asset === 'TRON:USDT') return tokens.get(toHex(USDT))?.get(toHex(address)) ?? 0n;
    const { ledger } = this.solana;
    if (asset === 'Solana:SOL') return ledger.accountAt(address, ledger.newest.slot)?.lamports ?? 0n;
    const account = ledger.accountAt(this.solana.tokenAccount(address), ledger.newest.slot);
    return account === null ? 0n : Buffer.from(account.data).readBigUInt64LE(64);
  }
}
