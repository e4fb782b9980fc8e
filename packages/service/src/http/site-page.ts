import type { SiteLogo } from '@swapdesk/contract';
import { DEFAULT_NAME, type PublicSite, shownSite, siteStyle, versionOf } from '../site/site.ts';
import type { NamedLanguage } from './language-routes.ts';
import type { PageHead } from './page-heads.ts';

/** Where the site's own files are; what is behind the ? is another as soon as they are. */
export const STYLE_PATH = '/site.css';
export const LOGO_PATH = '/site/logo';
export const WIDGET_STYLE_PATH = '/widget.css';

/** What is said of one page. */
export interface PageFacts {
  readonly site: PublicSite;
  readonly publicUrl: string;
  readonly languages: readonly NamedLanguage[];
  /** Null: one that has no name of its own. */
  readonly head: PageHead | null;
  /** True where all chains are simulated. */
  readonly isSimulated: boolean;
}

/** Where money is not real, pages say so from their first moment on. */
const ON_TEST_NETWORKS = '<meta name="test-networks" content="" />';

/** The document of the pages as it is built, with what the site has of its own in its place: before any script, so that nothing flashes. */
export function sitePage(
  template: string,
  { site, publicUrl, languages, head: own, isSimulated }: PageFacts,
): string {
  const { name, logo, links } = site;
  const title = own === null || own.title === '' ? name : `${own.title} · ${name}`;
  const description = own === null || own.description === '' ? (site.description?.en ?? '') : own.description;
  const style = siteStyle(site);
  const shown = shownSite(site, logoUrl);
  const head = [
    `<meta name="site" content="${escaped(JSON.stringify(shown))}" />`,
    `<meta property="og:site_name" content="${escaped(name)}" />`,
    ...(isSimulated ? [ON_TEST_NETWORKS] : []),
    ...(style === null ? [] : [`<link rel="stylesheet" href="${STYLE_PATH}?v=${versionOf(style)}" />`]),
    // Nobody who shows links shows an SVG.
    ...(logo?.type === 'image/png'
      ? [`<meta property="og:image" content="${escaped(publicUrl + shown.logo)}" />`]
      : []),
    ...(own?.isPublic === true && publicUrl !== ''
      ? [`<meta property="og:url" content="${escaped(publicUrl + own.path)}" />`]
      : []),
  ];
  let page = template
    .replace(/<title>[^<]*/, () => `<title>${escaped(title)}`)
    .replace(/(property="og:title" content=")[^"]*/, (_all, before) => before + escaped(title))
    .replace('</head>', () => `${head.join('')}</head>`);
  // Before the script that chooses one.
  if (languages.length > 0) {
    const named = `<meta name="languages" content="${escaped(JSON.stringify(languages))}" />`;
    page = page.replace('<script', () => `${named}<script`);
  }
  if (description !== '') {
    page = page.replace(
      /((?:name|property)="(?:og:)?description" content=")[^"]*/g,
      (_all, before) => before + escaped(description),
    );
  }
  page = withIcon(page, site);
  if (links.support !== '') {
    const support = escaped(links.support);
    page = page.replaceAll(
      '</main>',
      () => `<p><a href="${support}" rel="noopener">${support}</a></p></main>`,
    );
  }
  return page;
}

/** The frame of the reference, which has no script that would say whose it is. */
export function siteReference(template: string, site: PublicSite): string {
  const name = escaped(site.name);
  const style = siteStyle(site);
  const own = site.name === DEFAULT_NAME ? null : name;
  const page = template
    .replace(/<title>([^<]*) - [^<]*/, (_all, what) => `<title>${what} - ${name}`)
    .replace(/(<span class="shell-name">)[^<]*/, (_all, before) => before + name)
    .replace(/(<span class="shell-own">)([^<]*)/, (_all, before, said) => before + (own ?? said))
    .replace(
      /(<img src=")[^"]*/,
      (_all, before) => before + (site.logo === null ? '/favicon.svg' : logoUrl(site.logo)),
    )
    .replace('</head>', () =>
      style === null
        ? '</head>'
        : `<link rel="stylesheet" href="${STYLE_PATH}?v=${versionOf(style)}" /></head>`,
    );
  return withIcon(page, site);
}

function withIcon(page: string, { logo }: PublicSite): string {
  if (logo === null) return page;
  return page.replace(
    /<link rel="icon"[^>]*>/,
    () => `<link rel="icon" href="${logoUrl(logo)}" type="${logo.type}" />`,
  );
}

function logoUrl({ data }: SiteLogo): string {
  return `${LOGO_PATH}?v=${versionOf(data)}`;
}

/** The document that shows what the console has in hand, which only the browser knows (`packages/web/src/site/site.ts`). */
export function previewOf(template: Buffer, isSimulated: boolean): Buffer {
  const said = `<meta name="site-preview" content="" />${isSimulated ? ON_TEST_NETWORKS : ''}`;
  return Buffer.from(template.toString().replace('</head>', () => `${said}</head>`));
}

function escaped(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (sign) => names[sign] as string);
}
