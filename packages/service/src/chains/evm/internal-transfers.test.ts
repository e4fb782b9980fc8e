import { describe, expect, it } from 'vitest';
import { type CallFrame, type FlatTrace, movesInside, movesOf } from './internal-transfers.ts';

const A = `0x${'aa'.repeat(20)}`;
const B = `0x${'bb'.repeat(20)}`;

const call = (to: string, value: string, more: Partial<CallFrame> = {}): CallFrame => ({
  type: 'CALL',
  to,
  value,
  ...more,
});

function flat(traceAddress: number[], action: FlatTrace['action'], more: Partial<FlatTrace> = {}): FlatTrace {
  return {
    type: 'call',
    action: { callType: 'call', ...action },
    traceAddress,
    blockHash: '0x',
    transactionHash: '0x',
    ...more,
  };
}

describe('transfers inside a call', () => {
  it('are told in the order in which they happened, by both kinds of traces', () => {
    const tree = call(A, '0x9', {
      calls: [
        call(A, '0x1', { calls: [call(B, '0x2')] }),
        call(B, '0x0'),
        { type: 'SELFDESTRUCT', to: B, value: '0x3' },
      ],
    });
    const list = [
      flat([], { to: A, value: '0x9' }),
      flat([0], { to: A, value: '0x1' }),
      flat([0, 0], { to: B, value: '0x2' }),
      flat([1], { to: B, value: '0x0' }),
      flat([2], { refundAddress: B, balance: '0x3' }, { type: 'suicide' }),
    ];
    const moves = [
      { from: null, to: A, units: 1n },
      { from: null, to: B, units: 2n },
      { from: null, to: B, units: 3n },
    ];
    expect(movesInside(tree)).toEqual(moves);
    expect(movesOf(list)).toEqual(moves);
  });

  it('did not happen where a call around them failed', () => {
    const tree = call(A, '0x9', {
      calls: [call(A, '0x1', { error: 'execution reverted', calls: [call(B, '0x2')] }), call(B, '0x4')],
    });
    const list = [
      flat([], { to: A, value: '0x9' }),
      flat([0], { to: A, value: '0x1' }, { error: 'Reverted' }),
      flat([0, 0], { to: B, value: '0x2' }),
      flat([1], { to: B, value: '0x4' }),
    ];
    expect(movesInside(tree)).toEqual([{ from: null, to: B, units: 4n }]);
    expect(movesOf(list)).toEqual([{ from: null, to: B, units: 4n }]);
    expect(movesInside({ ...tree, error: 'out of gas' })).toEqual([]);
    expect(movesOf([{ ...list[0]!, error: 'out of gas' }, ...list.slice(1)])).toEqual([]);
  });

  it('are not the values that borrowed code merely sees', () => {
    expect(movesInside(call(A, '0x9', { calls: [call(B, '0x9', { type: 'DELEGATECALL' })] }))).toEqual([]);
    expect(movesOf([flat([0], { callType: 'delegatecall', to: B, value: '0x9' })])).toEqual([]);
  });
});

it('a transfer inside a call tells who made it: the contract, not who paid for the transaction', () => {
  const C = `0x${'cc'.repeat(20)}`;
  const tree: CallFrame = {
    type: 'CALL',
    from: A,
    to: C,
    value: '0x0',
    calls: [{ type: 'CALL', from: C, to: B, value: '0x5' }],
  };
  const list = [
    flat([], { from: A, to: C, value: '0x0' }),
    flat([0], { from: C, to: B, value: '0x5' }),
    flat([1], { address: C, refundAddress: B, balance: '0x3' }, { type: 'suicide' }),
  ];
  expect(movesInside(tree)).toEqual([{ from: C, to: B, units: 5n }]);
  expect(movesOf(list)).toEqual([
    { from: C, to: B, units: 5n },
    { from: C, to: B, units: 3n },
  ]);
});
