import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import type { Address, EncodedAccount } from '@solana/kit';
import type { Block, DurableNonce, DurableRequest, Transaction, Watch } from '../../chain.ts';
import { associatedAccount } from '../derived-address.ts';
import { openTokenAccount, type TokenPlace, transferNative, transferToken } from '../instructions.ts';
import { assemble, compileMessage, type Instruction } from '../message.ts';
import type { SolanaSigner } from '../payment.ts';
import { TOKEN, type TokenProgram } from '../program-ids.ts';
import { rentOf } from '../rent.ts';
import { signSolana } from '../sign-solana.ts';
import { SolanaChain, type SolanaChainOptions } from '../solana-chain.ts';
import { SolanaRpc } from '../solana-rpc.ts';
import { TestLedger } from './test-ledger.ts';
import { TestNode } from './test-node.ts';

export const NATIVE_ID = 16;
export const USDC_ID = 17;
export const SOL = 1_000_000_000n;
export const DECIMALS = 6;

/** Keys that are made from a number, so that a failure can be repeated. */
export function keyOf(n: number): Uint8Array {
  const key = new Uint8Array(32).fill(9);
  new DataView(key.buffer).setUint32(28, n);
  return key;
}

export function addressOf(n: number): string {
  return base58.encode(ed25519.getPublicKey(keyOf(n)));
}

/** Numbers of keys: ours, and those of others. */
export const TREASURY = 0;
export const STRANGER = 1_000;
const MINT = 2_000;

export interface Warning {
  readonly facts: Record<string, unknown>;
  readonly message: string;
}

/** A ledger with a mint, a rich stranger and a treasury; endpoints; a chain over them. */
export class TestDesk {
  readonly ledger = new TestLedger();
  readonly nodes: TestNode[] = [];
  readonly warnings: Warning[] = [];
  readonly treasury = addressOf(TREASURY);
  readonly stranger = addressOf(STRANGER);
  readonly mint: string;
  readonly deposits: readonly string[];
  private readonly rpcs: SolanaRpc[] = [];
  private readonly ours: ReadonlyMap<string, Uint8Array>;

  constructor(mint = addressOf(MINT), addresses = 3) {
    this.mint = mint;
    const numbers = Array.from({ length: addresses }, (_, n) => n + 1);
    this.deposits = numbers.map(addressOf);
    this.ours = new Map([TREASURY, ...numbers].map((n) => [addressOf(n), keyOf(n)]));
  }

  readonly watch = async (): Promise<Watch> => (address) => this.ours.has(address);

  readonly signer: SolanaSigner = {
    sign: (plan) => signSolana(plan, async (address) => this.ours.get(address) ?? new Uint8Array(32)),
  };

  static async open(endpoints = 2, mint?: string, addresses?: number): Promise<TestDesk> {
    const desk = new TestDesk(mint, addresses);
    for (let n = 0; n < endpoints; n++) desk.nodes.push(await TestNode.open(desk.ledger));
    desk.ledger.fund(desk.treasury, 100n * SOL);
    desk.ledger.fund(desk.stranger, 1_000n * SOL);
    desk.putMint(desk.mint);
    desk.putTokens(desk.stranger, 1_000_000_000_000n);
    return desk;
  }

  chain(options: Partial<SolanaChainOptions> = {}): SolanaChain {
    const rpcs = this.nodes.map(({ url }) => new SolanaRpc({ url, timeoutMs: 60_000 }));
    this.rpcs.push(...rpcs);
    return new SolanaChain({
      chain: {
        id: 9,
        name: 'Solana',
        genesis: this.ledger.genesis,
        nativeAssetId: NATIVE_ID,
        nativeAbbr: 'SOL',
        treasury: this.treasury,
      },
      tokens: () => [{ id: USDC_ID, abbr: 'USDC', contract: this.mint }],
      endpoints: rpcs,
      quorum: Math.min(2, rpcs.length),
      fees: { floor: 1_000n, cap: 1_000_000n },
      signer: this.signer,
      poll: { busyS: 0, idleS: 5 },
      maxTipAgeS: null,
      clock: () => 0,
      warn: (facts, message) => this.warnings.push({ facts: facts as Record<string, unknown>, message }),
      ...options,
    });
  }

  async close(): Promise<void> {
    for (const rpc of this.rpcs) rpc.close();
    for (const node of this.nodes) await node.close();
  }

