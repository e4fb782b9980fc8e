import type { SiteLogo } from '@swapdesk/contract';

/** More would be felt by whoever loads a page. */
const MOST_BYTES = 32 * 1024;
const LARGEST_SIDE = 1_024;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Where the first chunk of a PNG says how large it is. */
const [WIDTH_AT, HEIGHT_AT, HEADER_BYTES] = [16, 20, 24];

/** What an SVG may not hold: whatever runs, is fetched, or shows another document. It is served so that nothing of it could. */
const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/<!(?:doctype|entity)/i, 'a document type'],
  [
    /<\s*(?:[\w-]+:)?(script|foreignObject|iframe|object|embed|audio|video|animate|set|handler|listener)\b/i,
    '',
  ],
  [/\son\w+\s*=/i, 'what is run when something happens (on…=)'],
  [/(?:href|src)\s*=\s*["']?\s*(?!["']?#)[^"'\s>]/i, 'a link to elsewhere'],
  [/(?:url\s*\(\s*["']?\s*(?!["']?#)|@import|javascript:|data:)/i, 'something that is loaded from elsewhere'],
];

/** What speaks against a logo, in words for whoever chose it; null: nothing. */
export function logoProblem({ type, data }: SiteLogo): string | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return 'is no picture';
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length > MOST_BYTES)
    return `has ${Math.ceil(bytes.length / 1024)} kB; at most ${MOST_BYTES / 1024} are taken`;
  return type === 'image/png' ? pngProblem(bytes) : svgProblem(bytes);
}

function pngProblem(bytes: Buffer): string | null {
  if (bytes.length < HEADER_BYTES || !bytes.subarray(0, PNG.length).equals(PNG)) return 'is no PNG';
  const sides = [bytes.readUInt32BE(WIDTH_AT), bytes.readUInt32BE(HEIGHT_AT)];
  const fits = sides.every((side) => side >= 1 && side <= LARGEST_SIDE);
  return fits
    ? null
    : `is ${sides.join(' by ')} points; at most ${LARGEST_SIDE} by ${LARGEST_SIDE} are taken`;
}

function svgProblem(bytes: Buffer): string | null {
  const text = bytes.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(bytes)) return 'is no text in UTF-8, as an SVG has to be';
  if (!/^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(text) || !/<\/svg>\s*$/.test(text))
    return 'is no SVG';
  for (const [pattern, words] of FORBIDDEN) {
    const found = pattern.exec(text);
    if (found !== null)
      return `holds ${words === '' ? `<${found[1]}>` : words}, which a logo may not; take it out`;
  }
  return null;
}

/** What a file holds, as a logo; the first bytes say which. */
export function logoOf(bytes: Buffer): SiteLogo {
  const isPng = bytes.subarray(0, PNG.length).equals(PNG);
  return { type: isPng ? 'image/png' : 'image/svg+xml', data: bytes.toString('base64') };
}
