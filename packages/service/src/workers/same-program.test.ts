import { expect, it } from 'vitest';
import { whyOther } from './same-program.ts';

const ours = { version: '1.2.0', knows: 36 };

it.each([
  [{ version: '1.2.0', knows: 36 }, null],
  [{ version: '1.2.1', knows: 36 }, '1.2.0 (0036) by 1.2.1 (0036)'],
  [{ version: '1.2.0', knows: 37 }, '1.2.0 (0036) by 1.2.0 (0037)'],
  [undefined, '1.2.0 (0036) by another version'],
])('a process and a worker that is %o', (theirs, words) => {
  const why = whyOther(ours, theirs);
  if (words === null) expect(why).toBeNull();
  else expect(why).toContain(words);
});
