import { describe, expect, it } from 'vitest';
import script from '../../public/language.js?raw';
import { texts as english, type Texts } from './en.ts';
import { FREE_GAPS } from './free-gaps.ts';
import { LANGUAGES, type Language, translationIn } from './languages.ts';

const OTHERS = Object.keys(LANGUAGES).filter((tag) => tag !== 'en') as Exclude<Language, 'en'>[];

/** What stands in gaps: to be found again, and both a number and a text, as functions want one or the other. */
const GAPS = ['7003', '7004', '7005'].map((digits) => new String(digits));

/** Texts that are the same in another language, because there is nothing in them but names and signs, or by chance. */
const SAME: readonly string[] = [
  'shell.name',
  'shell.docs',
  'swap.worth',
  'swap.costs.pricePair',
  'swap.countdown.seconds',
  'order.summary.pricePair',
  'order.log.amount',
  'about.fees.coin',
  'about.status.coin',
];
/** The same in every writing. */
const NAMES: readonly string[] = ['Swapdesk', 'API', 'USDT', 'Tron', 'Bitcoin', 'QR', 'ID', 'CSV', 'HTTPS'];

const textsIn = async (language: Exclude<Language, 'en'>) => (await translationIn(language)) as Texts;

/** Each text by its place, with its gaps filled. */
function said(of: unknown, place = ''): [place: string, text: string][] {
  if (typeof of === 'string') return [[place, of]];
  if (typeof of === 'function') return [[place, String(of(...GAPS))]];
  return Object.entries(of as object).flatMap(([name, each]) =>
    said(each, place === '' ? name : `${place}.${name}`),
  );
}

function gapsOf(text: string): string[] {
  return GAPS.map(String).filter((gap) => text.includes(gap));
}

describe.each(OTHERS)('the pages in %s', (language) => {
  it('have each text that they have in English, with the same gaps, and no other', async () => {
    const shape = (all: [string, string][]) =>
      Object.fromEntries(all.map(([place, text]) => [place, FREE_GAPS.includes(place) ? [] : gapsOf(text)]));
    expect(shape(said(await textsIn(language)))).toEqual(shape(said(english)));
  });

  it('leave no text empty, or in English', async () => {
    const inEnglish = new Map(said(english));
    const left = said(await textsIn(language)).filter(
      ([place, text]) => text.trim() === '' || (text === inEnglish.get(place) && !SAME.includes(place)),
    );
    expect(left).toEqual([]);
  });
});

it.each(['ru', 'zh', 'ar'] as const)(
  'in %s nothing is written in Latin letters but names',
  async (language) => {
    const latin = said(await textsIn(language)).flatMap(([place, text]) =>
      (text.match(/[A-Za-z]{2,}/g) ?? [])
        .filter((word) => !NAMES.includes(word))
        .map((word) => [place, word]),
    );
    expect(latin).toEqual([]);
  },
);

it.each([
  ['de', ['1 Coin', '3 Coins', '11 Coins', '21 Coins']],
  ['ru', ['1 монета', '3 монеты', '11 монет', '21 монета']],
  ['ar', ['عملة واحدة (1)', '3 عملات', '11 عملة', '21 عملة']],
] as const)('in %s a count has the form that the language gives it', async (language, said) => {
  const { found } = (await textsIn(language)).swap.picker;
  expect([1, 3, 11, 21].map(found)).toEqual(said);
});

it('every language is known to what runs before the page is painted', () => {
  const [, list = ''] = /LANGUAGES = \[(.*?)\]/.exec(script) ?? [];
  expect(list.match(/\w+/g)).toEqual(Object.keys(LANGUAGES));
});
