import type { ComponentChildren } from 'preact';
import { Banners } from '../site/banners.tsx';
import { FootLinks } from '../site/foot-links.tsx';
import { isTest, site } from '../site/site.ts';
import { texts } from '../texts/now.ts';
import './tokens.css';
import './base.css';
import './shell.css';
import { Badge } from './badge.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { Toasts } from './toast.tsx';

/** Where a site has a name of its own, nobody needs to know what it runs on. */
function ownName(): string {
  const name = site?.name ?? '';
  return name === texts.shell.name ? '' : name;
}

export interface ShellProps {
  readonly children: ComponentChildren;
}

/** What stands behind the # of a page's address may be all that lets its reader decide: it stays. */
function skipToContent(event: Event): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

/** What stands around every page for shoppers. */
export function Shell({ children }: ShellProps) {
  const { shell } = texts;
  return (
    <div class="shell">
      {/* biome-ignore lint/a11y/useValidAnchor: it goes where it says, and leaves the page's address alone */}
      <a class="shell-skip" href="#content" onClick={skipToContent}>
        {shell.skip}
      </a>
      <header class="shell-head">
        <a class="shell-logo" href="/">
          <img src={site?.logo || '/favicon.svg'} width="28" height="28" alt="" />
          <bdi class="shell-name">{site?.name ?? shell.name}</bdi>
        </a>
        {isTest && <Badge tone="warning">{shell.testBadge}</Badge>}
        <nav aria-label={shell.navigation}>
          <a href="/orders">{shell.orders}</a>
          <a href="/docs">{shell.docs}</a>
        </nav>
        <ThemeSwitch />
      </header>
      <Banners />
      <main class="shell-main" id="content" tabIndex={-1}>
        {children}
      </main>
      <footer class="shell-foot">
        <FootLinks />
        <span>{isTest ? shell.testMoney : <bdi>{ownName() || shell.selfHosted}</bdi>}</span>
        <LanguageSwitch />
      </footer>
      <Toasts />
    </div>
  );
}
