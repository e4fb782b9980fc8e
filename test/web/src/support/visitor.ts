import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Frame, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { IS_LONG, volume } from '../../../support/volume.ts';
import { takeScreens } from './screens.ts';

const DESKTOP = { width: 1280, height: 860 };
const PHONE = { width: 390, height: 844 };
/** Longer than any page takes to show anything, on a machine that has much else to do. */
const PATIENCE_MS = 90_000;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const RULES = {
  all: "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']",
  /** All that may be another in another theme. */
  colours: "{ type: 'rule', values: ['color-contrast', 'link-in-text-block'] }",
} as const;
/** How a page is looked at for barriers. */
type Look = readonly (readonly [theme: 'light' | 'dark', rules: keyof typeof RULES])[];
/** In both themes; in `npm test` in one of them, and the next page in the other: a look takes about a second. */
const LOOKS = volume<readonly Look[]>(
  [[['light', 'all']], [['dark', 'all']]],
  [
    [
      ['light', 'all'],
      ['dark', 'colours'],
    ],
  ],
);
let looks = 0;

/** Adds up how far things moved on the page without anybody having done anything, as browsers count it. */
const COUNT_SHIFTS = `
  window.layoutShift = 0;
  window.shifted = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      window.layoutShift += value;
      window.shifted.push(...sources.map(({ node }) => (node?.outerHTML ?? node?.data ?? '').slice(0, 120)));
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** More than any page has to tab through. */
const MOST_TABS = 60;
const FOCUSED_NAME = `(() => {
  const { activeElement: focused } = document;
  const label = focused.labels?.[0] ?? focused.querySelector(':scope > .unseen') ?? focused;
  return focused.getAttribute('aria-label') ?? label.textContent.trim();
})()`;

export interface VisitorOptions {
  readonly device?: 'desktop' | 'phone';
  readonly theme?: 'light' | 'dark';
  /** False for somebody whose browser runs no script. */
  readonly script?: boolean;
  /** What the browser asks pages for, e.g. `de-AT`. */
  readonly locale?: string;
}

/** Somebody who visits the pages, in the words of what they do and see. */
export class Visitor {
  page: Page;
  private readonly context: BrowserContext;
  private readonly origin: string;
  private readonly theme: 'light' | 'dark';
  /** What no visitor may meet: requests to other hosts, errors, violations of the content security policy. */
  private troubles: string[] = [];

  constructor(context: BrowserContext, page: Page, url: string, theme: 'light' | 'dark') {
    this.context = context;
    this.theme = theme;
    this.origin = new URL(url).origin;
    this.page = this.watched(page);
  }

  private watched(page: Page): Page {
    page.on('request', (request) => {
      const asked = new URL(request.url());
      if (asked.protocol !== 'data:' && asked.origin !== this.origin)
        this.troubles.push(`asked ${asked.href}`);
    });
    page.on('pageerror', (error) => this.troubles.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && this.isTrouble(message.text())) this.troubles.push(message.text());
    });
    return page;
  }

  /** Closes the tab, and opens an empty one in the same browser: what that remembers is still there. */
  async opensANewTab(): Promise<void> {
    await this.page.close();
    this.page = this.watched(await this.context.newPage());
  }

  /** Which of the browser's complaints count: all, unless a visitor provokes some. */
  protected isTrouble(_message: string): boolean {
    return true;
  }

  async opens(path: string): Promise<void> {
    await this.page.goto(path);
  }

  async presses(button: string): Promise<void> {
    await this.page.getByRole('button', { name: button, exact: true }).click();
  }

  async types(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).fill(text);
  }

  /** Goes on with the Tab key until something of this name has the focus. */
  async tabsTo(name: string, direction: 'on' | 'back' = 'on'): Promise<void> {
    for (let presses = 0; presses < MOST_TABS; presses++) {
      await this.page.keyboard.press(direction === 'on' ? 'Tab' : 'Shift+Tab');
      if ((await this.focused()) === name) return;
    }
    throw new Error(`${name} is not reached with the Tab key`);
  }

  /** The name of what has the focus: its label, or what it says. */
  focused(): Promise<string> {
    return this.page.evaluate<string>(FOCUSED_NAME);
  }

  /** Waits until the page shows a text. */
  async sees(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** Asks the service itself, beside the pages. */
  async asks<Answer>(path: string): Promise<Answer> {
    const response = await this.page.request.get(path);
    return ((await response.json()) as { data: Answer }).data;
  }

  /** What a field holds, once it holds something. */
  async reads(label: string): Promise<string> {
    const field = this.page.getByLabel(label, { exact: true });
    await this.until(async () => (await field.inputValue()) !== '');
    return field.inputValue();
  }

  /** What is said below a field, once something is. */
  async readsBelow(label: string): Promise<string> {
    const ids = await this.page.getByLabel(label, { exact: true }).getAttribute('aria-describedby');
    const [id] = (ids ?? '').split(' ');
    const said: Locator = this.page.locator(`[id="${id}"]`);
    await this.until(async () => (await said.innerText()) !== '');
    return said.innerText();
  }

  async until(isSo: () => Promise<boolean>, interval = 50): Promise<void> {
    await expect.poll(isSo, { timeout: PATIENCE_MS, interval }).toBe(true);
  }

  /** Fails if somebody who sees, hears or moves otherwise than most would be kept out of the page. */
  async findsNoBarrier(within: Page | Frame = this.page): Promise<void> {
    for (const [colorScheme, rules] of LOOKS[looks++ % LOOKS.length] as Look) {
      await this.isShownIn(colorScheme, within);
      const told = await this.barriers(rules, within);
      expect({ colorScheme, told }).toEqual({ colorScheme, told: [] });
    }
    await this.page.emulateMedia({ colorScheme: this.theme });
  }

  /** Shows the page as a device of this theme does. */
  async isShownIn(colorScheme: 'light' | 'dark', within: Page | Frame = this.page): Promise<void> {
    // Without motion: a colour that is on its way from one theme to the other is neither's. One that was under way
    // before goes on all the same, and is ended here.
    await this.page.emulateMedia({ colorScheme });
    await within.evaluate(
      'document.getAnimations().forEach((one) => one instanceof CSSTransition && one.finish())',
    );
  }

  /** What would keep somebody out of the page as it is shown now: by all rules, or by those of colour alone. */
  async barriers(rules: keyof typeof RULES, within: Page | Frame = this.page): Promise<string[]> {
    if (!(await within.evaluate<boolean>("'axe' in window"))) await within.evaluate(AXE);
    const found = await within.evaluate<{ id: string; nodes: { html: string }[] }[]>(
      // What lies behind a dialog cannot be reached, and was looked at before.
      `axe.run(document.querySelector('dialog[open]') ?? document, { runOnly: ${RULES[rules]}, resultTypes: ['violations'] })
          .then(({ violations }) => violations)`,
    );
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }

  /** The same where the page was looked at before, and shows something else by now. */
  async stillFindsNoBarrier(): Promise<void> {
    if (IS_LONG) await this.findsNoBarrier();
  }

  /** What has moved by itself since the page was opened. */
  shifted(): Promise<string[]> {
    return this.page.evaluate<string[]>('window.shifted');
  }

  /** How far things moved by themselves since the page was opened. */
  layoutShift(): Promise<number> {
    return this.page.evaluate<number>('window.layoutShift');
  }

  /** Pictures of what is seen now, in both themes, for the documentation. */
  async isPictured(name: string): Promise<void> {
    await takeScreens(this.page, name, this.theme);
  }

  /** Takes no offence at what a test itself has done to the page. */
  forgives(trouble: RegExp): void {
    this.troubles = this.troubles.filter((each) => !trouble.test(each));
  }

  /** Goes; fails if something happened that no visitor may meet. */
  async leave(): Promise<void> {
    await this.context.close();
    expect(this.troubles).toEqual([]);
  }
}

/** A shopper, an operator: whoever is a visitor with words of their own. */
export type VisitorKind<Kind extends Visitor> = new (...given: ConstructorParameters<typeof Visitor>) => Kind;

/** Somebody arrives with an empty browser. Nothing is opened yet. */
export async function arrive<Kind extends Visitor>(
  kind: VisitorKind<Kind>,
  browser: Browser,
  url: string,
  { device = 'desktop', theme = 'light', script = true, locale = 'en-US' }: VisitorOptions,
): Promise<Kind> {
  const isPhone = device === 'phone';
  const context = await browser.newContext({
    baseURL: url,
    viewport: isPhone ? PHONE : DESKTOP,
    hasTouch: isPhone,
    isMobile: isPhone,
    colorScheme: theme,
    javaScriptEnabled: script,
    locale,
    // What moves without end is painted without end; and a colour on its way from one theme to the other is neither's.
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(COUNT_SHIFTS);
  return new kind(context, await context.newPage(), url, theme);
}
