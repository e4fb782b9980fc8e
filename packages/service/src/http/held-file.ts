import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ReceivedRequest, Reply } from './route.ts';

/** How hard to compress: `most` for what is compressed once and sent for ever. */
export type Effort = 'most' | 'quick';

const ENCODERS = {
  br: (content: Buffer, effort: Effort) =>
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: effort === 'most' ? constants.BROTLI_MAX_QUALITY : 6 },
    }),
  gzip: (content: Buffer) => promisify(gzip)(content),
} as const;
type Encoding = keyof typeof ENCODERS;

/** A file that is held in memory: there are few, and all are small. */
export interface HeldFile {
  readonly content: Buffer;
  readonly etag: string;
  readonly headers: readonly string[];
  readonly effort: Effort;
  /** Compressed when first asked for. */
  readonly encoded: Map<Encoding, Promise<Buffer>>;
}

/** Headers beside those by which a browser knows whether it has the file already. */
export function heldFile(
  content: Buffer,
  headers: Readonly<Record<string, string>>,
  effort: Effort = 'most',
): HeldFile {
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
  const all = { 'cache-control': 'no-cache', ...headers, etag, vary: 'accept-encoding' };
  return { content, etag, headers: Object.entries(all).flat(), effort, encoded: new Map() };
}

/** The file, as whoever asks can read it; or that they have it already. */
export async function replyWithFile(file: HeldFile, asked: ReceivedRequest['headers']): Promise<Reply> {
  const { content, etag, headers, effort } = file;
  if (asked['if-none-match'] === etag) return { status: 304, headers, body: null };
  const encoding = encodingFor(asked['accept-encoding']);
  if (encoding === null) return { status: 200, headers, body: content };
  const encoded = file.encoded.get(encoding) ?? ENCODERS[encoding](content, effort);
  file.encoded.set(encoding, encoded);
  return { status: 200, headers: [...headers, 'content-encoding', encoding], body: await encoded };
}

function encodingFor(accepted: unknown): Encoding | null {
  const names = String(accepted ?? '')
    .split(',')
    .map((part) => part.trim().split(';')[0]);
  return (['br', 'gzip'] as const).find((name) => names.includes(name)) ?? null;
}
