import type { SitePart, SiteParts } from '@swapdesk/contract';

/** In the order in which they are shown. */
export const PARTS = [
  'name',
  'logo',
  'colours',
  'links',
  'announcement',
  'maintenance',
  'description',
] as const satisfies readonly SitePart[];

/** Who says a part: the file, nobody (though the file may), or the console. */
export type Source = 'file' | 'none' | 'own';

export function sourceOf(parts: SiteParts, part: SitePart): Source {
  if (parts[part] === undefined) return 'file';
  return parts[part] === null ? 'none' : 'own';
}

/** What a part begins with when the console is to say it: what the file says, if anything. */
const BLANK = {
  name: '',
  description: { en: '' },
  logo: { type: 'image/svg+xml', data: '' },
  colours: { light: '#1f6f5c', dark: '#6bcbae' },
  links: { support: '', terms: '', privacy: '', more: [] },
  announcement: { text: { en: '' }, level: 'info', from: '', until: '' },
  maintenance: { text: { en: '' }, from: '', until: '' },
} as const satisfies SiteParts;

/** The draft with a part said by somebody else. */
export function withSource(draft: SiteParts, file: SiteParts, part: SitePart, source: Source): SiteParts {
  const others = Object.fromEntries(Object.entries(draft).filter(([name]) => name !== part));
  if (source === 'file') return others;
  return { ...others, [part]: source === 'none' ? null : (file[part] ?? BLANK[part]) };
}

export function isSame(a: SiteParts, b: SiteParts): boolean {
  return PARTS.every((part) => JSON.stringify(a[part]) === JSON.stringify(b[part]));
}
