import { LANGUAGES } from './languages.ts';

/** A language that the operator has brought, or texts of their own in one of ours: the service has named it in the page. */
interface OwnLanguage {
  readonly tag: string;
  readonly name: string;
  /** The file that has its texts. */
  readonly url: string;
}

const named = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="languages"]')?.content;
const OWN_LANGUAGES = JSON.parse(named ?? '[]') as readonly OwnLanguage[];

/** All that a reader can choose, by their own names. */
export const OFFERED: ReadonlyMap<string, string> = new Map([
  ...Object.entries(LANGUAGES),
  ...OWN_LANGUAGES.map(({ tag, name }) => [tag, name] as const),
]);

export function languageOf(tag: string): string {
  return OFFERED.has(tag) ? tag : 'en';
}

/** What the operator says in it; null: nothing. */
export async function ownTextsIn(language: string): Promise<OwnTexts | null> {
  const own = OWN_LANGUAGES.find(({ tag }) => tag === language);
  if (own === undefined) return null;
  return ((await import(/* @vite-ignore */ own.url)) as { readonly texts: OwnTexts }).texts;
}

/** As much of the texts as somebody has written, in the same places. */
export interface OwnTexts {
  readonly [name: string]: unknown;
}

/** The same texts, with the operator's own where they have some. */
export function withOwn<Some>(texts: Some, own: unknown): Some {
  if (own === null || own === undefined) return texts;
  if (typeof texts !== 'object' || texts === null) return own as Some;
  const named = own as OwnTexts;
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, withOwn(text, named[name])]),
  ) as Some;
}
