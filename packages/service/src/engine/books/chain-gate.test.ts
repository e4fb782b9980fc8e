import { describe, expect, it } from 'vitest';
import { ChainGate } from './chain-gate.ts';

const block = (height: number) => ({ height, hash: `block ${height}` });
const steps = (from: number, at: number, tip: number) => ({
  from: block(from),
  at: block(at),
  tip: block(tip),
});

/** A gate that was opened at a block. */
function opened(height: number): ChainGate {
  const gate = new ChainGate();
  gate.enter(1);
  gate.followed(steps(height, height, height));
  expect(gate.agreed(block(height))).toBe(true);
  return gate;
}

describe('the gate of a chain', () => {
  it('is shut until the books agree where the tip was when it was asked for', () => {
    const gate = new ChainGate();
    gate.enter(1);
    expect(gate.agreed(block(100))).toBe(false);
    gate.followed(steps(0, 50, 100));
    expect(gate.agreed(block(50))).toBe(false);
    expect(gate.shut).not.toBeNull();
    // The chain goes on meanwhile: that is not waited for.
    gate.followed(steps(50, 100, 104));
    expect(gate.agreed(block(100))).toBe(true);
    expect(gate.shut).toBeNull();
  });

  it('asks for no more than a chain that has become shorter has', () => {
    const gate = new ChainGate();
    gate.enter(1);
    gate.followed(steps(90, 95, 100));
    gate.followed(steps(95, 98, 98));
    expect(gate.agreed(block(98))).toBe(true);
  });

  it('stays open under the same lease, and is shut by another', () => {
    const gate = opened(10);
    gate.enter(1);
    expect(gate.shut).toBeNull();
    gate.enter(2);
    expect(gate.shut).not.toBeNull();
    expect(gate.agreed(block(10))).toBe(false);
  });

  it('is shut when the lease is lost, even if it comes back with the same token', () => {
    const gate = opened(10);
    gate.leave();
    gate.enter(1);
    expect(gate.shut).not.toBeNull();
  });

  it('stays open a few blocks behind, and is shut by more, until these are followed', () => {
    const gate = opened(10);
    gate.followed(steps(10, 10, 20));
    expect(gate.shut).toBeNull();
    gate.followed(steps(10, 12, 40));
    expect(gate.shut).toContain('28 blocks');
    expect(gate.agreed(block(39))).toBe(false);
    gate.followed(steps(12, 40, 60));
    expect(gate.agreed(block(40))).toBe(true);
  });

  it('is shut when the store has lost blocks or a payment that this process had committed', () => {
    const gate = opened(10);
    expect(gate.followed(steps(10, 12, 12))).toBe(true);
    // A commit that was reported as failed.
    expect(gate.followed(steps(13, 13, 13))).toBe(true);
    expect(gate.shut).toBeNull();
    expect(gate.followed(steps(12, 13, 13))).toBe(false);
    expect(gate.shut).toContain('lost');
    const other = opened(10);
    other.remember('a');
    other.remember(null);
    expect(other.lastPayment).toBe('a');
    other.lost();
    expect(other.shut).toContain('lost');
  });
});
