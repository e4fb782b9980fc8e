import { type Colour, colourText, contrast, mix, parseColour } from './colour.ts';

/** What WCAG asks of text (AA). */
const READABLE = 4.5;
const STEPS = 100;

const BLACK: Colour = { red: 0, green: 0, blue: 0 };
const WHITE: Colour = { red: 255, green: 255, blue: 255 };

export type Theme = 'light' | 'dark';

/** What the colour is read on in each theme, the hardest of it first: the `ground`, `surface` and `sunken` of the pages' `tokens.css`. */
export const GROUNDS: Readonly<Record<Theme, readonly string[]>> = {
  light: ['#f1f4f2', '#f4f6f4', '#ffffff'],
  dark: ['#171f1c', '#121917', '#0f1513'],
};
const SURFACE: Readonly<Record<Theme, string>> = { light: '#ffffff', dark: '#171f1c' };
const TOWARDS: Readonly<Record<Theme, Colour>> = { light: BLACK, dark: WHITE };

/** A site's colour in one theme, and what follows from it. */
export interface ThemeColours {
  readonly accent: Colour;
  readonly strong: Colour;
  /** What is written on it. */
  readonly on: Colour;
  /** Behind what is chosen. */
  readonly wash: Colour;
  readonly line: Colour;
}

/** What can be read: the colour itself, or as little darker (lighter in the dark theme) as it takes. */
export function coloursFor(theme: Theme, wanted: Colour): ThemeColours {
  const towards = TOWARDS[theme];
  const ground = parseColour(SURFACE[theme]) as Colour;
  for (let step = 0; step <= STEPS; step++) {
    const accent = mix(wanted, towards, step / STEPS);
    const wash = mix(accent, ground, 0.88);
    const on = contrast(accent, WHITE) >= contrast(accent, BLACK) ? WHITE : BLACK;
    const strong = mix(accent, towards, 0.25);
    const behind = [...GROUNDS[theme].map((each) => parseColour(each) as Colour), wash];
    const isReadable =
      behind.every((each) => contrast(accent, each) >= READABLE) &&
      [accent, strong].every((each) => contrast(on, each) >= READABLE);
    if (isReadable) return { accent, strong, on, wash, line: mix(accent, ground, 0.65) };
  }
  throw new Error(`nothing can be read in the ${theme} theme`);
}

/** Both themes of a site, and what had to be said of them. */
export interface SiteColours {
  readonly light: ThemeColours;
  readonly dark: ThemeColours;
  readonly adapted: readonly string[];
}

export function siteColours(wanted: { readonly light: string; readonly dark: string }): SiteColours {
  const adapted: string[] = [];
  const of = (theme: Theme) => {
    const asked = parseColour(wanted[theme]) as Colour;
    const colours = coloursFor(theme, asked);
    const shown = colourText(colours.accent);
    if (shown !== colourText(asked)) {
      const hardest = parseColour(GROUNDS[theme][0] as string) as Colour;
      adapted.push(
        `In the ${theme} theme ${colourText(asked)} is hard to read (${ratio(asked, hardest)}, it takes ${READABLE} to 1): ` +
          `${shown} is shown in its place (${ratio(colours.accent, hardest)}).`,
      );
    }
    return colours;
  };
  return { light: of('light'), dark: of('dark'), adapted };
}

function ratio(a: Colour, b: Colour): string {
  return `${Math.round(contrast(a, b) * 10) / 10} to 1`;
}

/** The custom properties of the pages' style that they take the place of. */
export function customProperties({ light, dark }: SiteColours): { name: string; value: string }[] {
  const pair = (name: string, part: keyof ThemeColours) => ({
    name,
    value: `light-dark(${colourText(light[part])}, ${colourText(dark[part])})`,
  });
  return [
    pair('--accent', 'accent'),
    pair('--accent-strong', 'strong'),
    pair('--on-accent', 'on'),
    pair('--accent-wash', 'wash'),
    pair('--accent-line', 'line'),
  ];
}
