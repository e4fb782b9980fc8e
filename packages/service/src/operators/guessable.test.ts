import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { LEAST_BESIDE, refuseGuessable, TRIED_FIRST } from './guessable.ts';

const REFUSED = 'the new password is hardly more than words that are tried first';

describe('a new password', () => {
  it.each([
    'swapdesk2026',
    'Swapdesk-Admin-1',
    'BITCOIN wallet!',
    'swapdesk.anna',
    'annaannaanna',
    'passwordpassword',
  ])('%j is refused', (password) => {
    expect(() => refuseGuessable(password, 'anna')).toThrow(REFUSED);
  });

  it.each(['anna has a long password', 'swapdesk keeps bees', 'correct horse battery', 'ÄÖÜäöüß€12345'])(
    '%j is not',
    (password) => {
      expect(() => refuseGuessable(password, 'anna')).not.toThrow();
    },
  );

  it('may have the letters of a very short name', () => {
    expect(() => refuseGuessable('aaabbbaaabbb', 'a')).not.toThrow();
  });

  it('is judged by the words that the guide names', async () => {
    const guide = await readFile(new URL('../../../../docs/operators.md', import.meta.url), 'utf8');
    const words = TRIED_FIRST.map((word) => `\`${word}\``).join(', ');
    expect(guide.replace(/\s+/g, ' ')).toContain(`${words}, and the operator's name`);
    expect(guide).toContain(`less than ${LEAST_BESIDE} characters`);
  });
});
