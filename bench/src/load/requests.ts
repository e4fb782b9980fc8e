/** Whole HTTP requests, ready to be written to a socket. */

/** `from`: whom a proxy sends it for. */
export function post(path: string, body: unknown, from?: string): Buffer {
  const text = JSON.stringify(body);
  const forwarded = from === undefined ? '' : `x-forwarded-for: ${from}\r\n`;
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${forwarded}` +
      `content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}

export type Query = Readonly<Record<string, string | number>>;

export function get(path: string, query: Query): Buffer {
  return Buffer.from(`GET ${path}?${queryText(query)} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
}

export function queryText(query: Query): string {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(pairs).toString();
}
