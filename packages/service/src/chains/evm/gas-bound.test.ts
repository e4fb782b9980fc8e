import { describe, expect, it } from 'vitest';
import { Unpayable } from '../chain.ts';
import type { Rpc } from './evm-rpc.ts';
import { type AccountTransfer, type PaymentRules, planPayment } from './payment.ts';

const USUAL = 21_000n;
const RATE = 1_000_000_000n;
const RULES: PaymentRules = {
  chainId: 4,
  evmChainId: 1,
  gas: { native: USUAL, token: 100_000n },
  extraFeeUnits: 0n,
  fees: { floor: 1n, cap: 10n ** 12n, legacy: false, minimumPriority: 0n },
  assetOf: () => ({ id: 1, abbr: 'ETH', contract: null }),
};
const TRANSFER: AccountTransfer = {
  from: `0x${'1'.repeat(40)}`,
  nonce: 7,
  payee: `0x${'2'.repeat(40)}`,
  units: 5n,
  rate: RATE,
  asset: { id: 1, abbr: 'ETH', contract: null },
};

/** A node at which the receiver is a contract that needs so much gas to take coins. */
function nodeWith(gas: bigint): Rpc {
  const answer = (method: string) => {
    if (method === 'eth_getBalance') return `0x${(10n ** 20n).toString(16)}`;
    if (method === 'eth_getCode') return '0x6000';
    if (method === 'eth_estimateGas') return `0x${gas.toString(16)}`;
    throw new Error(`nobody asks ${method}`);
  };
  return {
    host: 'node',
    call: async <T>(method: string) => answer(method) as T,
    batch: async <T>(calls: readonly { method: string }[]) => calls.map(({ method }) => answer(method) as T),
  };
}

const feeFor = async (gas: bigint) => (await planPayment(nodeWith(gas), TRANSFER, RULES)).gas * RATE;

describe('a receiver whose contract needs more gas than it was charged for', () => {
  it('is paid while that is little: contracts of wallets take some', async () => {
    expect(await feeFor(27_000n)).toBe(((27_000n * 5n) / 4n) * RATE);
  });

  it('never makes us pay for more than twice the gas that it is charged for', async () => {
    for (let gas = USUAL; gas <= 300_000n; gas += 500n) {
      const fee = await feeFor(gas).catch((error: unknown) => {
        expect(error).toBeInstanceOf(Unpayable);
        return null;
      });
      if (fee !== null) expect(fee).toBeLessThanOrEqual(2n * USUAL * RATE);
      if (gas > 2n * USUAL) expect(fee).toBeNull();
    }
  });

  it('is told to whoever has to decide', async () => {
    await expect(feeFor(150_000n)).rejects.toThrow('its receiver needs 150000 gas');
  });
});
