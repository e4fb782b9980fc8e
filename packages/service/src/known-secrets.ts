/** Shorter ones would be found in words that hold nothing secret. */
const SHORTEST = 6;
/** Shorter pieces of a header are names of schemes. */
const SHORTEST_PIECE = 8;
const HIDDEN = '(hidden)';

/**
 * Secrets that this process was given. Nothing of ours writes them; but a node that refuses a key may quote it, and so may a library: whatever
 * is logged, and what nodes say, goes through here.
 */
export class KnownSecrets {
  private pattern: RegExp | null = null;
  private readonly forms = new Set<string>();

  add(secret: string | null | undefined): void {
    if (!secret || secret.length < SHORTEST || this.forms.has(secret)) return;
    this.forms
      .add(secret)
      .add(JSON.stringify(secret).slice(1, -1))
      .add(encodeURIComponent(wellFormed(secret)));
    // The longest first: one may hold another.
    const all = [...this.forms].sort((a, b) => b.length - a.length).map(escaped);
    this.pattern = new RegExp(all.join('|'), 'g');
  }

  /** User and password as HTTP sends them as well. */
  addLogin(user: string, password: string): void {
    this.add(password);
    this.add(Buffer.from(`${user}:${password}`).toString('base64'));
  }

  /** What a header `Authorization` holds, as it is sent and as it is meant. */
  addAuthorization(header: string): void {
    const sent = header.split(' ')[1] ?? '';
    this.add(sent);
    const login = Buffer.from(sent, 'base64').toString();
    if (login.includes(':')) this.add(login.slice(login.indexOf(':') + 1));
  }

  /** A header in which a key may be, by itself or behind the name of a scheme (`Bearer`). */
  addHeader(value: string): void {
    this.add(value);
    for (const piece of value.split(/\s+/)) if (piece.length >= SHORTEST_PIECE) this.add(piece);
  }

  /** All of a URL in which a key may be: who calls, what follows the host. */
  addUrl(text: string | null | undefined): void {
    const url = text ? readUrl(text) : null;
    if (url === null) return;
    const { username, password, pathname, searchParams } = url;
    this.addLogin(decoded(username), decoded(password));
    this.add(password);
    // PostgreSQL's may be here.
    this.add(searchParams.get('password'));
    for (const piece of [...pathname.split('/').map(decoded), ...searchParams.values()])
      if (piece.length >= (/\d/.test(piece) ? 2 : 4) * SHORTEST) this.add(piece);
  }

  hide(text: string): string {
    return this.pattern === null ? text : text.replace(this.pattern, HIDDEN);
  }
}

/** A store behind a socket has no host in its URL, which PostgreSQL's clients take all the same. */
function readUrl(text: string): URL | null {
  const whole = URL.canParse(text) ? text : text.replace('@/', '@localhost/');
  return URL.canParse(whole) ? new URL(whole) : null;
}

/** Decoded as far as it is encoded: a `%` may be one. */
function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}

function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
