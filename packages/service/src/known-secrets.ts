/** Shorter ones would be found in words that hold nothing secret. */
const SHORTEST = 6;
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
    this.forms.add(secret).add(JSON.stringify(secret).slice(1, -1)).add(encodeURIComponent(secret));
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
    this.add(Buffer.from(sent, 'base64').toString().split(':')[1]);
  }

  /** All of a URL in which a key may be: who calls, what follows the host. */
  addUrl(text: string | null | undefined): void {
    if (!text || !URL.canParse(text)) return;
    const { username, password, pathname, searchParams } = new URL(text);
    this.addLogin(decodeURIComponent(username), decodeURIComponent(password));
    for (const piece of [...pathname.split('/'), ...searchParams.values()])
      if (piece.length >= (/\d/.test(piece) ? 2 : 4) * SHORTEST) this.add(decodeURIComponent(piece));
  }

  hide(text: string): string {
    return this.pattern === null ? text : text.replace(this.pattern, HIDDEN);
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
