/** How a reader writes numbers: what stands before the decimals, and what between thousands. */
export interface Separators {
  readonly decimal: '.' | ',';
  readonly thousands: string;
}

/** Those of a locale, for digits 0 to 9: wallets and addresses have no others. */
export function separatorsOf(locale: string): Separators {
  const format = new Intl.NumberFormat(locale, { numberingSystem: 'latn', useGrouping: 'always' } as object);
  const sign = (type: string) => format.formatToParts(1_234_567.5).find((part) => part.type === type)?.value;
  const decimal = sign('decimal') === ',' ? ',' : '.';
  return { decimal, thousands: sign('group') ?? (decimal === ',' ? '.' : ',') };
}

/** The reader's own locale for a language: what the browser asks for, e.g. `de-AT`, else the language's own. */
export function localeOf(language: string, wanted: readonly string[]): string {
  return wanted.find((tag) => tag.split('-')[0] === language) ?? OWN[language] ?? language;
}

const OWN: Readonly<Record<string, string>> = { en: 'en-GB', pt: 'pt-BR', zh: 'zh-CN' };
