import type { BitcoinChainConfig } from './chains-config.ts';

/** How to reach a chain's node, in the form that its client takes: what names the user stands in the URL, escaped. */
export function nodeAccess({ endpoint, auth }: BitcoinChainConfig): { url: string; cookieFile?: string } {
  if (auth.kind === 'cookie') return { url: endpoint, cookieFile: auth.file };
  const url = new URL(endpoint);
  url.username = encodeURIComponent(auth.user);
  url.password = encodeURIComponent(auth.password);
  return { url: url.href };
}
