import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PACKAGE_FOLDER } from '../package-folder.ts';
import { colourText, contrast, parseColour } from './colour.ts';
import { coloursFor, customProperties, GROUNDS, siteColours } from './site-colours.ts';

const part = fc.integer({ min: 0, max: 255 });
const colour = fc.record({ red: part, green: part, blue: part });
const parsed = (text: string) => parseColour(text) as NonNullable<ReturnType<typeof parseColour>>;

describe('colours', () => {
  it('are told apart as WCAG has it', () => {
    expect(contrast(parsed('#000000'), parsed('#ffffff'))).toBe(21);
    expect(contrast(parsed('#777777'), parsed('#ffffff'))).toBeCloseTo(4.48, 2);
  });

  it.each(['light', 'dark'] as const)(
    'whatever is asked for can be read in the %s theme, on all that it stands on',
    (theme) => {
      fc.assert(
        fc.property(colour, (wanted) => {
          const { accent, strong, on, wash } = coloursFor(theme, wanted);
          for (const ground of [...GROUNDS[theme].map(parsed), wash])
            expect(contrast(accent, ground)).toBeGreaterThanOrEqual(4.5);
          for (const behind of [accent, strong]) expect(contrast(on, behind)).toBeGreaterThanOrEqual(4.5);
        }),
      );
    },
  );

  it('that can be read stay as they are, and nothing is said of them', () => {
    const { light, dark, adapted } = siteColours({ light: '#0b4fd0', dark: '#8ab4ff' });
    expect([colourText(light.accent), colourText(dark.accent), adapted]).toEqual(['#0b4fd0', '#8ab4ff', []]);
  });

  it('that cannot are changed, and it is said how and why', () => {
    const { light, adapted } = siteColours({ light: '#ffd400', dark: '#ffd400' });
    expect(adapted).toHaveLength(1);
    expect(adapted[0]).toMatch(
      /^In the light theme #ffd400 is hard to read \(1\.\d to 1, it takes 4\.5 to 1\)/,
    );
    expect(adapted[0]).toContain(colourText(light.accent));
  });

  it('are judged on the grounds that the pages have, and take the place of properties that they use', () => {
    const tokens = readFileSync(join(PACKAGE_FOLDER, '../web/src/design/tokens.css'), 'utf8');
    const grounds = ['ground', 'surface', 'sunken'].map((name) =>
      new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens)?.slice(1),
    );
    for (const [at, theme] of (['light', 'dark'] as const).entries())
      expect([...GROUNDS[theme]].sort()).toEqual(grounds.map((pair) => pair?.[at]).sort());
    for (const { name } of customProperties(siteColours({ light: '#0b4fd0', dark: '#8ab4ff' })))
      expect(tokens).toContain(`${name}: light-dark(`);
  });
});
