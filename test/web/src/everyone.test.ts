import { expect, it } from 'vitest';
import { few } from '../../support/volume.ts';
import { Shopper } from './support/shopper.ts';
import { describePages } from './support/web-world.ts';

describePages('the swap page is for everyone:', (world) => {
  it('a swap can be placed with the keyboard alone', async () => {
    const shopper = await world().visitor(Shopper);
    await shopper.opens('/');
    await shopper.seesAPrice();
    await shopper.tabsTo('You send');
    await shopper.page.keyboard.press('Control+A');
    await shopper.page.keyboard.type('0.02');
    await shopper.tabsTo('Coin to send: BTC on Bitcoin');
    await shopper.page.keyboard.press('Enter');
    await shopper.page.keyboard.type('tron usdt');
    await shopper.page.keyboard.press('Enter');
    await shopper.page.getByRole('button', { name: 'Coin to send: USDT on TRON' }).waitFor();
    await shopper.tabsTo('You send', 'back');
    await shopper.page.keyboard.press('Control+A');
    await shopper.page.keyboard.type('200');
    await shopper.tabsTo('Market price');
    await shopper.page.keyboard.press('ArrowRight');
    await shopper.tabsTo('Use a sample address');
    await shopper.page.keyboard.press('Space');
    await shopper.sees('A valid address on Ethereum');
    await shopper.sees(/^This price holds for/);
    await shopper.tabsTo('Place the order');
    await shopper.page.keyboard.press('Enter');
    await shopper.page.waitForURL('**/order/*');
  });

  it('a dialog keeps the focus, closes with Escape and gives the focus back', async () => {
    const shopper = await world().visitor(Shopper);
    await shopper.opens('/');
    await shopper.tabsTo('Coin to receive: ETH on Ethereum');
    await shopper.page.keyboard.press('Enter');
    await shopper.sees('Search by coin or chain');
    await shopper.page.keyboard.press('Escape');
    expect(await shopper.focused()).toBe('Coin to receive: ETH on Ethereum');
  });

  it('it fits a phone, where nothing is cut off or needs to be moved aside', async () => {
    const shopper = await world().visitor(Shopper, { device: 'phone' });
    await shopper.opens('/');
    await shopper.presses('Split across several receivers');
    await shopper.seesAPrice();
    const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await shopper.page.evaluate(tooWide)).toBe(0);
    await shopper.presses('Remove receiver 2');
    await shopper.seesAPrice();
    await shopper.isPictured('swap-phone');
    expect(await shopper.page.evaluate(tooWide)).toBe(0);
    await shopper.findsNoBarrier();
    await shopper.presses('Use a sample address');
    await shopper.placesTheOrder();
  });

  // A look is in either theme by turns, whichever the visitor has.
  it.each(few(1, ['light', 'dark'] as const))('axe finds no barrier in the %s theme', async (theme) => {
    const shopper = await world().visitor(Shopper, { theme });
    await shopper.opens('/?ref=friend');
    await shopper.seesAPrice();
    await shopper.findsNoBarrier();
    await shopper.types('You send', 'a lot');
    await shopper.types('Your Ethereum address', 'nonsense');
    await shopper.wants('Fixed price');
    await shopper.sees('This is not a number.');
    await shopper.sees('The address must be 0x');
    await shopper.findsNoBarrier();
    await shopper.page.getByRole('button', { name: 'Coin to send: BTC on Bitcoin' }).click();
    await shopper.sees('switched off');
    await shopper.isPictured('swap-coins');
    await shopper.findsNoBarrier();
  });

  it('the theme is chosen by the device, then by whoever presses the button, and stays', async () => {
    const shopper = await world().visitor(Shopper, { theme: 'dark' });
    const background = () => shopper.page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    await shopper.opens('/');
    const dark = await background();
    await shopper.presses('Light theme');
    const light = await background();
    expect(light).not.toBe(dark);
    await shopper.opens('/');
    expect(await background()).toBe(light);
  });
});
