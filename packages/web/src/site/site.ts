import type { OwnText, ShownSite } from '@swapdesk/contract';
import { language } from '../texts/now.ts';
import { PREVIEW_KEY } from './preview-key.ts';

/** What the console has in hand. */
export interface SiteDraft {
  readonly shown: ShownSite;
  /** Custom properties of the style. */
  readonly colours: readonly { readonly name: string; readonly value: string }[];
}

const contentOf = (name: string) =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** True in the frame in which the console shows how a page would look. */
export const isPreview = contentOf('site-preview') !== undefined;

/** True where all chains are simulated: money is not real there. Said in the page itself, so that nothing moves when it is known. */
export const isTest = contentOf('test-networks') !== undefined;

/** How the site looks: as the service has written it into the page; null: nobody says anything. */
export const site: ShownSite | null = isPreview ? readDraft() : readShown();

function readShown(): ShownSite | null {
  const text = contentOf('site');
  return text === undefined ? null : (JSON.parse(text) as ShownSite);
}

function readDraft(): ShownSite | null {
  const text = sessionStorage.getItem(PREVIEW_KEY);
  if (text === null) return null;
  const { shown, colours } = JSON.parse(text) as SiteDraft;
  for (const { name, value } of colours) document.documentElement.style.setProperty(name, value);
  document.title = shown.name;
  return shown;
}

/** A text of the operator's own in the reader's language, or else in English. */
export function said(text: OwnText): string {
  return text[language as keyof OwnText] ?? text.en;
}
