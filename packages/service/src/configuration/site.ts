import { readFileSync } from 'node:fs';
import type { OwnText, SiteLogo, SiteParts } from '@swapdesk/contract';
import { logoOf } from '../site/logo.ts';
import { siteProblems } from '../site/site-problems.ts';
import type { Reading } from './reading.ts';
import type { SiteInFile } from './site-schema.ts';

type TextInFile = NonNullable<SiteInFile['description']>;

/** What the file says of the site, in the form that the console has it in. */
export function readSite(reading: Reading, given: SiteInFile): SiteParts {
  const { name, description, logo, colours, links, announcement, maintenance } = given;
  const parts: SiteParts = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description: ownText(description) }),
    ...(logo !== undefined && { logo: readLogo(reading, logo) }),
    ...(colours !== undefined && { colours: { light: colours.light, dark: colours.dark ?? colours.light } }),
    ...(links !== undefined && { links: readLinks(links) }),
    ...(announcement !== undefined && {
      announcement: {
        text: ownText(announcement.text),
        level: announcement.level ?? 'info',
        ...readSpan(announcement),
      },
    }),
    ...(maintenance !== undefined && {
      maintenance: { text: ownText(maintenance.text ?? ''), ...readSpan(maintenance) },
    }),
  };
  for (const { part, words } of siteProblems(parts)) reading.report(`site.${part}`, words);
  return parts;
}

function ownText(given: TextInFile): OwnText {
  return typeof given === 'string' ? { en: given } : given;
}

function readSpan({ from = '', until = '' }: { from?: string; until?: string }): {
  from: string;
  until: string;
} {
  return { from, until };
}

function readLinks({ support = '', terms = '', privacy = '', more = [] }: NonNullable<SiteInFile['links']>) {
  return { support, terms, privacy, more: more.map(({ text, url }) => ({ text: ownText(text), url })) };
}

function readLogo(reading: Reading, given: string): SiteLogo | null {
  const file = reading.readable('site.logo', given);
  return reading.isSound('site.logo') ? logoOf(readFileSync(file)) : null;
}
