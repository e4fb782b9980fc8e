import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../../packages/web/src/texts/languages.ts';
import type { DeskStore } from '../../support/desk-store.ts';
import { few, IS_LONG, volume } from '../../support/volume.ts';
import { leftInEnglish } from './support/left-in-english.ts';
import { OUT_OF_PLACE } from './support/out-of-place.ts';
import { Shopper } from './support/shopper.ts';
import { describePages } from './support/web-world.ts';
import { wordsIn } from './support/wording.ts';

const LONGEST_WORDS: Language = 'de';
/** The scripts of translations, by their languages. */
const TRANSLATION = /\/assets\/(de|es|pt|ru|zh|ar)-[^/]*\.js$/;

/** One that nobody has written before, and a word of their own in one that the pages have. */
const BROUGHT = {
  he: {
    name: 'עברית',
    texts: { swap: { place: 'להחליף', least: 'לפחות {amount}' }, about: { fees: { title: 'עמלות' } } },
  },
  de: { texts: { swap: { place: 'Jetzt tauschen' } } },
};

async function prepare({ folder }: DeskStore): Promise<void> {
  const write = (name: string, content: object) => writeFile(join(folder, name), JSON.stringify(content));
  for (const [language, rest] of Object.entries(BROUGHT))
    await write(`${language}.json`, { language, ...rest });
  await write('swapdesk.config.json', { network: 'test', languages: ['he.json', 'de.json'] });
}

