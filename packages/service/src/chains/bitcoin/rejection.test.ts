import { describe, expect, it } from 'vitest';
import { Rejected } from '../chain.ts';
import { RpcError, RpcUnreachable } from '../rpc/errors.ts';
import { meaningOfRefusal } from './rejection.ts';

const refusal = (code: number, reason: string) => new RpcError('sendrawtransaction', code, reason);

describe('a node that refuses a transaction', () => {
  it.each([
    [-27, 'Transaction already in block chain'],
    [-26, 'txn-already-in-mempool'],
    [-25, 'txn-already-known'],
  ])('has it: %i %s', (code, reason) => {
    expect(meaningOfRefusal(refusal(code, reason))).toBeNull();
  });

  it.each([
    [-22, 'TX decode failed. Make sure the tx has at least one input.'],
    [-25, 'bad-txns-inputs-missingorspent'],
    [-25, 'Missing inputs'],
    [-26, '16: bad-txns-in-belowout'],
    [-26, 'non-mandatory-script-verify-flag (Witness program hash mismatch)'],
    [-26, 'mandatory-script-verify-flag-failed (Signature must be zero)'],
    [-26, 'dust'],
    [-26, '64: scriptpubkey'],
  ])('will never take it: %i %s', (code, reason) => {
    expect(meaningOfRefusal(refusal(code, reason))).toBeInstanceOf(Rejected);
  });

  it.each([
    [-26, 'min relay fee not met, 10 < 141'],
    [-26, '66: mempool min fee not met'],
    [-26, 'insufficient fee, rejecting replacement'],
    [-26, 'too-long-mempool-chain, too many descendants'],
    [-26, 'mempool full'],
    [-26, 'txn-mempool-conflict'],
    [-26, 'bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 7'],
    [-25, 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)'],
    [-28, 'Loading block index...'],
  ])('may take it later: %i %s', (code, reason) => {
    const error = refusal(code, reason);
    expect(meaningOfRefusal(error)).toBe(error);
  });

  it('may not have been reached at all', () => {
    const error = new RpcUnreachable('gone');
    expect(meaningOfRefusal(error)).toBe(error);
  });
});
