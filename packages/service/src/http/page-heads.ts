import type { TextForm, TextForms } from '../site/text-forms.ts';

/** What whoever runs no script is told of a page, such as messengers that show a link. In English. */
export interface PageHead {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** False: its address is nobody's business. */
  readonly isPublic: boolean;
}

/** Pages with a title of their own, and where that and what they are about stand among the texts. */
const TITLED: Readonly<Record<string, string>> = {
  '/find': 'find',
  '/fees': 'about.fees',
  '/status': 'about.status',
  '/questions': 'about.questions',
  '/request': 'request',
  '/affiliate': 'affiliate',
};
const PERSONAL: Readonly<Record<string, string>> = { '/orders': 'orders' };

/** By their paths. Every other page is called as the site is. */
export function pageHeads(forms: TextForms): ReadonlyMap<string, PageHead> {
  const headOf = (isPublic: boolean) => (entry: [string, string]) => {
    const [path, place] = entry;
    const [title, description] = ['title', 'lead'].map((name) => textAt(forms, `${place}.${name}`));
    return [path, { path, title: title ?? '', description: description ?? '', isPublic }] as const;
  };
  return new Map([
    ...Object.entries(TITLED).map(headOf(true)),
    ...Object.entries(PERSONAL).map(headOf(false)),
    ['/', { path: '/', title: '', description: '', isPublic: true }],
  ]);
}

function textAt(forms: TextForms, place: string): string {
  const found = place
    .split('.')
    .reduce<TextForm | TextForms>((within, name) => (within as TextForms)[name] as TextForms, forms);
  return (found as TextForm)[0];
}
