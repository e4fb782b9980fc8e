const LEFT_OUT = '(left out)';

/** Providers put keys into what follows the host, and before it. */
const URL_TEXT = /\b([a-z][a-z0-9+.-]*:\/\/)[^\s"'<>,;]+/gi;
/** Addresses, keys, tokens, transactions: nothing that people write is as long in one piece and has digits in it. */
const LONG_PIECE = /[A-Za-z0-9+/=_~-]{20,}/g;
/** As above, but of a path, whose pieces have slashes between them. */
const PATH_PIECE = /[^/]{20,}/g;

/** A text without what may be secret in it: of URLs the host is left, and no piece that is as long as a key. */
export function leaveOut(text: string): string {
  return text.replace(URL_TEXT, hostOf).replace(LONG_PIECE, unlessWords);
}

/** The same of the path of a request: whoever puts a secret there has made a mistake, and the log must not keep it. */
export function leaveOutOfPath(path: string): string {
  return path.replace(PATH_PIECE, unlessWords);
}

function unlessWords(piece: string): string {
  return /\d|[^\w./-]/.test(piece) ? LEFT_OUT : piece;
}

function hostOf(url: string): string {
  return URL.canParse(url) && new URL(url).host !== '' ? new URL(url).host : LEFT_OUT;
}
