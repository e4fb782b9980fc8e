import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Integer, OneOf, Text, Whole } from '../schema.ts';
import { NoInput, Nullable, Time } from './common.ts';

/** What operators say of their own site. Times are texts such as 2026-12-01T08:00Z; empty: none. */

/** A text of the operator's own: English, and other languages where they have one. Whoever reads another gets the English. */
export const OwnText = Type.Object({
  en: Text({ maxLength: 300 }),
  de: Type.Optional(Text({ maxLength: 300 })),
  es: Type.Optional(Text({ maxLength: 300 })),
  pt: Type.Optional(Text({ maxLength: 300 })),
  ru: Type.Optional(Text({ maxLength: 300 })),
  zh: Type.Optional(Text({ maxLength: 300 })),
  ar: Type.Optional(Text({ maxLength: 300 })),
});
export type OwnText = Static<typeof OwnText>;

const address = Text({ maxLength: 300 }, { description: 'https:// or mailto:; empty: none' });
const time = Text({ maxLength: 20 });

const SiteLogo = Type.Object({
  type: OneOf(['image/svg+xml', 'image/png']),
  data: Text({ maxLength: 44_000 }, { description: 'Base64' }),
});
export type SiteLogo = Static<typeof SiteLogo>;

const SiteLinks = Type.Object({
  support: address,
  terms: address,
  privacy: address,
  more: Type.Array(Type.Object({ text: OwnText, url: address }), { maxItems: 5 }),
});
export type SiteLinks = Static<typeof SiteLinks>;

const Announcement = Type.Object({
  text: OwnText,
  level: OneOf(['info', 'warning']),
  from: time,
  until: time,
});
export type Announcement = Static<typeof Announcement>;

const Maintenance = Type.Object({ text: OwnText, from: time, until: time });
export type Maintenance = Static<typeof Maintenance>;

/** The parts of a site. One that is absent is said by nobody here; null says that there is to be none. */
export const SiteParts = Type.Object({
  name: Type.Optional(Nullable(Text({ maxLength: 40 }))),
  description: Type.Optional(Nullable(OwnText)),
  logo: Type.Optional(Nullable(SiteLogo)),
  colours: Type.Optional(
    Nullable(Type.Object({ light: Text({ maxLength: 7 }), dark: Text({ maxLength: 7 }) })),
  ),
  links: Type.Optional(Nullable(SiteLinks)),
  announcement: Type.Optional(Nullable(Announcement)),
  maintenance: Type.Optional(Nullable(Maintenance)),
});
export type SiteParts = Static<typeof SiteParts>;
export type SitePart = keyof SiteParts;

/** What pages are told of the site: in the page itself, so that nothing is asked for and nothing flashes. */
export interface ShownSite {
  readonly name: string;
  /** Where the logo is; empty: there is none. */
  readonly logo: string;
  readonly links: SiteLinks;
  readonly announcement: Announcement | null;
  readonly maintenance: Maintenance | null;
}

const SiteVersion = Type.Object({
  id: Integer(),
  at: Time('When'),
  actor: Type.String(),
  parts: Type.Array(Type.String(), { description: 'What the console says in it, in place of the file' }),
});
export type SiteVersion = Static<typeof SiteVersion>;

/** GET /site */
export const SiteRequest = NoInput;
export const SiteData = Type.Object({
  file: Type.String({ description: 'What the configuration file says, as JSON (SiteParts)' }),
  console: Type.String({ description: 'What counts in place of it, as JSON (SiteParts)' }),
  version: Integer({ description: 'The newest; 0: the console has never said anything' }),
  versions: Type.Array(SiteVersion, { description: 'The newest first' }),
});
export type SiteData = Static<typeof SiteData>;
export const SiteResponse = Envelope({ data: SiteData });

/** POST /site/preview: what the console would say. */
export const PreviewSiteRequest = Type.Object({ parts: SiteParts });
const SiteSaying = Type.Object({ part: Type.String(), words: Type.String() });
export const SitePreview = Type.Object({
  problems: Type.Array(SiteSaying, { description: 'Why it cannot be saved' }),
  adapted: Type.Array(SiteSaying, { description: 'What is shown otherwise than asked for, and why' }),
  colours: Type.Array(
    Type.Object({ name: Type.String(), value: Type.String() }, { description: 'Custom properties' }),
  ),
  shown: Type.String({ description: 'What pages are told, as JSON (ShownSite)' }),
});
export type SitePreview = Static<typeof SitePreview>;
export const PreviewSiteResponse = Envelope({ data: SitePreview });

/** POST /site/save. `basis`: the version that was looked at; somebody else's in between is not overwritten. */
export const SaveSiteRequest = Type.Object({ basis: Whole({ minimum: 0 }), parts: SiteParts });

/** POST /site/restore: what the console said then. Version 0: nothing, so that the file counts. */
export const RestoreSiteRequest = Type.Object({
  basis: Whole({ minimum: 0 }),
  version: Whole({ minimum: 0 }),
});
