import type { CountsData } from '@swapdesk/contract';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { ThemeSwitch } from '../../design/theme-switch.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { useResource } from '../api/use-resource.ts';
import { Find } from './find.tsx';
import './frame.css';
import { followLinks, hrefOf, useLocation } from './location.ts';
import { findPage, isFor, isWithin, NAVIGATION, type Page, titleOf } from './navigation.tsx';
import { StopBanner } from './stop-banner.tsx';

const COUNTS_EVERY_MS = 10_000;

/** What stands around every page of the console: the navigation, the search, who is signed in. */
export function Frame() {
  const desk = useDesk();
  const { path } = useLocation();
  const found = findPage(path);
  const title = found === null ? texts.console.frame.notFound : titleOf(found.page, found.part);
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const [isMenuOpen, setMenuOpen] = useState(false);

  useEffect(() => {
    document.addEventListener('click', followLinks);
    return () => document.removeEventListener('click', followLinks);
  }, []);

  useEffect(() => {
    document.title = `${title} · ${texts.shell.name}`;
  }, [title]);

  // A new page begins at its top, and screen readers begin to read there.
  useEffect(() => {
    setMenuOpen(false);
    if (isFirst.current) isFirst.current = false;
    else {
      main.current?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
  }, [path]);

  return (
    <div class="frame" data-menu={isMenuOpen || undefined}>
      <a class="shell-skip" href="#content">
        {texts.shell.skip}
      </a>
      <div class="frame-column">
        <header class="frame-head">
          <Logo />
          <Find />
          <Button
            class="frame-menu"
            kind="quiet"
            aria-expanded={isMenuOpen}
            aria-controls="navigation"
            onClick={() => setMenuOpen(!isMenuOpen)}
          >
            {isMenuOpen ? texts.console.close : texts.console.frame.menu}
          </Button>
        </header>
        <nav class="frame-side" id="navigation" aria-label={texts.console.frame.navigation}>
          <Navigation path={path} />
          <You />
        </nav>
      </div>
      <main class="frame-main" id="content" tabIndex={-1} ref={main}>
        <StopBanner />
        {found === null && <Elsewhere title={texts.console.frame.notFound} />}
        {found !== null &&
          (isFor(desk, found.page) ? (
            found.page.show(found.part)
          ) : (
            <Elsewhere title={texts.console.frame.notForYou} />
          ))}
      </main>
    </div>
  );
}

function Logo() {
  return (
    <a class="shell-logo" href={hrefOf('/')}>
      <img src="/favicon.svg" width="28" height="28" alt="" />
      {texts.shell.name}
    </a>
  );
}

function Navigation({ path }: { readonly path: string }) {
  const desk = useDesk();
  // A page that was just left has often changed them.
  const counts = useResource(path, (signal) => desk.read<CountsData>('/counts', {}, signal), COUNTS_EVERY_MS);
  return (
    <div class="navigation">
      {NAVIGATION.map((group) => (
        <div key={group.title}>
          <h2>{group.title}</h2>
          <ul>
            {group.pages
              .filter((page) => isFor(desk, page))
              .map((page) => (
                <li key={page.path}>
                  <PageLink page={page} isHere={isWithin(path, page)} counts={counts.value} />
                </li>
              ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

interface PageLinkProps {
  readonly page: Page;
  readonly isHere: boolean;
  readonly counts: Read<CountsData> | null;
}

/** A page's link, and how much waits there. */
function PageLink({ page, isHere, counts }: PageLinkProps) {
  const id = useId();
  const waiting = counts === null ? 0 : (page.waiting?.(counts) ?? 0);
  return (
    <>
      <a
        href={hrefOf(page.path)}
        aria-current={isHere ? 'page' : undefined}
        aria-describedby={waiting > 0 ? id : undefined}
      >
        {titleOf(page, '')}
        {waiting > 0 && (
          <span class="navigation-count" aria-hidden="true">
            {waiting}
          </span>
        )}
      </a>
      {waiting > 0 && (
        <span id={id} hidden>
          {texts.console.frame.waiting(waiting)}
        </span>
      )}
    </>
  );
}

function You() {
  const { session } = useDesk();
  const role = texts.console.roles[session.role] ?? session.role;
  return (
    <div class="you">
      <a href={hrefOf('/you')}>
        <span class="unseen">{texts.console.frame.pages.you}: </span>
        <b>{session.name}</b>
        <span class="soft small">{role}</span>
      </a>
      <ThemeSwitch />
    </div>
  );
}

/** Where there is nothing to see. */
function Elsewhere({ title }: { readonly title: string }) {
  const { toOverview } = texts.console.frame;
  return (
    <>
      <h1>{title}</h1>
      <p>
        <a href={hrefOf('/')}>{toOverview}</a>
      </p>
    </>
  );
}