  /** Makes a block of what waits, which is final at once. */
  mine(options?: { skipped?: number }): void {
    this.ledger.makeBlock(options);
    this.ledger.finalize();
  }

  /** A transaction of others. The first of the keys pays. */
  send(keys: readonly number[], instructions: readonly Instruction[]): string {
    const message = compileMessage(addressOf(keys[0] as number), this.ledger.newest.hash, instructions);
    const secrets = new Map(keys.map((n) => [addressOf(n), keyOf(n)]));
    const signatures = message.signers.map((each) => ed25519.sign(message.bytes, secrets.get(each)!));
    this.ledger.waiting.push(assemble(message, signatures));
    return base58.encode(signatures[0]!);
  }

  /** The stranger pays, in the native coin or a token. */
  pay(to: string, units: bigint, assetId = NATIVE_ID, token = this.token): string {
    return this.send(
      [STRANGER],
      assetId === NATIVE_ID
        ? [transferNative(this.stranger, to, units)]
        : this.tokenPayment(to, units, token),
    );
  }

  /** As wallets do it: the receiver's account is opened if need be. */
  tokenPayment(to: string, units: bigint, place = this.token): Instruction[] {
    const [from, target] = [this.stranger, to].map((owner) => this.tokenAccount(owner, place)) as [
      string,
      string,
    ];
    return [
      openTokenAccount(this.stranger, target, to, place),
      transferToken({ from, to: target, owner: this.stranger, units }, place, DECIMALS),
    ];
  }

  get token(): TokenPlace {
    return { mint: this.mint, program: TOKEN };
  }

  tokenAccount(owner: string, { mint, program } = this.token): string {
    return associatedAccount(owner, mint, program);
  }

  putMint(mint: string, program: TokenProgram = TOKEN, data = this.mintData()): void {
    this.put(mint, data, program);
  }

  /** The stranger may mint. */
  mintData(decimals = DECIMALS): Uint8Array {
    const data = new Uint8Array(82);
    data[0] = 1;
    data.set(base58.decode(this.stranger), 4);
    new DataView(data.buffer).setBigUint64(36, 10n ** 18n, true);
    data[44] = decimals;
    data[45] = 1;
    return data;
  }

  putTokens(owner: string, units: bigint, token = this.token): void {
    const data = new Uint8Array(165);
    data.set(base58.decode(token.mint), 0);
    data.set(base58.decode(owner), 32);
    new DataView(data.buffer).setBigUint64(64, units, true);
    data[108] = 1;
    this.put(this.tokenAccount(owner, token), data, token.program);
  }

  /** Opens the treasury's first nonce account; as of a final block it holds a value. */
  async nonce(chain: SolanaChain, number = 0): Promise<DurableNonce> {
    const account = await chain.nonceAccount(number);
    const [before = null] = await chain.nonceValues([account]);
    if (before === null) {
      const payees = [{ address: account, assetId: NATIVE_ID, units: chain.nonceRent, memo: null }] as const;
      const opening = await chain.sign({ payees, source: this.treasury, feeRate: 1_000n, opens: [number] });
      await chain.broadcast(opening.bytes);
      this.mine();
    }
    const [value = null] = await chain.nonceValues([account]);
    if (value === null) throw new Error('the nonce account has not been opened');
    return { number, account, value };
  }

  private put(address: string, data: Uint8Array, program: string): void {
    const lamports = rentOf(data.length) as EncodedAccount['lamports'];
    this.ledger.put(address, { lamports, data, programAddress: program as Address });
  }
}

/** A payment of ours. */
export function payment(
  durable: DurableNonce,
  source: string,
  payee: { address: string; assetId: number; units: bigint },
  feeRate = 1_000n,
): DurableRequest {
  return { payees: [{ ...payee, memo: null }], source, durable, feeRate };
}

/** The newest block as the chain tells it. */
export async function newestBlock(chain: SolanaChain, desk: TestDesk): Promise<Block> {
  const { height } = await chain.tip();
  const block = await chain.block(height, desk.watch);
  if (block === null) throw new Error(`there is no block ${height}`);
  return block;
}

export function only(block: Pick<Block, 'transactions'>): Transaction {
  const [first, ...more] = block.transactions;
  if (first === undefined || more.length > 0)
    throw new Error(`there are ${block.transactions.length} transactions`);
  return first;
}
