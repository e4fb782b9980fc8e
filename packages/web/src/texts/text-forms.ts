import { texts } from './en.ts';
import { FREE_GAPS } from './free-gaps.ts';

/**
 * A text as whoever writes it in another language has to know it: in English with its gaps, `Min {amount}`; the gaps in their order;
 * those that have to be filled. The build writes all of them down for the service (`packages/service/src/site/own-language.ts`).
 */
type TextForm = readonly [text: string, gaps: readonly string[], needed: readonly string[]];
interface TextForms {
  readonly [name: string]: TextForm | TextForms;
}

export const TEXT_FORMS = formsOf(texts, '') as TextForms;

function formsOf(of: unknown, place: string): TextForm | TextForms {
  if (typeof of === 'string') return [of, [], []];
  if (typeof of === 'function') {
    const say = of as (...gaps: string[]) => string;
    const gaps = gapsOf(say);
    const text = say(...gaps.map((gap) => `{${gap}}`));
    const isFree = FREE_GAPS.includes(place);
    return [text, gaps, gaps.filter((gap) => !isFree && text.includes(`{${gap}}`))];
  }
  return Object.fromEntries(
    Object.entries(of as object).map(([name, each]) => [
      name,
      formsOf(each, place === '' ? name : `${place}.${name}`),
    ]),
  );
}

/** What a function calls what it is given. One that it takes no notice of begins with `_`. */
function gapsOf(text: (...gaps: string[]) => string): string[] {
  const [, names = ''] = /^\(?([^)=]*)\)?\s*=>/.exec(String(text)) ?? [];
  return names
    .split(',')
    .map((name) => name.trim().replace(/^_/, ''))
    .filter((name) => name !== '');
}
