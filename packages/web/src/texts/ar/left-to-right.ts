/** Amounts, pairs and codes within a sentence that runs from right to left: they keep their own order. */
export function ltr(text: string | number): string {
  return `\u2066${text}\u2069`;
}
