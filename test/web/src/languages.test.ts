import { expect, it } from 'vitest';
import { Shopper } from './support/shopper.ts';
import { describePages } from './support/web-world.ts';

/** The scripts of translations, by their languages. */
const TRANSLATION = /\/assets\/(de|es|pt|ru|zh|ar)-[^/]*\.js$/;

describePages('the language of the pages', (world) => {
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
        .getByRole('button', { name: locale === 'en-US' ? 'Place the order' : 'Auftrag aufgeben' })
        .waitFor();
      expect(await shopper.page.evaluate('document.documentElement.lang')).toBe(locale.slice(0, 2));
    }
    expect(loaded).toEqual(['de-AT de']);
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

  it('is that of an order’s page too, whose link keeps the code behind it', async () => {
    const shopper = await world().visitor(Shopper, { locale: 'de' });
    await shopper.opens('/?from=Bitcoin/BTC&to=Ethereum/ETH&amount=0.05');
    await shopper.presses('Beispieladresse einsetzen');
    await shopper.sees('Eine gültige Adresse auf Ethereum');
    await shopper.presses('Auftrag aufgeben');
    await shopper.page.waitForURL('**/order/*');
    await shopper.sees('Wir warten auf Ihre Zahlung');
    const { hash } = new URL(shopper.page.url());
    expect(hash.length).toBeGreaterThan(10);
    await shopper.page.getByLabel('Sprache').selectOption({ label: 'English' });
    await shopper.sees('Waiting for your payment');
    expect(new URL(shopper.page.url()).hash).toBe(hash);
  });
});
