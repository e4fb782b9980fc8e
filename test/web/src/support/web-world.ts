import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { createDeskStore, type DeskStore } from '../../../support/desk-store.ts';
import { runHere } from '../../../support/run-here.ts';
import { type Ended, type RunningService, startService } from '../../../support/service.ts';
import { launchChromium, whyNoChromium } from './chromium.ts';
import { arrive, type Visitor, type VisitorKind, type VisitorOptions } from './visitor.ts';

/** A page that cannot be read within this is not worth the wait. */
const SEEN_MS = 5_000;

/** What is done before the service starts, such as writing its file. */
type Prepare = (store: DeskStore) => Promise<void>;

/** A service as an operator runs it, and a browser in which people visit it. */
export class WebWorld {
  readonly env: Readonly<Record<string, string>>;
  readonly store: DeskStore;
  service: RunningService;
  private readonly browser: Browser;
  private readonly visitors = new Set<Visitor>();

  private constructor(parts: Pick<WebWorld, 'env' | 'store' | 'service'> & { browser: Browser }) {
    this.env = parts.env;
    this.store = parts.store;
    this.service = parts.service;
    this.browser = parts.browser;
  }

  static async open(prepare: Prepare): Promise<WebWorld> {
    const store = await createDeskStore();
    const { env } = store;
    await prepare(store);
    const [service, browser] = await Promise.all([startService(env), launchChromium()]);
    return new WebWorld({ env, store, service, browser });
  }

  /** Somebody with a browser of their own: nothing is shared with other visitors. */
  async visitor<Kind extends Visitor>(kind: VisitorKind<Kind>, options: VisitorOptions = {}): Promise<Kind> {
    const visitor = await arrive(kind, this.browser, this.service.url, options);
    this.visitors.add(visitor);
    return visitor;
  }

  /** What an operator does on the command line. */
  swapdesk(...args: string[]): Promise<Ended> {
    return runHere(args, { ...this.env });
  }

  /** Stops the service and starts it again at the same address, as an operator would. */
  async restart(): Promise<void> {
    await this.service.stop();
    const { port } = new URL(this.service.url);
    this.service = await startService({ ...this.env, SWAPDESK_PORT: port });
  }

  /** What each visitor has before their eyes: where a test fails, the reason often stands there. */
  async whatIsSeen(): Promise<string> {
    const seen = [...this.visitors].map(async ({ page }) => {
      const text = await page.locator('body').innerText({ timeout: SEEN_MS });
      return `${page.url()}\n${text}`;
    });
    return (await Promise.allSettled(seen))
      .map((each) => String(each.status === 'fulfilled' ? each.value : each.reason))
      .join('\n\n');
  }

  /** Everybody goes; fails if one of them met something that no visitor may meet. */
  async leave(): Promise<void> {
    const leaving = [...this.visitors];
    this.visitors.clear();
    for (const visitor of leaving) await visitor.leave();
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.service.stop();
    await this.store.drop();
  }
}

const SKIPPED = await whyNoChromium();

/** Tests that share one service and one browser; skipped, with the reason in their title, where there is no browser. */
export function describePages(
  what: string | { readonly title: string; readonly prepare: Prepare },
  tests: (world: () => WebWorld) => void,
): void {
  const { title, prepare } = typeof what === 'string' ? { title: what, prepare: async () => {} } : what;
  describe.skipIf(SKIPPED !== null)(SKIPPED === null ? title : `${title} (skipped: ${SKIPPED})`, () => {
    let world: WebWorld;
    beforeAll(async () => {
      world = await WebWorld.open(prepare);
    });
    afterEach(async ({ task }) => {
      if (task.result?.state === 'fail') console.error(await world.whatIsSeen());
      await world.leave();
    });
    afterAll(() => world?.close());
    tests(() => world);
  });
}
