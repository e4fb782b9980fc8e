import { createHash } from 'node:crypto';
import type { OwnText, ShownSite, SiteLogo, SiteParts } from '@swapdesk/contract';
import { customProperties, type SiteColours, siteColours } from './site-colours.ts';

/** What the site is called if nobody says otherwise. */
export const DEFAULT_NAME = 'Swapdesk';

const NO_LINKS: ShownSite['links'] = { support: '', terms: '', privacy: '', more: [] };

/** A site as the pages show it. */
export interface PublicSite {
  readonly name: string;
  readonly description: OwnText | null;
  readonly logo: SiteLogo | null;
  readonly colours: SiteColours | null;
  readonly links: ShownSite['links'];
  readonly announcement: ShownSite['announcement'];
  readonly maintenance: ShownSite['maintenance'];
}

/** What the console says counts, part by part; what it says nothing of is as the file has it. */
export function siteOf(file: SiteParts, console: SiteParts): PublicSite {
  const { name, description, logo, colours, links, announcement, maintenance } = {
    ...file,
    ...console,
  };
  return {
    name: name ?? DEFAULT_NAME,
    description: description ?? null,
    logo: logo ?? null,
    colours: colours == null ? null : siteColours(colours),
    links: links ?? NO_LINKS,
    announcement: announcement ?? null,
    maintenance: maintenance ?? null,
  };
}

/** What pages are told; null where nothing was said, so that a page is no larger for it. */
export function shownSite(site: PublicSite, logoUrl: (logo: SiteLogo) => string): ShownSite {
  const { name, logo, links, announcement, maintenance } = site;
  return { name, logo: logo === null ? '' : logoUrl(logo), links, announcement, maintenance };
}

/** A name for what is served, that is another as soon as it is. */
export function versionOf(content: string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 12);
}

/** The style sheet of a site's colours; null: the pages' own. */
export function siteStyle({ colours }: PublicSite): string | null {
  return colours === null ? null : styleOf(colours);
}

/** Twice `:root`, so that it counts wherever it stands. */
export function styleOf(colours: SiteColours): string {
  return `:root:root{${customProperties(colours)
    .map(({ name, value }) => `${name}:${value}`)
    .join(';')}}`;
}
