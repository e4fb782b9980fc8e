import { expect, it } from 'vitest';
import { few, IS_LONG } from '../../support/volume.ts';
import { Visitor } from './support/visitor.ts';
import { describePages } from './support/web-world.ts';

/** All that is sent for the page, as it is sent. */
const MOST_BYTES = 40_000;
const MOST_REQUESTS = 7;
const MOST_SHIFT = 0.001;
/** The bar beside the page keeps its place, so the width of what is seen can be less than that of the page. */
const TOO_WIDE = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';

describePages('the reference:', (world) => {
  it('is small, in few requests, and nothing moves while it loads', async () => {
    const reader = await world().visitor(Visitor);
    const sizes: Promise<number>[] = [];
    reader.page.on('requestfinished', (request) => {
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await reader.page.goto('/docs', { waitUntil: 'networkidle' });
    const all = await Promise.all(sizes);
    expect(all.length).toBeGreaterThan(3);
    expect(all.length).toBeLessThanOrEqual(MOST_REQUESTS);
    expect(all.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES);
    expect(await reader.layoutShift()).toBeLessThan(MOST_SHIFT);
  });

  it.each(few(2, [320, 1280, 768, 1920]))(
    'fits a window of %i pixels, where nobody is kept out',
    async (width) => {
      const reader = await world().visitor(Visitor);
      await reader.page.setViewportSize({ width, height: 800 });
      await reader.opens('/docs');
      expect(await reader.page.evaluate<boolean>(TOO_WIDE)).toBe(false);
      // To look for what keeps somebody out in all of a long page takes half a minute.
      if (IS_LONG && (width === 320 || width === 1280)) await reader.findsNoBarrier();
    },
  );

  it.runIf(IS_LONG)('finds what has all the words that are typed, with the keyboard alone', async () => {
    const reader = await world().visitor(Visitor);
    await reader.opens('/docs');
    await reader.page.keyboard.press('/');
    expect(await reader.focused()).toBe('Search the reference');
    await reader.page.keyboard.type('webhook overlap');
    const shown = () =>
      reader.page.locator('.operation:visible').evaluateAll((all) => all.map(({ id }) => id));
    await reader.until(async () => (await shown()).length === 1);
    expect(await shown()).toEqual(['webhookRotate']);
    await reader.sees('One is found.');
    await reader.page.keyboard.type(' nonsense');
    await reader.sees('Nothing is found.');
    await reader.page.keyboard.press('Escape');
    await reader.until(async () => (await shown()).length > 20);
  });

  it('has a place for each operation and schema, to which links lead, also past a search', async () => {
    const reader = await world().visitor(Visitor);
    await reader.opens('/docs#schema-PlacedOrder');
    const isInSight = (id: string) =>
      reader.page.evaluate<boolean>(
        `(({ top, bottom }) => bottom > 0 && top < innerHeight)(document.getElementById('${id}').getBoundingClientRect())`,
      );
    await reader.until(() => isInSight('schema-PlacedOrder'));
    await reader.types('Search the reference', 'webhook');
    await reader.page.evaluate("location.hash = '#cancel'");
    await reader.until(() => isInSight('cancel'));
    expect(await reader.page.locator('#cancel').isVisible()).toBe(true);
    await reader.page.locator('.contents').getByRole('link', { name: 'Place order', exact: true }).click();
    await reader.until(() => isInSight('place'));
  });

  it.runIf(IS_LONG)(
    'shows its examples in the language that was chosen, keeps it, and copies them',
    async () => {
      const reader = await world().visitor(Visitor);
      await reader.opens('/docs');
      const languages = () =>
        reader.page
          .locator('#place .example:visible')
          .evaluateAll((all) => all.map(({ dataset }) => dataset.language));
      expect(await languages()).toEqual(['curl']);
      await reader.page.locator('#place').getByRole('button', { name: 'Python' }).click();
      expect(await languages()).toEqual(['python']);
      await reader.opens('/docs');
      expect(await languages()).toEqual(['python']);
      await reader.page.locator('#place').getByRole('button', { name: 'Copy' }).click();
      await reader.sees('Copied');
      const copied = await reader.page.evaluate<string>('navigator.clipboard.readText()');
      expect(copied).toMatch(/^import json\n[\s\S]*"\/openapi\/order\/place"/);
      expect(copied).toBe(await reader.page.locator('#place [data-language="python"] code').textContent());
    },
  );

  it('has a way home, and the theme that was chosen there', async () => {
    const reader = await world().visitor(Visitor, { theme: 'dark' });
    const background = () => reader.page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    await reader.opens('/docs');
    const dark = await background();
    await reader.presses('Light theme');
    const light = await background();
    expect(light).not.toBe(dark);
    await reader.page.getByRole('link', { name: 'Swapdesk' }).click();
    await reader.page.waitForURL((url) => url.pathname === '/');
    expect(await background()).toBe(light);
  });

  it('can be read without a script, with all examples', async () => {
    const reader = await world().visitor(Visitor);
    await reader.page.route('**/*.js', (route) => route.abort());
    await reader.opens('/docs');
    expect(await reader.page.locator('#place .example:visible').count()).toBe(3);
    expect(await reader.page.getByRole('searchbox').count()).toBe(0);
    expect(await reader.page.evaluate<boolean>(TOO_WIDE)).toBe(false);
    reader.forgives(/ERR_FAILED/);
  });

  it('is printed without what nobody can press on paper', async () => {
    const reader = await world().visitor(Visitor);
    await reader.opens('/docs');
    await reader.page.emulateMedia({ media: 'print' });
    expect(
      await reader.page.locator('.contents:visible, .examples-head:visible, header button:visible').count(),
    ).toBe(0);
    expect(await reader.page.locator('#place .example:visible').count()).toBe(1);
  });
});
