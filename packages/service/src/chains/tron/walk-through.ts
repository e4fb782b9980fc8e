import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { AccountRequest, ChainAsset, ExpiringPayment, Transaction } from '../chain.ts';
import { hasPassed } from '../expiry.ts';
import type { ExpiringPlan, Signer } from '../signer.ts';
import { tronForm } from './address.ts';
import { signTron } from './sign-tron.ts';
import { TronChain } from './tron-chain.ts';
import type { TronNode } from './tron-node.ts';

/** What the walk is given. The account of the key needs some coins of a test network. */
export interface WalkOptions {
  readonly endpoints: readonly TronNode[];
  readonly networks: Readonly<Record<string, string>> | null;
  readonly key: Uint8Array;
  /** Of an address that nobody has used. */
  readonly freshKey: Uint8Array;
  /** A token of which the account has some; null: TRX alone. */
  readonly token: string | null;
  /** Lets a little time pass. */
  readonly pause: () => Promise<void>;
  readonly tell: (finding: WalkFinding) => void;
}

/** What a step came to. */
export interface WalkFinding {
  readonly what: string;
  readonly isGood: boolean;
  readonly facts: string;
}

const TRX: ChainAsset = { id: 1, abbr: 'TRX', contract: null };
const TOKEN_ID = 2;
/** Enough for what the fresh address is to do. */
const FIRST_UNITS = 20_000_000n;
const TOKEN_UNITS = 1_000_000n;
/** A payment that is not sent expires after this. */
const SHORT_S = 120;
/** Ten minutes, with a pause of three seconds. */
const MOST_PAUSES = 200;

/** Does on a real network all that the desk does, and says what it found: true if everything was as it should be. */
export async function walkThrough(options: WalkOptions): Promise<boolean> {
  const walk = new Walk(options);
  const steps: [what: string, step: () => Promise<string>][] = [
    ['nodes', () => walk.examine()],
    ['a block', () => walk.readBlock()],
    ['TRX to an address that was never used', () => walk.activate()],
    ['balances', () => walk.compareBalances()],
    ['a payment that is not sent expires', () => walk.expire()],
  ];
  if (options.token !== null)
    steps.push(
      ['a token', () => walk.payToken()],
      ['a call that runs out of energy', () => walk.fail()],
      ['bringing the token in', () => walk.sweepToken()],
    );
  steps.push(['bringing TRX in', () => walk.sweepTrx()]);
  let isGood = true;
  for (const [what, step] of steps) {
    const finding = await step().then(
      (facts) => ({ what, isGood: true, facts }),
      (error: Error) => ({ what, isGood: false, facts: error.message }),
    );
    options.tell(finding);
    isGood &&= finding.isGood;
  }
  return isGood;
}

class Walk {
  private readonly options: WalkOptions;
  private readonly chain: TronChain;
  private readonly owner: string;
  private readonly fresh: string;
  /** Changes the next plan before it is signed. */
  private change: (plan: ExpiringPlan) => ExpiringPlan = (plan) => plan;

  constructor(options: WalkOptions) {
    this.options = options;
    this.owner = addressOf(options.key);
    this.fresh = addressOf(options.freshKey);
    this.chain = this.open(3_600);
  }

  async examine(): Promise<string> {
    const assets = this.options.token === null ? [] : [{ ...this.token(), decimals: 6 }];
    const now = Math.floor(Date.now() / 1_000);
    const found = await this.chain.examine({ assets, followed: null, now });
    const bad = found.find(({ advice }) => advice !== null);
    if (bad !== undefined) throw new Error(`${bad.what}: ${bad.facts}. ${bad.advice}`);
    return found.map(({ what, facts }) => `${what}: ${facts}`).join('; ');
  }

  async readBlock(): Promise<string> {
    const { height } = await this.chain.tip();
    const began = performance.now();
    const block = await this.chain.block(height, async () => () => false);
    const took = Math.round(performance.now() - began);
    return `block ${height} with ${block?.transactions.length} transactions, read in ${took} ms`;
  }

  async activate(): Promise<string> {
    const quoted = this.chain.usualCost(TRX, (await this.chain.feeRate()).now);
    const { feeUnits = 0n } = await this.pay(this.owner, this.fresh, TRX, FIRST_UNITS);
    refuse(feeUnits > quoted, `it cost ${feeUnits} sun, and ${quoted} would have been charged`);
    return `cost ${feeUnits} sun, charged ${quoted}`;
  }

  async compareBalances(): Promise<string> {
    const [units] = (await this.chain.accountBalances([this.fresh], TRX, await this.chain.tip())) ?? [];
    refuse(units !== FIRST_UNITS, `${this.fresh} holds ${units} sun, not ${FIRST_UNITS}`);
    return `${this.fresh} holds what it was given`;
  }

  async expire(): Promise<string> {
    const chain = this.open(SHORT_S);
    const attempt = await this.sign(chain, this.owner, this.fresh, TRX, 1n);
    refuse(await hasPassed(chain, attempt), 'it has expired before its time');
    await this.until('it to expire', () => hasPassed(chain, attempt));
    const refused = await chain.broadcast(attempt.bytes).then(
      () => null,
      (error: Error) => error,
    );
    refuse(refused?.name !== 'Rejected', `the network does not refuse it for good: ${refused?.message}`);
    return `refused for good: ${refused?.message}`;
  }

