/** What a count is followed by, by the language's own rules; those of Russian and Arabic know more than one and many. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

export function pluralIn(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => forms[rules.select(count)] ?? forms.other;
}
