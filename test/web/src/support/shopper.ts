import type { Locator } from 'playwright-core';
import { Visitor } from './visitor.ts';

/** Somebody who wants to exchange coins. */
export class Shopper extends Visitor {
  /** Chooses a coin, e.g. `chooses('Coin to send', 'USDT on TRON')`. */
  async chooses(label: string, coin: string): Promise<void> {
    await this.page.getByRole('button', { name: `${label}: `, exact: false }).click();
    const search = this.page.getByRole('combobox', { name: 'Search by coin or chain' });
    await search.fill(coin);
    await search.press('Enter');
    await this.page.getByRole('button', { name: `${label}: ${coin}`, exact: true }).waitFor();
  }

  /** The colour by which one knows the coin that is chosen. */
  seesColour(label: string): Promise<string | null> {
    const button = this.page.getByRole('button', { name: `${label}: `, exact: false });
    return button.locator('.coin circle').getAttribute('fill');
  }

  /** Decides how the price is set. */
  async wants(mode: 'Market price' | 'Fixed price'): Promise<void> {
    // The radio button itself is not seen: its label is what one presses.
    await this.page.getByText(mode, { exact: true }).click();
  }

  /** Drags a handle of the bar to a place, in percent of its width. */
  async dragsTheBar(handle: string, percent: number): Promise<void> {
    const slider = this.page.getByRole('slider', { name: handle });
    const from = await boxOf(slider);
    const bar = await boxOf(slider.locator('..'));
    const y = from.y + from.height / 2;
    await this.page.mouse.move(from.x + from.width / 2, y);
    await this.page.mouse.down();
    await this.page.mouse.move(bar.x + (bar.width * percent) / 100, y, { steps: 5 });
    await this.page.mouse.up();
  }

  /** The percents of so many receivers. */
  async readsShares(count: number): Promise<number[]> {
    const shares = Array.from({ length: count }, (_, n) =>
      this.reads(`Share of receiver ${n + 1}, in percent`),
    );
    return (await Promise.all(shares)).map(Number);
  }

  /** Waits for a price, live or held. */
  async seesAPrice(): Promise<void> {
    await this.page.getByText(/^(Live price|This price holds for)/).waitFor();
  }

  /** The lines of what it costs, by their title. */
  async readsCosts(): Promise<Record<string, string>> {
    await this.seesAPrice();
    const lines = this.page.getByRole('complementary', { name: 'What it costs' }).locator('dl > div');
    const texts = await lines.allInnerTexts();
    return Object.fromEntries(texts.map((text) => text.split(/\n+/).map((part) => part.trim())));
  }

  /** Places the order; gives the code of its page. */
  async placesTheOrder(): Promise<string> {
    await this.presses('Place the order');
    await this.page.waitForURL('**/order/*');
    return new URL(this.page.url()).pathname.split('/').at(-1) as string;
  }
}

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error(`${locator} is not to be seen`);
  return box;
}
