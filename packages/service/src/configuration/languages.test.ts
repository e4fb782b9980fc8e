import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { englishOf, type OwnTexts } from '../site/own-language.ts';
import { readTextForms } from '../site/text-forms.ts';
import { readConfigFile } from './config-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'languages-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (...languages: unknown[]) => {
  const files = languages.map((language, n) => {
    const text = typeof language === 'string' ? language : JSON.stringify(language);
    writeFileSync(join(folder, `${n}.json`), text);
    return `${n}.json`;
  });
  const file = join(folder, 'swapdesk.config.json');
  writeFileSync(file, JSON.stringify({ network: 'test', languages: files }));
  return readConfigFile(file, {});
};
const faultsOf = (language: unknown): string[] => {
  try {
    read(language);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
};
/** The texts as a page loads them. */
const load = async (module: string) =>
  (await import(`data:text/javascript,${encodeURIComponent(module)}`)).texts as Record<string, Texts>;
type Texts = Record<string, (...gaps: unknown[]) => string>;

it('a language of one’s own is what its file says, with its gaps filled and its numbers counted', async () => {
  const swap = {
    title: 'Échanger "des" `coins` \\ </script>\u2028',
    least: 'Au moins {amount}',
    costs: { pricePair: '{amount} {to} pour 1 {from}' },
    picker: { found: { one: '{count} monnaie', other: '{count} monnaies' } },
  };
  const { languages, warnings } = read({ language: 'fr', name: 'Français', texts: { swap } });
  expect(languages).toMatchObject([{ tag: 'fr', name: 'Français', dir: 'ltr' }]);
  const texts = await load(languages[0]?.module ?? '');
  expect(texts.swap?.title).toBe(swap.title);
  expect(texts.swap?.least?.('1 BTC')).toBe('Au moins 1 BTC');
  const { costs, picker } = texts.swap as unknown as Record<string, Texts>;
  expect(costs?.pricePair?.('BTC', '60000', 'USDT')).toBe('60000 USDT pour 1 BTC');
  expect([0, 1, 2].map((count) => picker?.found?.(count))).toEqual(['0 monnaie', '1 monnaie', '2 monnaies']);
  // What a newer version of the pages says beside that is in English until somebody writes it.
  expect(warnings).toEqual([
    expect.stringMatching(/0\.json: \d+ texts are missing and are shown in English: shell\.name, /),
  ]);
});

it('what the command shows in English is a file that lacks nothing, and says the same', async () => {
  const { languages, warnings } = read({
    language: 'eo',
    name: 'Esperanto',
    texts: englishOf(readTextForms()),
  });
  expect(warnings).toEqual([]);
  const texts = await load(languages[0]?.module ?? '');
  expect(texts.swap?.least?.('1 BTC')).toBe('Min 1 BTC');
  expect(texts.shell?.asset?.('USDT', 'TRON')).toBe('USDT on TRON');
});

it('from right to left, what fills a gap keeps its own direction', async () => {
  const { languages } = read({ language: 'he', name: 'עברית', texts: { swap: { least: 'לפחות {amount}' } } });
  expect(languages).toMatchObject([{ tag: 'he', dir: 'rtl' }]);
  expect((await load(languages[0]?.module ?? '')).swap?.least?.('1 BTC')).toBe('לפחות \u20681 BTC\u2069');
});

it('a language of ours can be said otherwise in some places, and lacks nothing by that', () => {
  const { languages, warnings } = read({ language: 'de', texts: { swap: { place: 'Jetzt tauschen' } } });
  expect(languages).toMatchObject([{ tag: 'de', name: 'Deutsch', dir: 'ltr' }]);
  expect(warnings).toEqual([]);
});

it('all that is wrong with a file is said at once, with what to do', () => {
  const texts = {
    swap: {
      titel: 'x',
      least: 'Au moins {montant}',
      most: 7,
      send: '',
      receive: '{coin}',
      picker: { found: { one: '{count}', many: '{count}' } },
      costs: 'x',
    },
    toString: {},
  };
  expect(
    faultsOf({ language: 'fr', name: 'Français', texts }).map((line) =>
      line.replace(/^.*0\.json: /, '').trim(),
    ),
  ).toEqual([
    'toString is not known; take it out',
    'swap.titel is not known; did you mean "title"?',
    'swap.send is empty',
    'swap.receive has a gap {coin} that nothing fills; it has none',
    'swap.least has a gap {montant} that nothing fills; there are {amount}',
    'swap.least must hold {amount}',
    'swap.most must be a text, such as "Max {amount}"',
    'swap.picker.found.other is missing: the form for all numbers that have none of their own',
    expect.stringMatching(/^swap\.costs must be an object/),
  ]);
});

const found = (language: string, forms: object) =>
  faultsOf({ language, name: 'x', texts: { swap: { picker: { found: forms } } } }).map((line) =>
    line.replace(/^.*0\.json: /, '').trim(),
  );

it('a form holds its number wherever it stands for several', () => {
  // 21 is "one" as well, and would read "one coin".
  expect(
    found('uk', { one: 'одна монета', few: '{count} монети', many: '{count} монет', other: '{count}' }),
  ).toEqual(['swap.picker.found.one must hold {count}']);
  expect(found('fr', { one: 'une monnaie', other: '{count} monnaies' })).toEqual([
    'swap.picker.found.one must hold {count}',
  ]);
  // Millions, and whatever else has a form of its own far up.
  expect(found('it', { one: 'una', many: 'molte', other: '{count}' })).toEqual([
    'swap.picker.found.many must hold {count}',
  ]);
  expect(found('eo', { one: 'unu monero', other: '{count} moneroj' })).toEqual([]);
  expect(found('he', { one: 'מטבע אחד', two: 'שני מטבעות', other: '{count} מטבעות' })).toEqual([]);
});

it('a text that turns others round is refused, and one with the joiners of its writing is not', () => {
  const say = (place: string) => faultsOf({ language: 'fa', name: 'فارسی', texts: { swap: { place } } });
  expect(say('ثبت \u202eسفارش').join()).toContain('swap.place holds characters that are not seen');
  expect(say('ثبت می\u200cشود')).toEqual([]);
});

it.each([
  ['{"language": ', /is not JSON/],
  [{ language: 'French', name: 'x', texts: {} }, /"language" must be one of two or three small letters/],
  [{ language: 'fr', texts: {} }, /"name" must be/],
  [{ language: 'fr', name: 'x', dir: 'up', texts: {} }, /"dir" must be "ltr" or "rtl"/],
  [{ language: 'fr', name: 'x' }, /"texts" must be an object/],
  [{ language: 'fr', name: 'x', texts: {}, text: {} }, /"text" is not known here/],
  ['7', /"language" must be/],
])('a file whose head is wrong is refused: %j', (language, words) => {
  expect(faultsOf(language).join('\n')).toMatch(words);
});

it('two files of one language, and one that is not there, are refused', () => {
  const one = { language: 'fr', name: 'Français', texts: {} as OwnTexts };
  expect(() => read(one, one)).toThrow(/1\.json: says "fr", as another file does/);
  const file = join(folder, 'swapdesk.config.json');
  writeFileSync(file, JSON.stringify({ network: 'test', languages: ['gone.json'] }));
  expect(() => readConfigFile(file, {})).toThrow(/languages\[0\]: cannot read .*there is no such file/);
});
