import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { OUT_OF_PLACE } from './out-of-place.ts';
import type { Visitor } from './visitor.ts';

const WIDTHS = [320, 390, 768, 1280, 1920];
const HEIGHT = 900;
/** Pages have two forms, below and above 640 pixels or so: barriers are looked for in each. */
const WIDTHS_OF_FORMS = [320, 1280];
const THEMES = ['light', 'dark'] as const;
/** Where the pictures go, a folder for each page; without it none are taken. */
const FOLDER = process.env.SWAPDESK_SCREENS_TO;
/** Plots are drawn anew when they have measured themselves. */
const SETTLES_MS = 3_000;
const LOOKS_EVERY_MS = 150;

/** What is wrong with what a page shows now, on screens of every width and in both themes; a text for each. */
export async function wrongOnScreens(visitor: Visitor, name: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const width of WIDTHS) {
    await visitor.page.setViewportSize({ width, height: HEIGHT });
    for (const theme of THEMES) {
      await visitor.isShownIn(theme);
      const found = theme === 'light' ? await outOfPlace(visitor) : [];
      if (WIDTHS_OF_FORMS.includes(width))
        found.push(...(await visitor.barriers(theme === 'light' ? 'all' : 'colours')));
      await pictured(visitor, name, `${width}-${theme}`);
      wrong.push(...found.map((what) => `${name} ${width} ${theme}: ${what}`));
    }
  }
  await visitor.page.setViewportSize({ width: 1280, height: HEIGHT });
  await visitor.isShownIn('light');
  return wrong;
}

async function outOfPlace({ page }: Visitor): Promise<string[]> {
  const end = Date.now() + SETTLES_MS;
  for (;;) {
    const found = await page.evaluate<string[]>(OUT_OF_PLACE);
    if (found.length === 0 || Date.now() > end) return found;
    await page.waitForTimeout(LOOKS_EVERY_MS);
  }
}

async function pictured({ page }: Visitor, name: string, size: string): Promise<void> {
  if (FOLDER === undefined) return;
  const folder = join(FOLDER, name);
  await mkdir(folder, { recursive: true });
  // A dialog covers what is seen, not the whole page.
  const fullPage = (await page.locator('dialog[open]').count()) === 0;
  await page.screenshot({ path: join(folder, `${size}.png`), fullPage, animations: 'disabled' });
}
