/** A colour as the screen mixes it, each part from 0 to 255. */
export interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** Null if the text is no colour such as #1f6f5c. */
export function parseColour(text: string): Colour | null {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return null;
  return {
    red: Number.parseInt(red, 16),
    green: Number.parseInt(green, 16),
    blue: Number.parseInt(blue, 16),
  };
}

export function colourText({ red, green, blue }: Colour): string {
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** How bright a colour is to the eye, as WCAG reckons it: 0 to 1. */
function luminance({ red, green, blue }: Colour): number {
  const linear = (part: number) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** How well one is told from the other, as WCAG reckons it: 1 to 21. */
export function contrast(a: Colour, b: Colour): number {
  const [lighter, darker] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** So much of the other in place of the one, 0 to 1. */
export function mix(one: Colour, other: Colour, share: number): Colour {
  const between = (a: number, b: number) => Math.round(a + (b - a) * share);
  return {
    red: between(one.red, other.red),
    green: between(one.green, other.green),
    blue: between(one.blue, other.blue),
  };
}