  async payToken(): Promise<string> {
    const quoted = this.chain.usualCost(this.token(), (await this.chain.feeRate()).now);
    const { feeUnits = 0n } = await this.pay(this.owner, this.fresh, this.token(), TOKEN_UNITS);
    refuse(feeUnits > quoted, `it cost ${feeUnits} sun, and ${quoted} would have been charged`);
    return `cost ${feeUnits} sun, charged ${quoted}`;
  }

  async fail(): Promise<string> {
    this.change = (plan) => ({ ...plan, callFeeUnits: 100_000n });
    const failed = await this.sign(this.chain, this.owner, this.fresh, this.token(), 1n);
    this.change = (plan) => plan;
    const { isFailed, feeUnits } = await this.follow(failed);
    refuse(isFailed !== true, 'it succeeded, though it may burn a tenth of a TRX alone');
    refuse(!(await this.chain.hasFailed(failed.txid)), 'its receipt does not say so');
    return `burnt ${feeUnits} sun, and moved nothing`;
  }

  async sweepToken(): Promise<string> {
    const { now } = await this.chain.feeRate();
    const thought = await this.chain.sweepCost(this.fresh, this.token(), now);
    const { feeUnits } = await this.pay(this.fresh, this.owner, this.token(), TOKEN_UNITS);
    refuse((feeUnits ?? 0n) > (thought ?? 0n), `it cost ${feeUnits} sun, thought ${thought}`);
    return `cost ${feeUnits} sun, thought ${thought} at most`;
  }

  async sweepTrx(): Promise<string> {
    const { now } = await this.chain.feeRate();
    const cost = (await this.chain.sweepCost(this.fresh, TRX, now)) ?? 0n;
    const [held = 0n] = (await this.chain.accountBalances([this.fresh], TRX, await this.chain.tip())) ?? [];
    await this.pay(this.fresh, this.owner, TRX, held - cost);
    const [left] = (await this.chain.accountBalances([this.fresh], TRX, await this.chain.tip())) ?? [];
    return `${left} sun are left there`;
  }

  /** Signs, sends, and follows until it is solidified. */
  private async pay(from: string, to: string, asset: ChainAsset, units: bigint): Promise<Transaction> {
    const signed = await this.sign(this.chain, from, to, asset, units);
    const found = await this.follow(signed);
    refuse(found.isFailed === true, 'a block has it, and it failed');
    refuse(
      (found.feeUnits ?? 0n) > signed.feeUnits,
      `it cost more than the ${signed.feeUnits} that was said`,
    );
    const [transfer] = found.transfers;
    refuse(transfer?.address !== to || transfer.units !== units, 'the block does not show what was paid');
    return found;
  }

  private async follow({ txid, bytes }: ExpiringPayment): Promise<Transaction> {
    await this.chain.broadcast(bytes);
    await this.until(`block with ${txid}`, async () => (await this.chain.statusOf(txid)).state !== 'unknown');
    await this.until(
      `${txid} to be solidified`,
      async () => (await this.chain.statusOf(txid)).state === 'mined',
    );
    const status = await this.chain.statusOf(txid);
    if (status.state !== 'mined') throw new Error(`${txid} was in a block, and is not any more`);
    const ours = [this.owner, this.fresh];
    const block = await this.chain.block(
      status.block.height,
      async () => (address) => ours.includes(address),
    );
    const found = block?.transactions.find((each) => each.txid === txid);
    if (found === undefined) throw new Error(`block ${status.block.height} does not have ${txid}`);
    return found;
  }

  private sign(chain: TronChain, source: string, address: string, { id }: ChainAsset, units: bigint) {
    const payee = { address, memo: null, assetId: id, units, payout: `walk ${units}` };
    const request = (feeRate: bigint): AccountRequest => ({ payees: [payee], source, feeRate });
    return chain.feeRate().then(({ now }) => chain.sign(request(now)));
  }

  private async until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    for (let n = 0; n < MOST_PAUSES; n++) {
      if (await isSo()) return;
      await this.options.pause();
    }
    throw new Error(`waited in vain for ${what}`);
  }

  private token(): ChainAsset {
    return { id: TOKEN_ID, abbr: 'the token', contract: this.options.token };
  }

  private open(lifetimeS: number): TronChain {
    const { endpoints, networks, token, key, freshKey } = this.options;
    const keys = new Map([
      [this.owner, key],
      [this.fresh, freshKey],
    ]);
    const signer: Signer = {
      sign: async (plan) => {
        const changed = this.change(plan as ExpiringPlan);
        return signTron(changed, keys.get(changed.from) as Uint8Array);
      },
    };
    const facts = { id: 8, name: 'TRON', confirmations: 19, nativeAssetId: TRX.id, nativeAbbr: TRX.abbr };
    return new TronChain({
      chain: { ...facts, treasury: this.owner },
      tokens: () => (token === null ? [] : [{ id: TOKEN_ID, abbr: 'the token', contract: token }]),
      endpoints,
      quorum: Math.min(2, endpoints.length),
      networks,
      lifetimeS,
      mostEnergyPrice: 1_000n,
      energy: null,
      signer,
      poll: { busyS: 0, idleS: 5 },
      maxTipAgeS: null,
      clock: () => Math.floor(Date.now() / 1_000),
      warn: () => undefined,
    });
  }
}

function addressOf(key: Uint8Array): string {
  return tronForm.encode(secp256k1.getPublicKey(key, true), 'main');
}

function refuse(isWrong: boolean, why: string): void {
  if (isWrong) throw new Error(why);
}
