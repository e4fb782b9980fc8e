import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { moduleOf, type OwnLanguage, type OwnTexts } from '../site/own-language.ts';
import { readTextForms, type TextForms } from '../site/text-forms.ts';
import { checkTexts, type TextsCheck } from './check-texts.ts';
import type { Reading } from './reading.ts';

/** The languages that the pages have themselves: a file may say some of their texts otherwise. */
const OURS = ['en', 'de', 'es', 'pt', 'ru', 'zh', 'ar'];
const RIGHT_TO_LEFT = ['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'ur', 'yi'];
const LONGEST_NAME = 40;
const MOST_NAMED = 5;
const KNOWN = ['language', 'name', 'dir', 'texts'];

interface LanguageInFile {
  readonly language: string;
  readonly name?: string;
  readonly dir?: 'ltr' | 'rtl';
  readonly texts: OwnTexts;
}

export interface ReadLanguages {
  readonly languages: readonly OwnLanguage[];
  readonly warnings: readonly string[];
}

/** The languages that the operator brings, one file each. All that is wrong with one is said at once; what it lacks is shown in English. */
export function readLanguages(reading: Reading, files: readonly string[]): ReadLanguages {
  const languages: OwnLanguage[] = [];
  const warnings: string[] = [];
  const forms: TextForms = files.length === 0 ? {} : readTextForms();
  files.forEach((given, n) => {
    const path = `languages[${n}]`;
    const file = reading.readable(path, given);
    if (!reading.isSound(path)) return;
    const name = basename(file);
    const report = (words: string) => reading.report(path, `${name}: ${words}`);
    const value = parsed(file);
    const head = value === null ? null : headOf(value, report);
    if (value === null) report('is not JSON: look for a comma too many or a quote too few');
    if (head === null) return;
    const { language: tag } = head;
    if (languages.some((each) => each.tag === tag)) report(`says "${tag}", as another file does`);
    const isOurs = OURS.includes(tag);
    const { problems, missing }: TextsCheck = checkTexts(head.texts, forms, tag);
    for (const problem of problems) report(problem);
    if (problems.length > 0) return;
    if (!isOurs && missing.length > 0) warnings.push(lacks(file, missing));
    const dir = head.dir ?? (RIGHT_TO_LEFT.includes(tag) ? 'rtl' : 'ltr');
    languages.push({
      tag,
      name: head.name ?? nameOf(tag),
      dir,
      module: moduleOf({ tag, dir }, head.texts, forms),
    });
  });
  return { languages, warnings };
}

function lacks(file: string, missing: readonly string[]): string {
  const some = missing.slice(0, MOST_NAMED).join(', ');
  const more = missing.length > MOST_NAMED ? `, and ${missing.length - MOST_NAMED} more` : '';
  return `${file}: ${missing.length} texts are missing and are shown in English: ${some}${more}. \`swapdesk language texts\` shows all`;
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Null if nothing can be made of it; what is wrong is reported. */
function headOf(value: unknown, report: (words: string) => void): LanguageInFile | null {
  const { language, name, dir, texts, ...rest } = Object(value) as Record<string, unknown>;
  const isTag = typeof language === 'string' && /^[a-z]{2,3}$/.test(language) && isLanguage(language);
  if (!isTag) report('"language" must be one of two or three small letters, such as "fr"');
  const isOurs = isTag && OURS.includes(language);
  const isName = typeof name === 'string' && name.trim() !== '' && name.length <= LONGEST_NAME;
  if (!isName && !(isOurs && name === undefined))
    report(`"name" must be what the language calls itself, of at most ${LONGEST_NAME} characters`);
  if (dir !== undefined && dir !== 'ltr' && dir !== 'rtl') report('"dir" must be "ltr" or "rtl"');
  const hasTexts = typeof texts === 'object' && texts !== null && !Array.isArray(texts);
  if (!hasTexts)
    report('"texts" must be an object of texts: begin with what `swapdesk language texts` shows');
  for (const key of Object.keys(rest)) report(`"${key}" is not known here; there are ${KNOWN.join(', ')}`);
  return isTag && hasTexts ? (value as LanguageInFile) : null;
}

function isLanguage(tag: string): boolean {
  return Intl.PluralRules.supportedLocalesOf([tag]).length > 0;
}

/** What a language of ours calls itself. */
function nameOf(tag: string): string {
  return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
}
