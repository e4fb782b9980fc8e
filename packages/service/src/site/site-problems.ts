import type { SitePart, SiteParts } from '@swapdesk/contract';
import { parseColour } from './colour.ts';
import { logoProblem } from './logo.ts';
import { momentOf } from './moment.ts';

/** What speaks against a part, in words for whoever wrote it. */
export interface SiteProblem {
  readonly part: SitePart;
  readonly words: string;
}

/** Whatever is not seen, or turns the direction of what stands beside it. */
export const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/u;

/** All that speaks against what is said of a site, by the file and by the console alike. */
export function siteProblems(parts: SiteParts): SiteProblem[] {
  const problems: SiteProblem[] = [];
  const report = (part: SitePart, words: string | null) => {
    if (words !== null) problems.push({ part, words });
  };
  const { name, description, logo, colours, links, announcement, maintenance } = parts;
  if (name != null) report('name', textProblem(name));
  if (description != null) report('description', ownTextProblem(description));
  if (logo != null) report('logo', logoProblem(logo));
  for (const colour of Object.values(colours ?? {}))
    if (parseColour(colour) === null)
      report('colours', `${JSON.stringify(colour)} is no colour such as #1f6f5c`);
  if (links != null) {
    for (const url of [links.support, links.terms, links.privacy])
      report('links', url === '' ? null : urlProblem(url));
    for (const { text, url } of links.more) {
      report('links', ownTextProblem(text));
      report('links', urlProblem(url));
    }
  }
  if (announcement != null) {
    report('announcement', ownTextProblem(announcement.text));
    report('announcement', spanProblem(announcement));
  }
  if (maintenance != null) {
    // Without words of their own the pages have some.
    if (maintenance.text.en !== '') report('maintenance', ownTextProblem(maintenance.text));
    report('maintenance', spanProblem(maintenance));
  }
  return problems;
}

function textProblem(text: string): string | null {
  if (text.trim() === '') return 'is empty';
  return UNSEEN.test(text) ? 'holds characters that are not seen' : null;
}

function ownTextProblem(text: Readonly<Record<string, string>>): string | null {
  for (const [language, words] of Object.entries(text)) {
    const problem = textProblem(words);
    if (problem !== null) return `${problem} (${language})`;
  }
  return null;
}

/** Nothing that a page would run, and nobody who listens in between. */
function urlProblem(text: string): string | null {
  const isOne =
    URL.canParse(text) && ['https:', 'mailto:'].includes(new URL(text).protocol) && !/\s/.test(text);
  return isOne ? null : `${JSON.stringify(text)} must begin with https:// or mailto:`;
}

function spanProblem({ from, until }: { from: string; until: string }): string | null {
  const [begin, end] = [from, until].map((text) => (text === '' ? null : momentOf(text)));
  if (begin === undefined || end === undefined) return 'a time must be like 2026-12-01T08:00Z';
  return begin !== null && end !== null && end <= begin ? 'must end after it begins' : null;
}
