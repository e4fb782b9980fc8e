import type { Proxies } from '../../access/proxies.ts';
import type { PublicSite } from '../../site/site.ts';
import { isSecure } from '../client-address.ts';
import { type HeldFile, heldFile, replyWithFile } from '../held-file.ts';
import { PAGE_HEADERS, type PageFiles } from '../pages.ts';
import type { ReceivedRequest, Route } from '../route.ts';
import { siteReference } from '../site-page.ts';
import type { Offer } from './offer.ts';
import { originOf } from './origin.ts';
import { renderReference } from './render-page.ts';
import type { ReferenceDocument } from './schema-node.ts';

/** What the page says beside the document. */
export interface ReferenceSource {
  readonly files: PageFiles;
  readonly proxies: Proxies;
  /** What clients call us. */
  publicUrl(): string;
  /** Whose it is. */
  site(): PublicSite;
  /** What can be exchanged now. */
  offer(): Offer;
}

/** In the built page, where the reference comes. */
const GAP = '<!--reference-->';
/** More hosts than a service has; and few, as whoever asks names them. */
const MOST_PAGES = 8;

/** The reference at /docs: made when it is first asked for under a host, and then held until something else is offered. */
export function referenceRoutes(document: ReferenceDocument, source: ReferenceSource): Route[] {
  const frame = source.files.get('docs.html') as HeldFile;
  const template = frame.content.toString();
  const pages = new Map<string, HeldFile>();
  let of: PublicSite | null = null;
  const pageFor = (origin: string, offer: Offer): HeldFile => {
    const name = `${origin} ${JSON.stringify(offer)}`;
    const held = pages.get(name);
    if (held !== undefined) return held;
    const { text } = renderReference(document, origin, offer);
    const [head = '', foot = ''] = siteReference(template, source.site()).split(GAP);
    const page = heldFile(Buffer.from(head + text + foot), PAGE_HEADERS, 'quick');
    const [oldest] = pages.keys();
    if (pages.size >= MOST_PAGES && oldest !== undefined) pages.delete(oldest);
    pages.set(name, page);
    return page;
  };
  const serve = ({ request, headers }: ReceivedRequest) => {
    const url = source.publicUrl();
    if (of !== source.site()) pages.clear();
    of = source.site();
    const origin = originOf(headers.host, isSecure(request, '', source.proxies), url);
    return replyWithFile(pageFor(origin, source.offer()), headers);
  };
  return [{ method: 'GET', path: '/docs', isLenient: true, serve }];
}
