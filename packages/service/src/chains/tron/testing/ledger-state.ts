/** What a network of TRON holds as of one of its blocks, as far as payments change it. Accounts in hex. */
export interface LedgerState {
  readonly accounts: Map<string, LedgerAccount>;
  /** By contract, by holder. */
  readonly tokens: Map<string, Map<string, bigint>>;
  /** TRX whose energy one account has delegated to another, by `pairOf`. */
  readonly loans: Map<string, bigint>;
}

export interface LedgerAccount {
  balance: bigint;
  readonly isContract: boolean;
  /** What is staked for it, and what it has used of that; of what everybody has too. */
  energyLimit: number;
  energyUsed: number;
  /** When that was, Unix milliseconds: it comes back within a day. 0: it does not, as somebody has set it. */
  energyUsedAt: number;
  /** TRX that it has staked for energy and not delegated; and that others have delegated to it. */
  frozen: bigint;
  acquired: bigint;
  /** Who may do what in its name. */
  permissions: readonly Permission[];
  netLimit: number;
  netUsed: number;
  freeNetUsed: number;
}

/** The key of an account may do these kinds of things in the name of another. */
export interface Permission {
  readonly id: number;
  readonly key: string;
  readonly kinds: readonly number[];
}

/** What the network asks for, in sun, and gives everybody each day. */
export const PARAMETERS = {
  getEnergyFee: 100,
  getTransactionFee: 1_000,
  getCreateAccountFee: 100_000,
  getCreateNewAccountFeeInSystemContract: 1_000_000,
  getMaxFeeLimit: 15_000_000_000,
  getMemoFee: 1_000_000,
  getFreeNetLimit: 600,
};

export const FREE_NET = PARAMETERS.getFreeNetLimit;

export function newAccount(isContract = false): LedgerAccount {
  return {
    balance: 0n,
    isContract,
    energyLimit: 0,
    energyUsed: 0,
    energyUsedAt: 0,
    frozen: 0n,
    acquired: 0n,
    permissions: [],
    netLimit: 0,
    netUsed: 0,
    freeNetUsed: 0,
  };
}

export function copyOf({ accounts, tokens, loans }: LedgerState): LedgerState {
  return {
    accounts: new Map([...accounts].map(([id, account]) => [id, { ...account }])),
    tokens: new Map([...tokens].map(([id, holders]) => [id, new Map(holders)])),
    loans: new Map(loans),
  };
}
