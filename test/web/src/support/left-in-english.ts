import { texts as english } from '../../../../packages/web/src/texts/en.ts';
import type { Language } from '../../../../packages/web/src/texts/languages.ts';
import type { Shopper } from './shopper.ts';
import { wordsIn } from './wording.ts';

/** Languages whose words no English word can be taken for. */
const OTHER_WRITING: readonly Language[] = ['ru', 'zh', 'ar'];
/** A piece of a text that is at least so long is nobody else's by chance. */
const TELLING = 14;
/** What stands in gaps: to be cut out again, and both a number and a text, as functions want one or the other. */
const GAPS = ['7003', '7004', '7005'].map((digits) => new String(digits));
const GAP = /700[345]/;

/** Of what the service says of itself, the names that are the same in each language. */
interface Names {
  readonly chains: readonly { readonly name: string }[];
  readonly coins: readonly { readonly abbr: string }[];
}

/** All that is read on the page or heard of it, but codes, addresses and the names of languages. */
const READ = `(() => {
  const isOther = (element) => element.closest('noscript, .mono, option, .language-switch') !== null;
  const read = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (text.data.trim() !== '' && !isOther(text.parentElement)) read.push(text.data.trim());
  }
  for (const element of document.body.querySelectorAll('[aria-label], [placeholder], [title]')) {
    for (const name of ['aria-label', 'placeholder', 'title']) {
      const said = element.getAttribute(name);
      if (said !== null && !isOther(element)) read.push(said.trim());
    }
  }
  return read;
})()`;

/** What of the page somebody who reads another language would read in English. */
export async function leftInEnglish(shopper: Shopper, language: Language): Promise<string[]> {
  const read = await shopper.page.evaluate<string[]>(READ);
  const own = new Set(pieces(await wordsIn(language)));
  // What has no small letter is a name: USDT.
  const foreign = pieces(english).filter((piece) => !own.has(piece) && /[a-z]/.test(piece));
  const inEnglish = read.filter((text) =>
    foreign.some((piece) => text === piece || (piece.length >= TELLING && text.includes(piece))),
  );
  return OTHER_WRITING.includes(language) ? [...inEnglish, ...(await latinWords(shopper, read))] : inEnglish;
}

async function latinWords(shopper: Shopper, read: readonly string[]): Promise<string[]> {
  const { chains, coins } = await shopper.asks<Names>('/openapi/service');
  const assets = await shopper.asks<readonly { readonly name: string }[]>('/openapi/abbr/lists');
  const names = [
    ...[...chains, ...assets].map(({ name }) => name),
    ...coins.map(({ abbr }) => abbr),
    'Swapdesk',
    'Tron',
  ];
  return read
    .flatMap((text) => text.match(/[A-Za-z]?[a-z]{2,}/g) ?? [])
    .filter((word) => !names.some((name) => name.includes(word)));
}

/** The texts, and what stands between the gaps of those that have some. */
function pieces(of: unknown): string[] {
  if (typeof of === 'function') return pieces(String(of(...GAPS)));
  if (typeof of !== 'string') return Object.values(of as object).flatMap(pieces);
  return of
    .split(GAP)
    .map((piece) => piece.trim())
    .filter((piece) => /[A-Za-z]{3}/.test(piece) || /[^ -~]/.test(piece));
}
