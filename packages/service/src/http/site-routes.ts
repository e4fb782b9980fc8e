import { asciiJson, CODE, MESSAGE, type SiteLogo } from '@swapdesk/contract';
import { type AssetState, assetStates } from '../engine/books/asset-states.ts';
import { parseColour } from '../site/colour.ts';
import type { OwnLanguage } from '../site/own-language.ts';
import { type PublicSite, siteStyle, styleOf, versionOf } from '../site/site.ts';
import { siteColours } from '../site/site-colours.ts';
import { readTextForms } from '../site/text-forms.ts';
import type { HeldFile } from './held-file.ts';
import { namedLanguages } from './language-routes.ts';
import { type PageHead, pageHeads } from './page-heads.ts';
import { fileOf, type PageAt, type PageFiles, pageOf } from './pages.ts';
import type { Reply, Route } from './route.ts';
import type { Services } from './services.ts';
import { feeFacts, statusFacts } from './site-facts.ts';
import { LOGO_PATH, STYLE_PATH, sitePage, WIDGET_STYLE_PATH } from './site-page.ts';

/** How the site is now, where clients find it, and which of its networks are simulated. */
export type SiteSource = Pick<Services, 'site' | 'publicUrl' | 'testNetworks'>;

/** The pages' document, made anew for each page with a name when the site is another. */
export function sitePages(
  files: PageFiles,
  { site, publicUrl, testNetworks }: SiteSource,
  own: readonly OwnLanguage[] = [],
): PageAt {
  const template = pageOf(files, 'index.html').content.toString();
  const heads = pageHeads(readTextForms());
  const languages = namedLanguages(own);
  let of: PublicSite | null = null;
  const made = new Map<PageHead | null, HeldFile>();
  return (path) => {
    const now = site();
    if (of !== now) made.clear();
    of = now;
    const head = heads.get(path) ?? null;
    const facts = { site: now, publicUrl: publicUrl(), languages, head, isSimulated: testNetworks.size > 0 };
    const page = made.get(head) ?? fileOf('index.html', Buffer.from(sitePage(template, facts)));
    made.set(head, page);
    return page;
  };
}

/** A picture opened by itself is a document: nothing in it runs, and nothing is fetched for it. */
const LOGO_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
const STYLE_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";
const NOTHING: Reply = { status: 404, headers: ['content-type', 'text/plain; charset=utf-8'], body: '' };

/** So long a state is told again without a look at the store: a page that many look at costs no more than one. */
const STATES_MS = 5_000;
const FACT_HEADERS = ['cache-control', `public, max-age=${STATES_MS / 1000}`];

/** What the pages about how it works here are made of. Not part of the interface: it changes with them. */
export function factRoutes({
  reader,
  market,
  clockMs,
}: Pick<Services, 'reader' | 'market' | 'clockMs'>): Route[] {
  let read: { at: number; states: Promise<AssetState[]> } | null = null;
  const states = () => {
    const at = clockMs();
    if (read === null || at >= read.at + STATES_MS || at < read.at) {
      const asked = assetStates(reader, market().now);
      read = { at, states: asked };
      // What failed is not told again.
      asked.catch(() => {
        read = null;
      });
    }
    return read.states;
  };
  const route = (path: string, facts: () => object | Promise<object>): Route => ({
    method: 'GET',
    path,
    serve: async () => {
      const body = asciiJson({ code: CODE.success, msg: MESSAGE.success, data: await facts() });
      return {
        status: 200,
        headers: ['content-type', 'application/json; charset=utf-8', ...FACT_HEADERS],
        body,
      };
    },
  });
  return [
    route('/site/fees', () => feeFacts(market())),
    route('/site/status', async () => statusFacts(market(), await states())),
  ];
}

/** The site's own files: its colours, its logo. */
export function siteRoutes({ site }: Pick<SiteSource, 'site'>): Route[] {
  const style = (query: string): Reply => {
    // A page of a moment ago, or of a node that has not heard yet, may still ask for colours that are gone: none, and no error.
    const text = siteStyle(site()) ?? '';
    return {
      status: 200,
      headers: headersOf('text/css; charset=utf-8', text, STYLE_POLICY, query),
      body: text,
    };
  };
  const logo = (query: string): Reply => {
    const { logo } = site();
    return logo === null ? NOTHING : logoReply(logo, query);
  };
  return [
    { method: 'GET', path: WIDGET_STYLE_PATH, serve: ({ query }) => widgetStyle(query) },
    { method: 'GET', path: STYLE_PATH, serve: ({ query }) => style(query) },
    { method: 'GET', path: LOGO_PATH, serve: ({ query }) => logo(query) },
  ];
}

/** The colour that a page asks a widget for, made readable like that of a site: `?light=1f6f5c`, and `dark=` where that is another. */
function widgetStyle(query: string): Reply {
  const asked = new URLSearchParams(query);
  const light = `#${asked.get('light')}`;
  const dark = asked.has('dark') ? `#${asked.get('dark')}` : light;
  if (parseColour(light) === null || parseColour(dark) === null) return NOTHING;
  return {
    status: 200,
    headers: [
      ...['content-type', 'text/css; charset=utf-8', 'content-security-policy', STYLE_POLICY],
      ...['x-content-type-options', 'nosniff', 'cache-control', 'public, max-age=86400'],
    ],
    body: styleOf(siteColours({ light, dark })),
  };
}

function logoReply({ type, data }: SiteLogo, query: string): Reply {
  const headers = headersOf(type, data, LOGO_POLICY, query);
  return { status: 200, headers, body: Buffer.from(data, 'base64') };
}

/** Under the name of another version, as a node gives it that has not heard of a change yet, it is not kept. */
function headersOf(type: string, content: string, policy: string, query: string): string[] {
  const isThis = query === `v=${versionOf(content)}`;
  return [
    ...['content-type', type, 'content-security-policy', policy, 'x-content-type-options', 'nosniff'],
    ...['cache-control', isThis ? 'public, max-age=31536000, immutable' : 'no-cache'],
  ];
}
