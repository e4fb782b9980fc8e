import { type PublicSite, shownSite, siteStyle, versionOf } from '../site/site.ts';

/** Where the site's own files are; what is behind the ? is another as soon as they are. */
export const STYLE_PATH = '/site.css';
export const LOGO_PATH = '/site/logo';

/** The document of the pages as it is built, with what the site has of its own in its place: before any script, so that nothing flashes. */
export function sitePage(template: string, site: PublicSite, publicUrl: string): string {
  const { name, description, logo, links } = site;
  const style = siteStyle(site);
  const shown = shownSite(site, ({ data }) => `${LOGO_PATH}?v=${versionOf(data)}`);
  const head = [
    `<meta name="site" content="${escaped(JSON.stringify(shown))}" />`,
    `<meta property="og:site_name" content="${escaped(name)}" />`,
    ...(style === null ? [] : [`<link rel="stylesheet" href="${STYLE_PATH}?v=${versionOf(style)}" />`]),
    // Nobody who shows links shows an SVG.
    ...(logo?.type === 'image/png'
      ? [`<meta property="og:image" content="${publicUrl}${shown.logo}" />`]
      : []),
  ];
  let page = template
    .replace(/<title>[^<]*/, () => `<title>${escaped(name)}`)
    .replace(/(property="og:title" content=")[^"]*/, (_all, before) => before + escaped(name))
    .replace('</head>', () => `${head.join('')}</head>`);
  if (description !== null) {
    page = page.replace(
      /((?:name|property)="(?:og:)?description" content=")[^"]*/g,
      (_all, before) => before + escaped(description.en),
    );
  }
  if (logo !== null) {
    page = page.replace(
      /<link rel="icon"[^>]*>/,
      () => `<link rel="icon" href="${shown.logo}" type="${logo.type}" />`,
    );
  }
  if (links.support !== '') {
    const support = escaped(links.support);
    page = page.replace('</main>', () => `<p><a href="${support}" rel="noopener">${support}</a></p></main>`);
  }
  return page;
}

/** The document that shows what the console has in hand, which only the browser knows (`packages/web/src/site/site.ts`). */
export function previewOf(template: Buffer): Buffer {
  return Buffer.from(
    template.toString().replace('</head>', () => '<meta name="site-preview" content="" /></head>'),
  );
}

function escaped(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (sign) => names[sign] as string);
}
