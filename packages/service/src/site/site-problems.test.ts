import type { SiteParts } from '@swapdesk/contract';
import { expect, it } from 'vitest';
import { siteProblems } from './site-problems.ts';

const links = (url: string): SiteParts => ({ links: { support: url, terms: '', privacy: '', more: [] } });
const announced = (from: string, until: string): SiteParts => ({
  announcement: { text: { en: 'Hello' }, level: 'info', from, until },
});

it.each<[SiteParts, RegExp]>([
  [{ name: '  ' }, /is empty/],
  [{ name: 'Har\u202ebour' }, /not seen/],
  [{ description: { en: 'Swap', de: ' ' } }, /is empty \(de\)/],
  [{ colours: { light: 'red', dark: '#ffffff' } }, /"red" is no colour/],
  [links('javascript:alert(1)'), /must begin with https:/],
  [links('http://elsewhere.example'), /must begin with https:/],
  [links('https://'), /must begin with https:/],
  [announced('tomorrow', ''), /a time must be like/],
  [announced('2026-13-01T00:00Z', ''), /a time must be like/],
  [announced('2026-12-02T00:00Z', '2026-12-01T00:00Z'), /must end after it begins/],
])('%j is refused in words', (parts, words) => {
  expect(siteProblems(parts).map((each) => each.words)).toEqual([expect.stringMatching(words)]);
});

it('what is as it should be is not spoken against, nor what nobody says', () => {
  const sound: SiteParts = {
    name: 'Hafen & Söhne',
    logo: null,
    colours: null,
    ...links('mailto:help@example.org'),
    ...announced('2026-12-01T00:00Z', '2026-12-02T00:00:30Z'),
    maintenance: { text: { en: '' }, from: '', until: '' },
  };
  expect([siteProblems(sound), siteProblems({})]).toEqual([[], []]);
});
