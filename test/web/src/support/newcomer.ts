import type { CDPSession } from 'playwright-core';
import { expect } from 'vitest';
import { Decimal, parseJson } from '../../../../packages/contract/src/index.ts';
import type { Language } from '../../../../packages/web/src/texts/languages.ts';
import { Customer } from './customer.ts';
import { leftInEnglish } from './left-in-english.ts';
import { cutOff, slowedDown } from './slow-phone.ts';

const PHONE_IS_SLOWER = 4;
/** Below this, browsers call a page stable. Ours does not move at all. */
const MOST_SHIFT = 0.001;
/** Which way text runs; nobody sees them. */
const DIRECTION_MARKS = /[\u200e\u200f\u061c\u2066-\u2069]/g;

/** The answer to a question for a price, as far as it is looked at here. */
interface Answered {
  readonly data: { readonly to: readonly { readonly to_quantity: Decimal }[] };
}

/** Somebody who has never been here: a slow phone in an ordinary network, and a language of their own. */
export class Newcomer extends Customer {
  /** What the last answer has promised of the first coin to receive. */
  promised = '';
  private device: CDPSession | null = null;

  async hasASlowPhone(): Promise<void> {
    this.device = await slowedDown(this.page, PHONE_IS_SLOWER);
    this.page.on('response', async (response) => {
      if (!response.url().endsWith('/openapi/order/calculate')) return;
      // One that was given up has no text.
      const text = await response.text().catch(() => '');
      if (text !== '') this.promised = promisedIn(text);
    });
  }

  async losesTheLine(): Promise<void> {
    await cutOff(this.device as CDPSession, true);
  }

  async hasTheLineAgain(): Promise<void> {
    await cutOff(this.device as CDPSession, false);
  }

  /** Both codes, as the page's address has them. */
  notesTheCodes(): { code: string; manageCode: string } {
    const { pathname, hash } = new URL(this.page.url());
    this.code = pathname.split('/').at(-1) as string;
    this.manageCode = hash.slice(1);
    return { code: this.code, manageCode: this.manageCode };
  }

  /** A number that the page shows, as the service writes it. */
  async readsNumber(selector: string): Promise<string> {
    return plainNumber(await this.page.locator(selector).first().innerText());
  }

  /** What a field holds, the same way. */
  async readsAmount(label: string): Promise<string> {
    return plainNumber(await this.reads(label));
  }

  /** Fails where something is left in English, runs in the wrong direction, or has to be moved aside. */
  async canReadAll(language: Language): Promise<void> {
    expect(await leftInEnglish(this, language)).toEqual([]);
    const [direction, said] = await this.page.evaluate<[string, string]>(
      '[getComputedStyle(document.body).direction, document.documentElement.lang]',
    );
    expect([direction, said]).toEqual([language === 'ar' ? 'rtl' : 'ltr', language]);
    expect(await this.hasToScrollSideways()).toBe(false);
  }

  /** Fails if something of the page has moved by itself since it was opened. */
  async sawNothingMove(): Promise<void> {
    const moved = (await this.shifted()).join('\n');
    expect(await this.layoutShift(), `${this.page.url()}: ${moved}`).toBeLessThan(MOST_SHIFT);
  }
}

function promisedIn(text: string): string {
  const { data } = parseJson(text) as unknown as Answered;
  return String(data.to[0]?.to_quantity ?? '');
}

/** Of a number without thousands apart. */
function plainNumber(shown: string): string {
  const plain = shown.replace(DIRECTION_MARKS, '').trim().replace(',', '.');
  const amount = Decimal.parse(plain);
  if (amount === null) throw new Error(`${shown} is no number`);
  return amount.toString();
}
