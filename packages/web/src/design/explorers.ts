/** Where people look at what happens on a chain; empty where nobody shows it. */
export interface Explorer {
  readonly transaction: string;
  readonly address: string;
}

/** What one may want to look at. */
export type OnChain = keyof Explorer;

/** The address of its page; null where nobody shows it. Links only: the page itself asks nobody but the service. */
export function explorerUrl(
  explorers: ReadonlyMap<string, Explorer>,
  chain: string,
  kind: OnChain,
  text: string,
): string | null {
  const explorer = explorers.get(chain)?.[kind] ?? '';
  return explorer === '' || text === '' ? null : explorer + encodeURIComponent(text);
}
