import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const FOLDER = fileURLToPath(new URL('../../../../docs/screens/', import.meta.url));

/**
 * Takes a picture in each theme, as `<name>-light.png` and `<name>-dark.png`. Only with SWAPDESK_SCREENS=1: an ordinary
 * run of the tests changes no file. Then the page is shown in its own theme again.
 */
export async function takeScreens(page: Page, name: string, theme: 'light' | 'dark'): Promise<void> {
  if (process.env.SWAPDESK_SCREENS !== '1') return;
  await mkdir(FOLDER, { recursive: true });
  // A dialog covers what is seen, not the whole page.
  const fullPage = (await page.locator('dialog[open]').count()) === 0;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({
      path: join(FOLDER, `${name}-${colorScheme}.png`),
      fullPage,
      animations: 'disabled',
    });
  }
  await page.emulateMedia({ colorScheme: theme });
}
