import type { Watch } from '../chain.ts';
import type { RpcAccount, RpcTokenBalance, ToldTransaction } from './read-block.ts';
import { isInexact, lamports, tokenUnits } from './values.ts';

/** What a transaction did to an account of a token. */
export interface TokenChange {
  /** Its place among the accounts that the transaction names. */
  readonly index: number;
  /** The account itself; its owner is a wallet. */
  readonly account: string;
  readonly owner: string;
  readonly mint: string;
  readonly program: string;
  readonly before: bigint;
  readonly after: bigint;
  /** What it holds of the native coin more or less than before: its rent, when it is opened or closed. Null as below. */
  readonly native: bigint | null;
}

/** What a transaction did to what an account holds of the native coin. */
export interface NativeChange {
  readonly index: number;
  readonly address: string;
  readonly isLess: boolean;
  /** Null if nobody can tell exactly: of a stranger, who may be richer than JSON can state. */
  readonly change: bigint | null;
}

/** What a transaction did to the accounts that it names, by what each held before and afterwards. */
export class AccountChanges {
  readonly txid: string;
  readonly isFailed: boolean;
  readonly feeUnits: bigint;
  readonly feePayer: string;
  private readonly told: ToldTransaction;
  private readonly meta: NonNullable<ToldTransaction['meta']>;
  private readonly isOurs: Watch;

  /** `isOurs`: of whom nothing that is not exact is believed. What strangers have must keep no block from being read. */
  constructor(told: ToldTransaction, isOurs: Watch = () => true) {
    const { transaction, meta } = told;
    const [txid] = transaction.signatures;
    const [payer] = transaction.accountKeys;
    const whole = transaction.accountKeys.length;
    if (
      txid === undefined ||
      payer === undefined ||
      meta === null ||
      meta.preBalances.length !== whole ||
      meta.postBalances.length !== whole
    ) {
      throw new Error('the node does not say what a transaction did');
    }
    this.told = told;
    this.meta = meta;
    this.isOurs = isOurs;
    this.txid = txid;
    this.feePayer = payer.pubkey;
    this.isFailed = meta.err !== null;
    this.feeUnits = lamports(meta.fee);
  }

  /** All that it names. */
  get accounts(): readonly RpcAccount[] {
    return this.told.transaction.accountKeys;
  }

  /** Mints of the tokens that it changed, and whose accounts these are. */
  get tokenParties(): ReadonlySet<string> {
    return new Set([...this.tokens()].flatMap(({ mint, owner }) => [mint, owner]));
  }

  get signers(): readonly string[] {
    return this.told.transaction.accountKeys.flatMap(({ pubkey, signer }) => (signer ? [pubkey] : []));
  }

  /** Every account that holds more or less of the native coin than before. */
  *native(): Generator<NativeChange> {
    const { preBalances, postBalances } = this.meta;
    for (const [n, { pubkey }] of this.told.transaction.accountKeys.entries()) {
      const [before = 0, after = 0] = [preBalances[n], postBalances[n]];
      if (before === after) continue;
      yield { index: n, address: pubkey, isLess: after < before, change: this.changeOf(n) };
    }
  }

  /** Every account of a token that holds more or less than before, or was opened or closed. */
  *tokens(): Generator<TokenChange> {
    const before = byAccount(this.meta.preTokenBalances);
    const after = byAccount(this.meta.postTokenBalances);
    for (const index of new Set([...before.keys(), ...after.keys()])) {
      const one = before.get(index);
      const other = after.get(index);
      const { owner = '', mint, programId = '' } = (other ?? one) as RpcTokenBalance;
      // Whoever owned it before is not who owns it now: what lies there is not what came.
      if (one !== undefined && other !== undefined && one.owner !== other.owner) continue;
      const account = this.told.transaction.accountKeys[index]?.pubkey;
      if (account === undefined)
        throw new Error('the node names an account that a transaction does not have');
      yield {
        index,
        account,
        owner,
        mint,
        program: programId,
        before: unitsOf(one),
        after: unitsOf(other),
        native: this.changeOf(index),
      };
    }
  }

  /** What an account held before: of the native coin, or of the token that it is for; null if the transaction does not name it. */
  heldBefore(address: string, isToken: boolean): bigint | null {
    const index = this.told.transaction.accountKeys.findIndex(({ pubkey }) => pubkey === address);
    if (index === -1) return null;
    return isToken
      ? unitsOf(byAccount(this.meta.preTokenBalances).get(index))
      : lamports(this.meta.preBalances[index]);
  }

  private changeOf(n: number): bigint | null {
    const { preBalances, postBalances } = this.meta;
    const isOurs = this.isOurs(this.told.transaction.accountKeys[n]?.pubkey ?? '');
    if (isOurs || !this.isInexact(n)) return lamports(postBalances[n]) - lamports(preBalances[n]);
    const others = [...preBalances.keys()].filter((each) => each !== n);
    if (others.some((each) => this.isInexact(each))) return null;
    // Nothing is lost but the fee: what one alone has more is what all others have less.
    return others.reduce(
      (rest, each) => rest + lamports(preBalances[each]) - lamports(postBalances[each]),
      -this.feeUnits,
    );
  }

  private isInexact(n: number): boolean {
    return isInexact(this.meta.preBalances[n]) || isInexact(this.meta.postBalances[n]);
  }
}

function byAccount(balances: readonly RpcTokenBalance[] | null | undefined): Map<number, RpcTokenBalance> {
  return new Map((balances ?? []).map((each) => [each.accountIndex, each]));
}

function unitsOf(balance: RpcTokenBalance | undefined): bigint {
  return balance === undefined ? 0n : tokenUnits(balance.uiTokenAmount.amount);
}
