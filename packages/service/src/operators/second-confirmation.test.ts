import { describe, expect, it } from 'vitest';
import { confirmableFrom } from './second-confirmation.ts';

const WAIT_S = 3_600;
const ASKED_AT = 1_000;
const atConsole = (name: string) => ({ name, via: 'console' as const });
const atMachine = (name: string) => ({ name, via: 'command line' as const });
const from = (asker: ReturnType<typeof atConsole | typeof atMachine>, who: typeof asker, able: string[]) =>
  confirmableFrom({ ...asker, at: ASKED_AT }, who, able, WAIT_S);

describe('what an operator asked for', () => {
  it('is confirmed by another at once, and never by the same', () => {
    expect(from(atConsole('ann'), atConsole('bob'), ['ann', 'bob'])).toBe(ASKED_AT);
    expect(from(atConsole('ann'), atConsole('ann'), ['ann', 'bob'])).toBeNull();
  });

  it('is not confirmed on the command line while another operator could: it may be the same person', () => {
    expect(from(atConsole('ann'), atMachine('bob'), ['ann', 'bob'])).toBeNull();
    expect(from(atConsole('ann'), atMachine('root'), ['ann', 'bob'])).toBeNull();
  });

  it('is confirmed by whoever asked, after a while, where nobody else could', () => {
    expect(from(atConsole('ann'), atConsole('ann'), ['ann'])).toBe(ASKED_AT + WAIT_S);
    expect(from(atConsole('ann'), atMachine('root'), ['ann'])).toBe(ASKED_AT + WAIT_S);
  });

  it('waits for another operator also when the one who asked is none any more', () => {
    expect(from(atConsole('ann'), atConsole('bob'), ['bob'])).toBe(ASKED_AT);
  });
});

describe('what a schedule has proposed', () => {
  const scheduled = (who: ReturnType<typeof atConsole | typeof atMachine>, able: string[]) =>
    confirmableFrom({ name: 'schedule', via: 'schedule', at: ASKED_AT }, who, able, WAIT_S);

  it('is confirmed at once by any operator at the console, one alone too, and where there is none after a while', () => {
    expect(scheduled(atConsole('ann'), ['ann'])).toBe(ASKED_AT);
    expect(scheduled(atConsole('bob'), ['ann', 'bob'])).toBe(ASKED_AT);
    expect(scheduled(atMachine('root'), ['ann'])).toBeNull();
    expect(scheduled(atMachine('root'), [])).toBe(ASKED_AT + WAIT_S);
  });
});

describe('what was asked for on the command line', () => {
  it('is confirmed there after a while, where there is no operator, or just one', () => {
    expect(from(atMachine('root'), atMachine('root'), [])).toBe(ASKED_AT + WAIT_S);
    expect(from(atMachine('root'), atMachine('root'), ['ann'])).toBe(ASKED_AT + WAIT_S);
    expect(from(atMachine('root'), atConsole('ann'), ['ann'])).toBe(ASKED_AT + WAIT_S);
  });

  it('is confirmed at the console at once where there are several, whatever they are called', () => {
    expect(from(atMachine('ann'), atConsole('ann'), ['ann', 'bob'])).toBe(ASKED_AT);
    expect(from(atMachine('root'), atConsole('bob'), ['ann', 'bob'])).toBe(ASKED_AT);
    expect(from(atMachine('root'), atMachine('other'), ['ann', 'bob'])).toBeNull();
  });
});