describePages({ title: 'the language of the pages', prepare }, (world) => {
  it('is the browser’s; whoever reads it loads no other, and whoever reads English none', async () => {
    const loaded: string[] = [];
    for (const locale of ['en-US', 'de-AT']) {
      const shopper = await world().visitor(Shopper, { locale });
      shopper.page.on('request', (request) => {
        const [, language] = TRANSLATION.exec(request.url()) ?? [];
        if (language !== undefined) loaded.push(`${locale} ${language}`);
      });
      await shopper.opens('/');
      await shopper.page
        .getByRole('button', { name: locale === 'en-US' ? 'Place the order' : 'Jetzt tauschen' })
        .waitFor();
      expect(await shopper.page.evaluate('document.documentElement.lang')).toBe(locale.slice(0, 2));
    }
    expect(loaded).toEqual(['de-AT de']);
  });

  it('comes with what all readers load: nobody waits for it afterwards', async () => {
    const shopper = await world().visitor(Shopper, { locale: 'ru' });
    await shopper.opens('/');
    await shopper.sees('Создать заявку');
    // What asks for it while the page is read stands before the pages' script; what the script itself asks for, behind.
    const isAhead = await shopper.page.evaluate<boolean>(`(() => {
      const [ahead] = document.querySelectorAll('link[rel="modulepreload"][href*="/assets/ru-"]');
      const script = document.querySelector('script[type="module"]');
      return (ahead.compareDocumentPosition(script) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    })()`);
    expect(isAhead).toBe(true);
  });

  it('is another one by choice or by the link, and stays it', async () => {
    const shopper = await world().visitor(Shopper);
    await shopper.opens('/?lang=de&from=Bitcoin/BTC&to=Ethereum/ETH');
    await shopper.sees('Sie senden');
    await shopper.opens('/');
    await shopper.sees('Sie senden');
    await shopper.opens('/?lang=de');
    await shopper.page.getByLabel('Sprache').selectOption({ label: 'English' });
    await shopper.sees('You send');
    await shopper.opens('/');
    await shopper.sees('You send');
  });

  it('is another one by choice also where the browser keeps nothing', async () => {
    const shopper = await world().visitor(Shopper);
    await shopper.page.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError'); } });`);
    await shopper.opens('/?from=Bitcoin/BTC&to=Ethereum/ETH&amount=0.07');
    await shopper.page.getByLabel('Language').selectOption({ label: 'Deutsch' });
    await shopper.sees('Sie senden');
    expect(await shopper.page.locator('.amount-input').first().inputValue()).toBe('0,07');
    await shopper.page.getByLabel('Sprache').selectOption({ label: 'English' });
    await shopper.sees('You send');
  });

  it.runIf(IS_LONG)('is that of an order’s page too, whose link keeps the code behind it', async () => {
    const shopper = await world().visitor(Shopper, { locale: 'de' });
    await shopper.opens('/?from=Bitcoin/BTC&to=Ethereum/ETH&amount=0.05');
    await shopper.presses('Beispieladresse einsetzen');
    await shopper.sees('Eine gültige Adresse auf Ethereum');
    await shopper.presses('Jetzt tauschen');
    await shopper.page.waitForURL('**/order/*');
    await shopper.sees('Wir warten auf Ihre Zahlung');
    const { hash } = new URL(shopper.page.url());
    expect(hash.length).toBeGreaterThan(10);
    await shopper.page.getByLabel('Sprache').selectOption({ label: 'English' });
    await shopper.sees('Waiting for your payment');
    expect(new URL(shopper.page.url()).hash).toBe(hash);
  });

  it('has room: nothing is cut off or too wide, and no word is left in English, on a phone and a screen', async () => {
    const shopper = await world().visitor(Shopper);
    await shopper.opens('/?from=Bitcoin/BTC&to=Ethereum/ETH&amount=0.05');
    await shopper.presses('Use a sample address');
    await shopper.sees('A valid address on Ethereum');
    const code = await shopper.placesTheOrder();
    const { hash } = new URL(shopper.page.url());
    const found: string[] = [];
    for (const language of volume([LONGEST_WORDS, 'ar', 'zh'], Object.keys(LANGUAGES)) as Language[]) {
      for (const path of [
        `/?lang=${language}&from=Ethereum/USDT&to=Bitcoin/BTC&amount=50000`,
        `/order/${code}?lang=${language}${hash}`,
      ]) {
        await shopper.opens(path);
        await shopper.page.locator('.costs-sum, .pay-amount').waitFor();
        for (const width of [320, 1280]) {
          await shopper.page.setViewportSize({ width, height: 900 });
          const cut = await shopper.page.evaluate<string[]>(OUT_OF_PLACE);
          found.push(...cut.map((what) => `${language} ${width} ${path}: ${what}`));
        }
        const left = language === 'en' ? [] : await leftInEnglish(shopper, language);
        found.push(...left.map((text) => `${language} ${path}: ${text}`));
        if (language === 'ar') await shopper.findsNoBarrier();
        if (!IS_LONG && language !== LONGEST_WORDS) continue;
        // What is asked before something is done, and where coins are chosen.
        await shopper.page.setViewportSize({ width: 320, height: 700 });
        await shopper.page.locator('.asset-button, .pay-cancel').first().click();
        await shopper.page.getByRole('dialog').waitFor();
        const asked = [
          ...(await shopper.page.evaluate<string[]>(OUT_OF_PLACE)),
          ...(language === 'en' ? [] : await leftInEnglish(shopper, language)),
        ];
        found.push(...asked.map((what) => `${language} 320 dialog of ${path}: ${what}`));
      }
    }
    expect(found).toEqual([]);
  });

  it('is also one that the operator has brought, from either side, and is offered by its own name', async () => {
    const shopper = await world().visitor(Shopper, { locale: 'he' });
    await shopper.opens('/?from=Bitcoin/BTC&to=Ethereum/ETH&amount=0.05');
    await shopper.page.getByRole('button', { name: 'להחליף' }).waitFor();
    await shopper.page
      .getByText(/לפחות .*0/)
      .first()
      .waitFor();
    // What the file does not say is in English.
    await shopper.sees('You send');
    expect(await shopper.page.evaluate('getComputedStyle(document.body).direction')).toBe('rtl');
    const own = 'document.querySelector(\'link[href^="/languages/"]\').href';
    const kept = await shopper.page.request.get(await shopper.page.evaluate<string>(own));
    expect(kept.headers()['cache-control']).toContain('immutable');
    await shopper.page.getByLabel('Language').selectOption({ label: 'Deutsch' });
    await shopper.page.getByRole('button', { name: 'Jetzt tauschen' }).waitFor();
    await shopper.sees('Sie senden');
    await shopper.page.getByLabel('Sprache').selectOption({ label: 'עברית' });
    await shopper.page.getByRole('button', { name: 'להחליף' }).waitFor();
    await shopper.opens('/fees');
    await shopper.page.getByRole('heading', { level: 1, name: 'עמלות' }).waitFor();
  });

  it.runIf(IS_LONG)(
    'writes numbers as its readers do, reads what they type, and asks where that could be two amounts',
    async () => {
      const shopper = await world().visitor(Shopper, { locale: 'de-DE' });
      await shopper.opens('/?from=Ethereum/USDT&to=Bitcoin/BTC&amount=1234.5');
      expect(await shopper.reads('Sie senden')).toBe('1234,5');
      await shopper.sees('Wert von 1.234,5 USDT');
      await shopper.types('Sie senden', '50.000');
      await shopper.presses('Ich meine 50000');
      await shopper.sees('Wert von 50.000 USDT');
      expect(await shopper.readsBelow('Sie senden')).toBe('Verstanden als 50.000 USDT.');
      const other = await world().visitor(Shopper, { locale: 'ar' });
      await other.opens('/?from=Ethereum/USDT&to=Bitcoin/BTC');
      await other.types('ترسل', '١٢٣٤٫٥');
      await other.page.getByText('1,234.5 USDT').first().waitFor();
      expect(await other.page.evaluate('getComputedStyle(document.body).direction')).toBe('rtl');
    },
  );

  it.each(few(1, ['ar', 'de', 'zh'] as const))(
    'is that of what is wrong with an address, in %s',
    async (language) => {
      const { swap } = await wordsIn(language);
      const shopper = await world().visitor(Shopper, { locale: language });
      await shopper.opens('/?from=Bitcoin/BTC&to=Ethereum/ETH&amount=0.05');
      for (const [fault, address] of [
        ['CHECKSUM', '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
        // A letter that looks like an A.
        ['UNKNOWN_CHARACTERS', '0xd8d\u04106BF26964aF9D7eEd9e03E53415D37aA96045'],
        ['LOST', `0x${'0'.repeat(40)}`],
      ] as const) {
        await shopper.types(swap.receivers.address('Ethereum'), address);
        await shopper.sees(swap.receivers.wrong[fault]('Ethereum', ''));
        expect(await leftInEnglish(shopper, language)).toEqual([]);
      }
    },
  );
});
