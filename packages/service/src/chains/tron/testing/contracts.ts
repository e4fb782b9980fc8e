import { TRANSFER_TOPIC } from '../trc20.ts';
import type { LedgerState } from './ledger-state.ts';

/** Contracts of a test network: plain functions that do what their code would. */

export interface Called {
  readonly state: LedgerState;
  readonly contract: string;
  readonly caller: string;
  /** Hexadecimal. */
  readonly data: string;
}

export interface Outcome {
  readonly energy: number;
  /** True if the contract refuses: nothing has happened, but for the energy. */
  readonly isReverted?: boolean;
  readonly result?: string;
  /** As receipts have them: the account without its first byte. */
  readonly logs?: readonly { address: string; topics: readonly string[]; data: string }[];
  /** TRX that it sends; or stakes, which nodes tell of in the same form, and which nobody gets. */
  readonly pays?: readonly {
    readonly to: string;
    readonly units: bigint;
    readonly isRejected?: boolean;
    readonly stakes?: 'delegateResourceOfEnergy' | 'unDelegateResourceOfEnergy';
  }[];
}

export type ContractCode = (called: Called) => Outcome;

const word = (value: bigint | string) =>
  (typeof value === 'string' ? value.slice(2) : value.toString(16)).padStart(64, '0');

/** What USDT takes of energy, to who has some, and to who never had. */
export const TRANSFER_ENERGY = { holder: 64_285, stranger: 130_285 };

export interface TokenRules {
  readonly decimals: number;
  /** Accounts that it neither pays nor lets pay. */
  readonly blocked?: ReadonlySet<string>;
  /** Of a hundred units, as many are kept. */
  readonly feePercent?: bigint;
}

/** A token such as USDT. */
export function tokenContract({ decimals, blocked = new Set(), feePercent = 0n }: TokenRules): ContractCode {
  return ({ state, contract, caller, data }) => {
    const holders = state.tokens.get(contract) as Map<string, bigint>;
    const held = (account: string) => holders.get(account) ?? 0n;
    const [selector, first, second] = [data.slice(0, 8), data.slice(8, 72), data.slice(72, 136)];
    if (selector === '313ce567') return { energy: 500, result: word(BigInt(decimals)) };
    if (selector === '70a08231') return { energy: 900, result: word(held(`41${first.slice(24)}`)) };
    const to = `41${first.slice(24)}`;
    const units = BigInt(`0x${second || '0'}`);
    const isRefused = blocked.has(caller) || blocked.has(to) || held(caller) < units;
    if (selector !== 'a9059cbb' || isRefused) return { energy: 3_000, isReverted: true };
    const energy = held(to) === 0n ? TRANSFER_ENERGY.stranger : TRANSFER_ENERGY.holder;
    const arriving = units - (units * feePercent) / 100n;
    holders.set(caller, held(caller) - units);
    holders.set(to, held(to) + arriving);
    const topics = [TRANSFER_TOPIC, word(caller), word(to)];
    const log = { address: contract.slice(2), topics, data: word(arriving) };
    // As USDT does: it succeeds, and says false.
    return { energy, result: word(0n), logs: [log] };
  };
}

/** Pays TRX that it has to whoever is named in the call. */
export const payer: ContractCode = ({ data }) => ({
  energy: 20_000,
  result: '',
  pays: [{ to: `41${data.slice(24, 64)}`, units: BigInt(`0x${data.slice(64, 128)}`) }],
});
