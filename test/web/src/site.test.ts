import { expect, it } from 'vitest';
import { Shopper } from './support/shopper.ts';
import { describePages } from './support/web-world.ts';

describePages('the site around the swap page:', (world) => {
  it.each(['/', '/order/ABCDEFGHJKLM'])('without script, %s says what to do', async (path) => {
    const reader = await world().visitor(Shopper, { script: false });
    await reader.opens(path);
    const text = await reader.page.locator('main').innerText();
    expect(text).toContain('This page needs JavaScript');
    expect(text).toContain('Allow JavaScript for this site');
    expect(text).toContain('Have you placed an order? It goes on without this page');
  });

  it.each(['/nothing', '/a/b/c'])('%s is no page: it says so, and knows the way home', async (path) => {
    const shopper = await world().visitor(Shopper);
    const [answer] = await Promise.all([shopper.page.waitForResponse(`**${path}`), shopper.opens(path)]);
    expect(answer.status()).toBe(404);
    await shopper.page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
    expect(await shopper.page.title()).toBe('There is nothing at this address');
    await shopper.findsNoBarrier();
    await shopper.page.getByRole('link', { name: 'To the start page' }).click();
    await shopper.seesAPrice();
    shopper.forgives(/404/);
  });
});
