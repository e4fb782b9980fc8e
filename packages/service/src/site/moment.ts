const FORM = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?Z$/;

/** The Unix second of a text such as 2026-12-01T08:00Z; undefined if it is none. */
export function momentOf(text: string): number | undefined {
  const at = FORM.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at / 1000;
}
