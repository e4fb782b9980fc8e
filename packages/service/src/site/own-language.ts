import { countOf, isForm, type TextForm, type TextForms } from './text-forms.ts';

/** What a text says: with gaps as `{amount}`; or, where it counts something, in a form for each kind of number. */
export type OwnWords = string | { readonly [form: string]: string };
export interface OwnTexts {
  readonly [name: string]: OwnWords | OwnTexts;
}

/** A language that the operator has brought, or texts of theirs in one that the pages have. Checked. */
export interface OwnLanguage {
  readonly tag: string;
  readonly name: string;
  readonly dir: 'ltr' | 'rtl';
  /** The script that the pages load. */
  readonly module: string;
}

/** What stands in gaps keeps its own direction where lines run from right to left. */
const ISOLATE = ['\u2068', '\u2069'] as const;

/** The texts as a script of the pages. All that comes from the file stands in it as quoted text, and nothing else does. */
export function moduleOf(
  { tag, dir }: Pick<OwnLanguage, 'tag' | 'dir'>,
  texts: OwnTexts,
  forms: TextForms,
): string {
  const [before, behind] = dir === 'rtl' ? ISOLATE : ['', ''];
  const gap = (value: string) =>
    before === '' ? value : `${JSON.stringify(before)}+${value}+${JSON.stringify(behind)}`;
  const filled = (text: string, gaps: readonly string[]) => {
    const parts = text.split(/(\{\w+\})/).map((part) => {
      const place = gaps.indexOf(part.slice(1, -1));
      return part.startsWith('{') && place >= 0 ? gap(argument(place)) : JSON.stringify(part);
    });
    return parts.join('+');
  };
  const written = (words: OwnWords, form: TextForm): string => {
    const [, gaps] = form;
    if (gaps.length === 0) return JSON.stringify(words);
    const head = `(${gaps.map((_, n) => argument(n)).join(',')})=>`;
    if (typeof words === 'string') return `${head}${filled(words, gaps)}`;
    const each = Object.entries(words).map(([kind, text]) => `${JSON.stringify(kind)}:${filled(text, gaps)}`);
    return `${head}form(${argument(gaps.indexOf(countOf(form) as string))},{${each.join(',')}})`;
  };
  const object = (own: OwnTexts, of: TextForms): string => {
    const each = Object.entries(own).map(([name, words]) => {
      const form = of[name] as TextForm | TextForms;
      return `${JSON.stringify(name)}:${isForm(form) ? written(words as OwnWords, form) : object(words as OwnTexts, form)}`;
    });
    return `{${each.join(',')}}`;
  };
  return [
    `const rules=new Intl.PluralRules(${JSON.stringify(tag)});`,
    'const form=(count,forms)=>forms[rules.select(count)]??forms.other;',
    `export const texts=${object(texts, forms)};\n`,
  ].join('\n');
}

function argument(n: number): string {
  return `gap${n}`;
}

/** The texts in English, as a file to begin with. */
export function englishOf(forms: TextForms): OwnTexts {
  return Object.fromEntries(
    Object.entries(forms).map(([name, form]) => [name, isForm(form) ? form[0] : englishOf(form)]),
  );
}
