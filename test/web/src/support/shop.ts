import type { Frame, FrameLocator } from 'playwright-core';
import type { ForeignSite } from './foreign-site.ts';
import { Shopper } from './shopper.ts';

const TYPES = ['ready', 'height', 'quoted', 'placed', 'status'] as const;

/** What the page around a widget is told. */
export interface Told {
  readonly type: (typeof TYPES)[number];
  readonly page?: string;
  readonly height?: number;
  readonly query_code?: string;
  readonly reference?: string | null;
  readonly status?: number;
  readonly from?: { readonly abbr: string; readonly quantity: string };
}

/** Remembers what a page is told, in the order in which that came. */
const LISTEN = `
  window.told = [];
  for (const type of ${JSON.stringify(TYPES)})
    document.addEventListener('swapdesk:' + type, ({ detail }) => window.told.push(detail));`;

/** A page with the strictest policy under which it can show the widget at all: no style, no script of its own. */
export function showTheWidget(site: ForeignSite, service: string, attributes: string): void {
  site.shows(
    `<html lang="en"><h1>A shop</h1><script src="${service}/widget.js" ${attributes}></script><p>Below it</p>`,
    {
      'content-security-policy': `default-src 'none'; script-src ${service}; frame-src ${service}`,
    },
  );
}

/** Somebody who is at a page of a shop that shows the widget. */
export class ShopVisitor extends Shopper {
  async comesTo(site: ForeignSite): Promise<void> {
    await this.page.addInitScript(LISTEN);
    await this.page.goto(site.url);
  }

  get widget(): FrameLocator {
    return this.page.frameLocator('iframe');
  }

  /** The document in the frame as it is now. */
  get frame(): Frame {
    const [, frame] = this.page.frames();
    if (frame === undefined) throw new Error('there is no frame');
    return frame;
  }

  told(): Promise<Told[]> {
    return this.page.evaluate<Told[]>('window.told');
  }

  async isTold(isIt: (told: Told) => boolean): Promise<void> {
    await this.until(async () => (await this.told()).some(isIt));
  }

  /** Lets blocks pass on these chains until the widget shows a text. */
  async waitsInTheWidget(text: string, chains: readonly string[], interval: number): Promise<void> {
    const shown = this.widget.getByText(text).first();
    await this.until(async () => {
      for (const chain of chains) await this.page.request.post('/testnet/mine', { data: { chain } });
      return shown.isVisible();
    }, interval);
  }

  /** True if the widget is seen whole: nothing of it has to be moved into sight, to the side or down. */
  async seesAllOfTheWidget(): Promise<boolean> {
    return this.frame.evaluate<boolean>(`(() => {
      const { scrollWidth, clientWidth, scrollHeight } = document.documentElement;
      return scrollWidth <= clientWidth && scrollHeight <= innerHeight + 1;
    })()`);
  }
}
