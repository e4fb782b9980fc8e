/** A request, as far as its answer depends on it. */
export interface Request {
  readonly endpoint: 'calculate' | 'place' | 'query' | 'list' | 'refcode';
  /** Raw, as in the URL. */
  readonly query: string;
  readonly contentType: string | null;
  readonly body: Buffer;
  readonly idempotencyKey: string | null;
  readonly refCode: string | null;
  /** The calc id that the body holds, if it is one that was just given, and for which text. */
  readonly quote: { readonly id: string; readonly bodyWithout: string } | null;
}

export function textOf(body: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return null;
  }
}

export const lengthOf = (text: string) => [...text].length;
