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

  /** Decides how the price is set. */
  async wants(mode: 'Market price' | 'Fixed price'): Promise<void> {
    // The radio button itself is not seen: its label is what one presses.
    await this.page.getByText(mode, { exact: true }).click();
  }

  /** Waits for a price, live or held. */
  async seesAPrice(): Promise<void> {
    await this.page.getByText(/^(Live price|This price holds for)/).waitFor();
  }

  /** Places the order; gives the code of its page. */
  async placesTheOrder(): Promise<string> {
    await this.presses('Place the order');
    await this.page.waitForURL('**/order/*');
    return new URL(this.page.url()).pathname.split('/').at(-1) as string;
  }
}
