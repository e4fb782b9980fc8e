import { BLOCK_PAUSE_MS } from '../../../support/block-pause.ts';
import { Shopper } from './shopper.ts';

/** Addresses that belong to nobody: from the words "abandon … about" of every wallet's documentation. */
const BITCOIN_ADDRESS = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';

/** How much is ordered of a coin. */
const AMOUNTS = { ETH: 0.5, USDT: 1_000 } as const;

interface Wish {
  /** On Ethereum. */
  readonly coin?: keyof typeof AMOUNTS;
  readonly mode?: 'float' | 'fixed';
  readonly refundAddress?: string;
}

/** Somebody who has an order. What happens on the networks, and what a program would do, goes past the page. */
export class Customer extends Shopper {
  code = '';
  manageCode = '';

  /** Orders Bitcoin for half an Ether, unless they have another coin, and opens the order's page. */
  async hasOrdered({ coin = 'ETH', mode = 'float', refundAddress = '' }: Wish = {}): Promise<void> {
    const exchange = {
      exchange_mode: mode,
      from_chain: 'Ethereum',
      from_abbr: coin,
      from_quantity: AMOUNTS[coin],
      refund_address: refundAddress,
      to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: BITCOIN_ADDRESS }],
    };
    const quote = await this.sends<{ calc_id?: string }>('/openapi/order/calculate', exchange);
    const placed = await this.sends<{ query_code: string; manage_code: string }>('/openapi/order/place', {
      ...exchange,
      ...quote,
    });
    this.code = placed.query_code;
    this.manageCode = placed.manage_code;
    await this.opens(`/order/${this.code}#${this.manageCode}`);
  }

  /** Pays what was agreed, or another amount, or another coin, from a wallet. */
  async paysFromAWallet(amount?: number, asset?: string): Promise<void> {
    await this.sends('/testnet/pay', { query_code: this.code, amount, asset });
  }

  /** Wants back what was paid, and means it. */
  async asksForItBack(): Promise<void> {
    await this.presses('Give it back');
    const dialog = this.page.getByRole('dialog', { name: 'Give it back' });
    await dialog.getByRole('button', { name: 'Give it back' }).click();
  }

  /** Decides as a program does, which asks nobody whether it is meant. */
  async decidesByProgram(action: 'exchange' | 'refund', refundAddress: string): Promise<void> {
    const codes = { query_code: this.code, manage_code: this.manageCode };
    await this.sends('/openapi/order/resolve', { ...codes, action, refund_address: refundAddress });
  }

  /** What the button copies. */
  async copiesReceipt(): Promise<string> {
    await this.presses('Copy the receipt as text');
    return this.page.evaluate<string>('navigator.clipboard.readText()');
  }

  /** Lets blocks pass where the order's coins are until the page shows a text. */
  async waitsFor(text: string | RegExp): Promise<void> {
    const shown = this.page.getByText(text).first();
    await this.until(async () => {
      for (const chain of ['Ethereum', 'Bitcoin'])
        await this.sends('/testnet/mine', { chain }).catch(() => undefined);
      return shown.isVisible();
    }, BLOCK_PAUSE_MS);
  }

  /** What the receipt says was agreed and done. */
  readsReceipt(): Promise<string> {
    return this.page.locator('.order-agreed').innerText();
  }

  /** Lets an operator stop payouts, and waits until the service says so. */
  async seesHalted(chain: string, abbr: string, halt: () => Promise<unknown>): Promise<void> {
    await halt();
    await this.until(async () => {
      const assets =
        await this.asks<{ chain: string; abbr: string; payouts_paused: boolean }[]>('/openapi/abbr/lists');
      return assets.some((each) => each.chain === chain && each.abbr === abbr && each.payouts_paused);
    });
  }

  /** Puts the page into the background, as another tab or a closed lid does, or brings it back. */
  async looksAway(isAway: boolean): Promise<void> {
    await this.page.evaluate(`
      Object.defineProperty(document, 'hidden', { value: ${isAway}, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));`);
  }

  /** True if the page is wider than the screen. */
  hasToScrollSideways(): Promise<boolean> {
    return this.page.evaluate<boolean>(
      'document.documentElement.scrollWidth > document.documentElement.clientWidth',
    );
  }

  private async sends<Data>(path: string, data: unknown): Promise<Data> {
    const response = await this.page.request.post(path, { data });
    const answer = (await response.json()) as { code: number; msg: string; data: Data };
    if (answer.code !== 0) throw new Error(`${path}: ${answer.msg}`);
    return answer.data;
  }
}
