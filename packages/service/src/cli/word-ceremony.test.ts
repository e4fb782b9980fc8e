import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { wordCeremony } from './word-ceremony.ts';

const WORDS = Array.from({ length: 24 }, (_, n) => `noun${String.fromCharCode(97 + n)}`);

/** Somebody at the terminal, who reads and types. */
class Person {
  /** What stands on the screen, and what they have on paper: number and word. */
  screen = '';
  readonly paper = new Map<number, string>();
  readonly asked: number[] = [];

  private readonly type: (number: number, word: string, person: Person) => string;

  constructor(type: (number: number, word: string, person: Person) => string) {
    this.type = type;
  }

  show(text: string): void {
    this.screen = text;
    for (const [, n, word] of text.matchAll(/(\d+) (noun[a-z])/g)) this.paper.set(Number(n), word as string);
  }

  async ask(prompt: string): Promise<string> {
    const number = Number(/Word (\d+): $/.exec(prompt)?.[1] ?? 0);
    if (number === 0) return '';
    // Whoever is asked must not be able to read it from the screen.
    expect(this.screen).not.toContain('noun');
    this.asked.push(number);
    return this.type(number, this.paper.get(number) as string, this);
  }
}

it('ends well for who types what is on the paper, whatever the case', async () => {
  const person = new Person((_, word) => ` ${word.toUpperCase()} `);
  expect(await wordCeremony(WORDS, person, (below) => randomInt(below))).toBe(true);
  expect([...person.paper]).toEqual(WORDS.map((word, n) => [n + 1, word]));
  expect(new Set(person.asked).size).toBe(4);
  expect(person.asked).toEqual(person.asked.toSorted((a, b) => a - b));
});

it('lets a slip be put right', async () => {
  const person = new Person((number, word, { asked }) =>
    asked.filter((each) => each === number).length < 3 ? 'slip' : word,
  );
  expect(await wordCeremony(WORDS, person, () => 0)).toBe(true);
  expect(person.asked).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]);
});

it('ends badly for who has not written down all of them', async () => {
  const person = new Person((number, word) => (number === 3 ? 'another' : word));
  expect(await wordCeremony(WORDS, person, () => 0)).toBe(false);
  expect(person.asked).toEqual([1, 2, 3, 3, 3]);
});
