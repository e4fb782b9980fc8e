import { formatQueryCode, normalizeQueryCode } from '@swapdesk/contract/plain';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Badge } from '../design/badge.tsx';
import type { ShellProps } from '../design/shell.tsx';
import { Toasts } from '../design/toast.tsx';
import { Banners } from '../site/banners.tsx';
import { isTest, site } from '../site/site.ts';
import { texts } from '../texts/now.ts';
import './widget-frame.css';
import { HOME, leaveWidgetOrder, ordersHere, ownPath, tell } from './widget.ts';

/** The order that is seen, as its own page has it; null at the form. */
function ownPage(): string | null {
  const [, code = ''] = /^\/widget\/([^/]+)$/.exec(location.pathname) ?? [];
  return code === '' ? null : ownPath(code, location.hash.slice(1));
}

/** What stands around a page in a frame of somebody else's: whose it is, and the ways out of the frame. */
export function WidgetFrame({ children }: ShellProps) {
  const { shell } = texts;
  const box = useRef<HTMLDivElement>(null);
  const order = ownPage();
  const [open] = useState(ordersHere);
  useEffect(() => {
    const { title } = document;
    tell({ type: 'ready', page: order === null ? 'swap' : 'order', title });
    const told = new ResizeObserver(() => {
      const height = Math.ceil(box.current?.getBoundingClientRect().height ?? 0);
      tell({ type: 'height', height });
    });
    told.observe(box.current as HTMLDivElement);
    return () => told.disconnect();
  }, []);
  const name = site?.name ?? shell.name;
  const { terms = '', privacy = '', support = '' } = site?.links ?? {};
  const links = [
    { title: shell.foot.support, url: support },
    { title: shell.foot.terms, url: terms },
    { title: shell.foot.privacy, url: privacy },
  ].filter(({ url }) => url !== '');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it looks at what links in it do, which have their own keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link that is followed by a key is clicked.
    <div ref={box} class="widget" onClick={follow}>
      <Banners />
      {order !== null && (
        <nav class="widget-ways" aria-label={shell.navigation}>
          <a href={HOME}>{shell.widget.another}</a>
          <a href={order}>{shell.widget.ownTab}</a>
        </nav>
      )}
      {order === null && open.length > 0 && (
        <nav class="widget-ways" aria-label={shell.orders}>
          {open.map(({ code, path }) => (
            <a key={code} href={path}>
              {shell.widget.back(formatQueryCode(normalizeQueryCode(code)))}
            </a>
          ))}
        </nav>
      )}
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <footer class="widget-foot">
        <a class="widget-name" href="/">
          <img src={site?.logo || '/favicon.svg'} width="20" height="20" alt="" />
          {name}
        </a>
        {isTest && <Badge tone="warning">{shell.testBadge}</Badge>}
        {links.map(({ title, url }) => (
          <a key={url} href={url}>
            {title}
          </a>
        ))}
      </footer>
      <Toasts />
    </div>
  );
}

/**
 * All pages but the widget's refuse to be shown in a frame: they open in a tab of their own. Whoever goes to the form has left
 * the order that is seen; else the form would lead back to it.
 */
function follow(event: Event): void {
  const link = (event.target as Element).closest('a');
  if (link === null || !/^https?:$/.test(link.protocol)) return;
  const isHere = link.origin === location.origin && /^\/widget(\/|$)/.test(link.pathname);
  if (isHere && /^\/widget\/?$/.test(link.pathname)) leaveWidgetOrder();
  if (isHere || link.hasAttribute('download')) return;
  link.target = '_blank';
  link.rel = 'noopener';
}
