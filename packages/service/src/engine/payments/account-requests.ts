import type {
  AccountRequest,
  ChainAsset,
  DurableChain,
  DurableNonce,
  DurableRequest,
  Gathered,
  NonceChain,
  NonceRequest,
  Payee,
} from '../../chains/chain.ts';
import { PURPOSE } from '../../payments/life.ts';
import type { Engine } from '../context.ts';
import type { Lease } from '../lease.ts';
import { findGone } from './gone-payment.ts';
import { claimNonce } from './spendable.ts';

/** Makes the requests of an account, one after the other. */
export interface Requests<Request extends AccountRequest> {
  /** What its next payment is asked for with; null if it has nothing left to use up now. `gathers`: where several can give. */
  next(payee: Payee, feeRate: bigint, gathers?: readonly Gathered[]): Request | null;
  /** The one that was asked for last is signed. */
  taken(): void;
}

/** How an account pays: what its next payments take, and in whose place a sweep of it comes. */
export interface Paying<Request extends AccountRequest> {
  /** True if the treasury pays the fee of whatever pays: deposit addresses need no fuel. */
  readonly isFeePaid: boolean;
  /** How many addresses one sweep of an asset brings in from. */
  readonly mostSwept: (asset: ChainAsset) => number;
  /** What an address has to be left with of the native coin, if it is left with anything. */
  readonly leastLeft: bigint;
  requests(engine: Engine, lease: Lease, source: string): Promise<Requests<Request>>;
  /** For one transfer of our own: the sweep whose place it takes, if there is one. */
  ownTransfer(
    engine: Engine,
    lease: Lease,
    source: string,
  ): Promise<{ readonly requests: Requests<Request>; readonly inPlaceOf: number | null }>;
}

const oneByOne = () => 1;

/** One nonce after the other. */
export function byNonce(chain: NonceChain): Paying<NonceRequest> {
  return {
    isFeePaid: false,
    mostSwept: oneByOne,
    leastLeft: 0n,
    requests: async (engine, lease, source) =>
      numbered(source, await claimNonce(engine, chain, lease, source)),
    async ownTransfer(engine, lease, source) {
      const gone = await findGone(engine.database, chain, source, [PURPOSE.sweep]);
      const nonce = gone?.nonce ?? (await claimNonce(engine, chain, lease, source));
      return { requests: numbered(source, nonce), inPlaceOf: gone?.id ?? null };
    },
  };
}

function numbered(source: string, first: number): Requests<NonceRequest> {
  let nonce = first;
  return {
    next: (payee, feeRate) => ({ payees: [payee], source, nonce, feeRate }),
    taken: () => void nonce++,
  };
}

/** Nothing is used up but by what is signed itself. */
export const WITHOUT_NONCE: Paying<AccountRequest> = {
  isFeePaid: false,
  mostSwept: oneByOne,
  leastLeft: 0n,
  requests: async (_engine, _lease, source) => unnumbered(source),
  ownTransfer: async (_engine, _lease, source) => ({ requests: unnumbered(source), inPlaceOf: null }),
};

function unnumbered(source: string): Requests<AccountRequest> {
  return { next: (payee, feeRate) => ({ payees: [payee], source, feeRate }), taken() {} };
}

/** Why a payment waits that has no nonce account. */
export const NO_NONCE = 'every nonce account is in use: it waits for one';

/** Nonce accounts that are free in a round, and how many more there should have been. */
export class NonceStock {
  private readonly left: DurableNonce[];
  lacking = 0;

  constructor(free: readonly DurableNonce[]) {
    this.left = [...free];
  }

  get next(): DurableNonce | null {
    const [first] = this.left;
    if (first === undefined) this.lacking++;
    return first ?? null;
  }

  take(): void {
    this.left.shift();
  }
}

/** A nonce account for each, whoever pays. Nothing takes the place of a sweep: it has an account of its own. */
export function byNonceAccount(
  chain: Pick<DurableChain, 'mostSwept' | 'leastLeft'>,
  stock: NonceStock,
): Paying<DurableRequest> {
  const requests = async (
    _engine: Engine,
    _lease: Lease,
    source: string,
  ): Promise<Requests<DurableRequest>> => ({
    next(payee, feeRate, gathers = []) {
      const durable = stock.next;
      if (durable === null) return null;
      return { payees: [payee], source, durable, feeRate, ...(gathers.length > 0 && { gathers }) };
    },
    taken: () => stock.take(),
  });
  return {
    isFeePaid: true,
    mostSwept: (asset) => chain.mostSwept(asset),
    leastLeft: chain.leastLeft,
    requests,
    ownTransfer: async (engine, lease, source) => ({
      requests: await requests(engine, lease, source),
      inPlaceOf: null,
    }),
  };
}
