/** A host as browsers send it. Whatever else somebody sends as one is in no page. */
const HOST = /^(?:[a-z\d.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Where a page was asked for, as its examples name it: the public address under its own host, and where nobody can tell; under
 * another host that.
 */
export function originOf(host: unknown, isSecure: boolean, publicUrl: string): string {
  if (typeof host !== 'string' || !HOST.test(host)) return publicUrl;
  const name = host.toLowerCase();
  if (URL.canParse(publicUrl) && new URL(publicUrl).host === name) return publicUrl;
  return `${isSecure ? 'https' : 'http'}://${name}`;
}
