import { texts as english, type Texts } from '../../../../packages/web/src/texts/en.ts';
import { type Language, translationIn } from '../../../../packages/web/src/texts/languages.ts';

/** What the pages say in a language: tests of other languages press and read what stands there. */
export async function wordsIn(language: Language): Promise<Texts> {
  return (await translationIn(language)) ?? english;
}

/** The same of whatever becomes of an order that is paid, in the order of time: networks go on while one looks away. */
export function paidHeadlines(words: Texts): RegExp {
  return new RegExp(
    [2, 3, 4].map((status) => headlineOf(words, status).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'),
  );
}

/** What the order's page says first, by the order's status. */
export function headlineOf({ order }: Texts, status: number): string {
  const words = order.status[status];
  if (words === undefined) throw new RangeError(`no words for status ${status}`);
  return words.headline;
}
