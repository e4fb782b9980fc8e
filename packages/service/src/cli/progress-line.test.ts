import { expect, it } from 'vitest';
import { progressLine } from './progress-line.ts';

const MB = 1024 * 1024;

function shown(isTTY: boolean) {
  let [text, ms] = ['', 0];
  const progress = progressLine({ isTTY, columns: 60, write: (more) => (text += more) }, () => ms);
  return {
    progress,
    text: () => text,
    pass: (more: number) => {
      ms += more;
    },
  };
}

it('draws one line anew on a terminal: bytes of all, rate, time left', () => {
  const { progress, text, pass } = shown(true);
  progress.begin('Copying', 1000 * MB);
  pass(2_000);
  progress.add(200 * MB);
  expect(text().split('\r\x1b[2K').at(-1)).toBe('Copying: 200 MB of 1,000 MB, 100 MB/s, 8 s left');
  const before = text();
  pass(10);
  progress.add(MB);
  expect(text()).toBe(before);
  pass(300_000);
  progress.add(MB);
  expect(text().split('\r\x1b[2K').at(-1)).toBe('Copying: 202 MB of 1,000 MB, 1 MB/s, 20 min left');
  expect(text()).not.toContain('\n');
  progress.begin('A step whose name is so long that it would not fit into one line', null);
  for (const line of text().replaceAll('\r\x1b[2K', '\n').split('\n')) expect(line.length).toBeLessThan(61);
});

it('writes a plain line for each step where it is no terminal', () => {
  const { progress, text, pass } = shown(false);
  progress.begin('Copying', 10 * MB);
  pass(4_000);
  // More than was expected: somebody was writing meanwhile.
  progress.add(12 * MB);
  progress.begin('Starting the copy', null);
  pass(1_000);
  progress.end();
  expect(text()).toBe('Copying: 12 MB in 4 s, 3 MB/s.\nStarting the copy…\n');
});
