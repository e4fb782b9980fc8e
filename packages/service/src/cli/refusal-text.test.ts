import { readFileSync } from 'node:fs';
import { MESSAGE } from '@swapdesk/contract';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import { refusalText } from './refusal-text.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const ACTS = [
  ...['redirect-payout', 'refund-entry', 'return-deposit', 'withdraw-treasury', 'withdrawals'],
  ...['unpaid-payout', 'payable-address'],
].map((name) => `../acts/${name}.ts`);

/** The messages that a file refuses with. */
function refusals(path: string): (keyof typeof MESSAGE)[] {
  const found = read(path).matchAll(/MESSAGE\.(\w+)/g);
  return Array.from(found, ([, name]) => name as keyof typeof MESSAGE);
}

describe('a refusal on the command line', () => {
  const names = [...new Set([...ACTS, '../operators/proposals.ts'].flatMap(refusals))];

  it.each(names)('of an act says what to do next: %s', (name) => {
    const text = refusalText(new Refusal(MESSAGE[name]));
    expect(text.toLowerCase()).toContain(MESSAGE[name].toLowerCase());
    expect(text.length).toBeGreaterThan(MESSAGE[name].length + 10);
    expect(text.split('\n')).toHaveLength(1);
  });

  it('says the figures that come with it', () => {
    expect(refusalText(new Refusal(MESSAGE.notFree, { free: '1.5' }))).toMatch(
      /^The treasury has not that much free \(free: 1\.5\)\. What is free, .*npx swapdesk treasury show\.$/,
    );
  });
});
