import { beforeAll, expect, it, vi } from 'vitest';
import { A_CAMERA } from './support/camera.ts';
import { orderScreens, otherScreens, swapScreens } from './support/client-screens.ts';
import { CONSOLE_DIALOGS } from './support/console-dialogs.ts';
import { CONSOLE_PAGES } from './support/console-pages.ts';
import { liveIn } from './support/lived-in.ts';
import { wrongOnScreens } from './support/on-screens.ts';
import { Operator, operatorInside } from './support/operator.ts';
import type { OrdersInEveryState } from './support/orders-in-every-state.ts';
import { Shopper } from './support/shopper.ts';
import { describePages } from './support/web-world.ts';
import { wordsIn } from './support/wording.ts';

// Hundreds of looks, on a machine that has much else to do.
vi.setConfig({ testTimeout: 2_400_000 });

/** The one whose words are longest, and the one that runs from right to left. */
const READERS = [
  { language: 'de', locale: 'de-DE' },
  { language: 'ar', locale: 'ar-EG' },
] as const;

/** What asks before it is done, beside those that are looked at in both runs. */
const MORE_DIALOGS: typeof CONSOLE_DIALOGS = [
  ['/assets', 'Change USDT on TRON'],
  ['/settings', 'Set a fee'],
  ['/upkeep', 'Look again'],
];

describePages('on screens from 320 to 1920, in both themes, nothing is out of its place', (world) => {
  let orders: OrdersInEveryState;

  beforeAll(async () => {
    orders = await liveIn(world());
  });

  it.each(READERS)('on the pages for whoever swaps, in $language', async ({ language, locale }) => {
    const words = await wordsIn(language);
    const reader = await world().visitor(Shopper, { locale });
    // As on phones: with what reads QR codes.
    await reader.page.addInitScript(A_CAMERA);
    const wrong: string[] = [];
    for (const { name, show } of [
      ...swapScreens(words),
      ...otherScreens(words, orders),
      ...orderScreens(words, orders),
    ]) {
      await show(reader);
      const direction = await reader.page.evaluate('getComputedStyle(document.body).direction');
      if (direction !== (language === 'ar' ? 'rtl' : 'ltr')) wrong.push(`${name} runs ${direction}`);
      wrong.push(...(await wrongOnScreens(reader, `${language}/${name}`)));
    }
    expect(wrong).toEqual([]);
  });

  it('where no script runs, and in the reference', async () => {
    const reader = await world().visitor(Shopper);
    // What looks for barriers is a script itself: so the page is shown as it is to whoever runs none.
    await reader.page.route('**/', async (route) => {
      const answer = await route.fetch();
      const html = await answer.text();
      const body = html
        .replaceAll(/<script[^>]*><\/script>|<\/?noscript>/g, '')
        .replace(/<main class="not-there">.*?<\/main>/s, '');
      await route.fulfill({ response: answer, body });
    });
    await reader.opens('/');
    await reader.page.locator('main').getByText('This page needs JavaScript').waitFor();
    const wrong = await wrongOnScreens(reader, 'en/no-script');
    await reader.opens('/docs');
    await reader.page.getByRole('heading', { level: 1 }).waitFor();
    wrong.push(...(await wrongOnScreens(reader, 'en/docs')));
    expect(wrong).toEqual([]);
  });

  it('on the pages of the console', async () => {
    const stranger = await world().visitor(Operator);
    await stranger.opens('/console');
    await stranger.sees('Sign in to the console');
    const wrong = await wrongOnScreens(stranger, 'console/sign-in');
    const operator = await operatorInside(world(), 'ada', 'admin');
    for (const { path, shows, picture } of CONSOLE_PAGES) {
      await operator.opens(`/console${path}`);
      await operator.sees(shows);
      await operator.isPictured(picture);
      const name = `console/page${path.replaceAll('/', '-')}`;
      wrong.push(...(await wrongOnScreens(operator, name)));
      const tabs = await operator.page.getByRole('tab').all();
      for (const [n, tab] of tabs.entries()) {
        if (n === 0) continue;
        await tab.click();
        wrong.push(...(await wrongOnScreens(operator, `${name}-tab-${n + 1}`)));
      }
    }
    await operator.opensTheOrder(orders.completed.no);
    await operator.seesTheState('Completed');
    for (const tab of ['Money', 'History', 'Ledger', 'Screening']) {
      await operator.opensTheTab(tab);
      wrong.push(...(await wrongOnScreens(operator, `console/order-${tab.toLowerCase()}`)));
    }
    expect(wrong).toEqual([]);
  });

  it('in what the console asks before it is done', async () => {
    const operator = await operatorInside(world(), 'dia', 'admin');
    const ofOrder = ['Exchange', 'Refund'].map((button) => [`/orders/${orders.stopped.no}`, button] as const);
    const wrong: string[] = [];
    for (const [n, [path, button]] of [...CONSOLE_DIALOGS, ...MORE_DIALOGS, ...ofOrder].entries()) {
      await operator.opens(`/console${path}`);
      await operator.page.getByRole('button', { name: button, exact: true }).first().click();
      await operator.page.getByRole('dialog').waitFor();
      wrong.push(...(await wrongOnScreens(operator, `console/dialog-${n}-${path.replace(/\W+/g, '-')}`)));
    }
    expect(wrong).toEqual([]);
  });
});
